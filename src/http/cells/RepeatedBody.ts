/**
 * The body of a request that may have to be sent to a second cell, because its workspace moved:
 * what was read of it so far, up to a bound.
 */
import type { IncomingMessage } from "node:http"

/** Most bodies of the API and forms are smaller. The first cell refuses a larger one. */
const maxBytes = 65_536

/** Returns what was read so far, `begun` included; null if that was too much. */
export const recordBody = (request: IncomingMessage, begun: Buffer): (() => Buffer | null) => {
  let chunks: Buffer[] | null = [begun]
  let length = begun.length
  const onData = (chunk: Buffer): void => {
    length += chunk.length
    if (length <= maxBytes) {
      chunks?.push(chunk)
      return
    }
    chunks = null
    request.off("data", onData)
  }
  request.on("data", onData)
  return () => (chunks === null ? null : Buffer.concat(chunks))
}
