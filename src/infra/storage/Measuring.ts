/** Counts and hashes a stream of bytes, and records its first bytes for the file type. */
import { createHash } from "node:crypto"
import { Stream } from "effect"
import type { Measured } from "../../app/ports/files/FileStorage.ts"

/** Read by file-type. */
const headBytes = 4100

export const measuring = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>
): { readonly bytes: Stream.Stream<Uint8Array, E, R>; readonly measured: () => Measured } => {
  const hash = createHash("sha256")
  const head: Uint8Array[] = []
  let size = 0
  return {
    bytes: Stream.map(bytes, (chunk) => {
      if (size < headBytes) head.push(chunk.slice(0, headBytes - size))
      size += chunk.length
      hash.update(chunk)
      return chunk
    }),
    measured: () => ({
      size,
      sha256: hash.digest("hex"),
      head: new Uint8Array(Buffer.concat(head))
    })
  }
}
