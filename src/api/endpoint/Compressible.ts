/**
 * Marks answers without secrets: only these are compressed, because the length of compressed bytes
 * reveals repeated text (BREACH, docs/decisions/0047).
 */
import { type HttpBody, HttpServerResponse } from "effect/http"

type Response = HttpServerResponse.HttpServerResponse

/** A smaller answer fits into one packet with its headers. */
const leastBytes = 1024

/** Media types that shrink. Pictures and PDFs are compressed already. */
const shrinks = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/

const compressible = new WeakSet<HttpBody.HttpBody>()

/** The mark belongs to the body, so it survives changes of the headers. */
export const allowCompression = (response: Response): Response => {
  const { body, headers } = response
  if (body._tag !== "Uint8Array" || body.contentLength < leastBytes) return response
  if (!shrinks.test(headers["content-type"] ?? "")) return response
  compressible.add(body)
  const { vary } = headers
  return HttpServerResponse.setHeader(
    response,
    "vary",
    vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`
  )
}

export const allowsCompression = ({ body }: Response): boolean => compressible.has(body)
