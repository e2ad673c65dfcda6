/**
 * Bodies of requests and answers. Reads a body up to a limit: one with a larger Content-Length is
 * not read at all; others are counted while they are read. Every parser outside the API's own
 * decoders reads through this. Marks answers without secrets: only these are compressed, because
 * the length of compressed bytes reveals repeated text (BREACH, docs/decisions/0047).
 */
import { ByteSize, Data, Effect, Schema } from "effect"
import {
  type HttpBody,
  HttpIncomingMessage,
  type HttpServerError,
  type HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { xmlFormats } from "../../domain/einvoice/EInvoice.ts"

class BodyTooLarge extends Data.TaggedError("BodyTooLarge")<{
  readonly maxBytes: number
}> {}

const isTooLarge = (error: HttpServerError.HttpServerError): boolean =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"

/** The framework answers a body that ends early. */
export const readBounded = (
  request: HttpServerRequest.HttpServerRequest,
  maxBytes: number
): Effect.Effect<Uint8Array, BodyTooLarge> =>
  Effect.suspend(() => {
    const announced = Number(request.headers["content-length"] ?? 0)
    if (announced > maxBytes) return Effect.fail(new BodyTooLarge({ maxBytes }))
    return request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(maxBytes)),
      Effect.map((bytes) => new Uint8Array(bytes)),
      Effect.catch((error) =>
        isTooLarge(error) ? Effect.fail(new BodyTooLarge({ maxBytes })) : Effect.die(error)
      )
    )
  })

/** The answer with a file of this media type, a name and an ETag of its bytes. */
export const fileBody = (contentType: string) =>
  HttpApiSchema.WithHeaders(Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType })), {
    "content-disposition": Schema.String,
    etag: Schema.String
  })

/** The parameters of an endpoint that answers an e-invoice. */
export const xmlQuery = {
  format: Schema.Literals(xmlFormats).annotateKey({
    description:
      "`cii` and `ubl`: EN 16931 in its two syntaxes. `xrechnung`: XRechnung 3.0, `peppol`: " +
      "Peppol BIS Billing 3, both in UBL"
  })
}

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
