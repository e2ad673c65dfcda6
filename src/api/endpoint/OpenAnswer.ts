/**
 * Answers in which nothing is a secret: only what was said to be open is compressed, because the length of
 * compressed bytes tells whether what a stranger wrote stands in them twice (docs/decisions/0047).
 */
import { type HttpBody, HttpServerResponse } from "effect/http"

type Response = HttpServerResponse.HttpServerResponse

/** What is smaller fits into one packet with its headers as it is. */
const leastBytes = 1024

/** What shrinks; pictures and PDFs are compressed already. */
const shrinks = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/

const open = new WeakSet<HttpBody.HttpBody>()

/** Says that the answer is open. It keeps saying so whatever is done to its headers. */
export const openAnswer = (response: Response): Response => {
  const { body, headers } = response
  if (body._tag !== "Uint8Array" || body.contentLength < leastBytes) return response
  if (!shrinks.test(headers["content-type"] ?? "")) return response
  open.add(body)
  const { vary } = headers
  return HttpServerResponse.setHeader(
    response,
    "vary",
    vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`
  )
}

export const isOpen = ({ body }: Response): boolean => open.has(body)
