/** Limits of sockets: numbers of open connections, and times in milliseconds. */
import { type ConnectionLimits, connectionLimitsOf } from "./ConnectionBounds.ts"

export interface SocketLimits extends ConnectionLimits {
  /** From the first byte of a request to the last byte of its headers. */
  readonly headersMillis: number
  /** From the headers of a request to its last byte. */
  readonly requestMillis: number
  /** The same for an upload that was not refused. */
  readonly uploadMillis: number
  /** Between two bytes of a body, or of an answer that the peer reads. */
  readonly stallMillis: number
  /**
   * Between two requests: above the 600 s after which the slowest load balancers close a
   * connection.
   */
  readonly keepAliveMillis: number
  /** The same if more than `manyOpen` are open: above the 60 s of most proxies. */
  readonly crowdedMillis: number
  readonly manyOpen: number
  /** Time for the peer to read a refusal. */
  readonly lingerMillis: number
  /** The interval of the checks for late headers and requests. */
  readonly checkMillis: number
  /** Time for the requests in progress at a stop. */
  readonly drainMillis: number
}

export const socketLimitsOf = (openFiles: number, isBehindProxy: boolean): SocketLimits => {
  const bounds = connectionLimitsOf(openFiles, isBehindProxy)
  return {
    ...bounds,
    ...times,
    manyOpen: Math.min(1000, Math.ceil(bounds.maxOpen / 4))
  }
}

const times = {
  headersMillis: 10_000,
  requestMillis: 30_000,
  uploadMillis: 900_000,
  stallMillis: 20_000,
  keepAliveMillis: 620_000,
  crowdedMillis: 65_000,
  lingerMillis: 1000,
  checkMillis: 1000,
  drainMillis: 5000
}
