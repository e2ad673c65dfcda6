/** The answer with a file: its name for the browser, and a strong ETag of its bytes. */
import { hash } from "node:crypto"
import { HttpApiSchema } from "effect/http-api"

/** ETags of cached documents, so that a repeated read computes no hash. */
const tags = new WeakMap<Uint8Array, string>()

const tagOf = (file: Uint8Array): string => {
  let tag = tags.get(file)
  if (tag === undefined) {
    tag = `"${hash("sha256", file, "base64url")}"`
    tags.set(file, tag)
  }
  return tag
}

export const fileAnswer = ({
  filename,
  bytes
}: {
  readonly filename: string
  readonly bytes: Uint8Array
}) =>
  HttpApiSchema.withHeaders({
    body: bytes,
    headers: {
      "content-disposition": `inline; filename="${filename}"`,
      etag: tagOf(bytes)
    }
  })

const encoder = new TextEncoder()

export const xmlAnswer = ({
  filename,
  text
}: {
  readonly filename: string
  readonly text: string
}) => fileAnswer({ filename, bytes: encoder.encode(text) })
