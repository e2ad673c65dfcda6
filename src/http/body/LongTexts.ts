/**
 * Long answers become bytes before they are cached or sent. As text they would fill V8's heap, and
 * a compressed answer would need the bytes as well. A short text is sent in one write with its
 * headers.
 *
 * The buffer is not pooled: a cached slice would hold the whole pool of 64 KiB in memory.
 */
import { HttpBody, HttpServerResponse } from "effect/http"

const longestText = 16 * 1024

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
