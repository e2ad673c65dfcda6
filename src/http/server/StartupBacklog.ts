/**
 * Start-up backlog: requests that arrive before there are routes wait for them. The socket listens
 * first, because links name where it listens, and Node would leave such a request without an
 * answer.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** The connection of a request beyond these is closed, as if nothing listened yet. */
const maxWaiting = 1000

export interface StartupBacklog {
  /** Passes the waiting requests to `serve` in their order, and takes no further ones. */
  readonly serve: (serve: Serve) => void
}

/** For a server that has all its watchers and does not listen yet. */
export const makeStartupBacklog = (server: Server, max: number = maxWaiting): StartupBacklog => {
  const waiting: Array<readonly [IncomingMessage, ServerResponse]> = []
  const hold: Serve = (request, response) => {
    // The routes are attached, and got the request too.
    if (server.listenerCount("request") > known) return
    if (waiting.length === max) request.destroy()
    else waiting.push([request, response])
  }
  server.on("request", hold)
  const known = server.listenerCount("request")
  return {
    serve: (serve) => {
      server.off("request", hold)
      for (const [request, response] of waiting.splice(0)) {
        if (!response.closed) serve(request, response)
      }
    }
  }
}
