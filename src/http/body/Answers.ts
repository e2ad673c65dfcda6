/**
 * Answers encoded by the shape of the resource or list, without the schema: the compiler has
 * checked them. A test proves that both encode the same.
 */
import { HttpBody, HttpServerResponse } from "effect/http"
import type { Shape } from "../../domain/Resource.ts"

/** A page of a log. Its entries are JSON texts, which are not parsed. */
export const logAnswer = (
  entries: ReadonlyArray<string>,
  meta: { readonly limit: number; readonly next_after: number }
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(`{"data":[${entries.join(",")}],"meta":${JSON.stringify(meta)}}`, {
    contentType: "application/json"
  })

export const answerOf = <T>(
  { toWire }: Shape<T>,
  value: NoInfer<T>
): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe(toWire(value))

/** `Location` is the id until the endpoint's rule completes it. */
export const createdAnswer = <T extends { readonly id: string }>(
  { toWire }: Shape<T>,
  value: NoInfer<T>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(toWire(value), { status: 201, headers: { location: value.id } })

const longestText = 16 * 1024

/**
 * Long answers become bytes before they are cached or sent. As text they would fill V8's heap, and
 * a compressed answer would need the bytes as well. A short text is sent in one write with its
 * headers. The buffer is not pooled: a cached slice would hold the whole pool of 64 KiB in memory.
 */
export const longAsBytes = (
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const { body } = response
  if (body._tag !== "Uint8Array" || body.text === undefined || body.contentLength <= longestText) {
    return response
  }
  const bytes = Buffer.allocUnsafeSlow(body.contentLength)
  bytes.write(body.text)
  return HttpServerResponse.setBody(response, HttpBody.uint8Array(bytes, body.contentType))
}
