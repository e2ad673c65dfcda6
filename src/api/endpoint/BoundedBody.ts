/**
 * Reads a body up to a limit. A body with a larger Content-Length is not read at all; others are
 * counted while they are read. Every parser outside the API's own decoders reads through this.
 */
import { ByteSize, Data, Effect } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"

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
