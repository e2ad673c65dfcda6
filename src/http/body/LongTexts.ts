/**
 * Long answers are bytes before they are kept or sent. As text they would be in V8's heap, which is let grow by half of what
 * it holds before it is collected, and who asks for a coding would have the same bytes made beside it. What is
 * short stays text, which is sent in one piece with its headers.
 *
 * The bytes have their memory to themselves: Node makes what it is asked for in pieces of 64 KiB, and a kept answer
 * would keep the whole piece.
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
