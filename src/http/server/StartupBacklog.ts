/**
 * A request that arrives before there are routes waits for them: the socket listens first, because links name where it
 * listens. Node would leave such a request without an answer for as long as its connection stays.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Those that come while so many wait are cut, as if nothing listened yet. */
const mostWaiting = 1000

export interface EarlyRequests {
  /** Takes those that wait, in their order; all others are the caller's business from then on. */
  readonly serveBy: (serve: Serve) => void
}

/** Of a server that has all its watchers, and does not listen yet. */
export const holdEarlyRequests = (server: Server, most: number = mostWaiting): EarlyRequests => {
  const waiting: Array<readonly [IncomingMessage, ServerResponse]> = []
  const hold: Serve = (request, response) => {
    // Who serves is there already, and was given it too.
    if (server.listenerCount("request") > known) return
    if (waiting.length === most) request.destroy()
    else waiting.push([request, response])
  }
  server.on("request", hold)
  const known = server.listenerCount("request")
  return {
    serveBy: (serve) => {
      server.off("request", hold)
      for (const [request, response] of waiting.splice(0)) {
        // Whoever left needs no answer.
        if (!response.closed) serve(request, response)
      }
    }
  }
}
