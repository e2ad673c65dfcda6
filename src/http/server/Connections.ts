/**
 * The sockets of a server. Their number is bounded, and a refused one is closed. None waits for
 * ever on a peer that neither sends nor reads. A stop waits only for those with a request in
 * progress.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { networkOf } from "../edge/RequestContext.ts"
import { type ConnectionBounds, makeConnectionBounds } from "./ConnectionBounds.ts"
import type { SocketLimits } from "./SocketLimits.ts"

interface Connections {
  /** Closes idle connections at once, and each other connection after its answer. */
  readonly drain: () => void
  /** Closes every connection without a request in progress, also if it never sent one. */
  readonly endQuiet: () => void
  readonly destroyAll: () => void
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const ignore = (): void => {}

/** Paths of uploads. A caller is authorized before the body is read. */
const uploadPaths = /^\/(?:v1|(?:projects|clients|invoices)\/[^/?]+)\/files(?:\?|$)/

const isUpload = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "POST" && uploadPaths.test(url)

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * Detaches Node's parser, so that no further request begins. Further bytes are read and dropped:
 * unread bytes would reset the connection, and the peer would lose the answer.
 */
const stopParsing = (socket: Duplex): void => {
  socket.removeAllListeners("data")
  socket.on("data", ignore)
}

/** Answers, and closes the socket after a while if the peer does not. */
const refuse = (socket: Duplex, answer: string, lingerMillis: number): void => {
  socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), lingerMillis)
  socket.once("close", () => clearTimeout(timer))
}

/** The latest request of each socket. */
type Exchanges = WeakMap<Duplex, Exchange>

/** Refuses a broken request, at most once on each socket. */
const makeClientErrorHandler = (
  latest: Exchanges,
  lingerMillis: number,
  refusal: () => string
): ((error: Error, socket: Duplex) => void) => {
  const refused = new WeakSet<Duplex>()
  return (_error, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const exchange = latest.get(socket)
    // The answer to the broken request has begun, so a second answer would be garbage.
    const isAnswered = exchange?.response.headersSent === true && !exchange.request.complete
    if (!socket.writable || (isAnswered && !exchange.response.writableEnded)) {
      socket.destroy()
      return
    }
    stopParsing(socket)
    if (isAnswered) {
      // All of it was written, and a peer that reads gets it.
      refuse(socket, "", lingerMillis)
    } else if (exchange?.request.complete === true && !exchange.response.closed) {
      // The broken request follows one that is still being answered.
      exchange.response.once("close", () => refuse(socket, refusal(), lingerMillis))
    } else {
      refuse(socket, refusal(), lingerMillis)
    }
  }
}

/** Bounds the time of a body. An upload has Node's own limit until it is answered. */
const boundBody = ({ request, response }: Exchange, millis: number, onLate: () => void): void => {
  const bound = () =>
    setTimeout(() => {
      if (!request.complete) onLate()
    }, millis).unref()
  let timer = isUpload(request) ? undefined : bound()
  response.on("finish", () => {
    if (!request.complete) timer ??= bound()
  })
  response.on("close", () => {
    if (request.complete) clearTimeout(timer)
  })
}

/** Tracks the open sockets of a server by peer, within the bounds. */
const trackSockets = (
  server: Server,
  limits: SocketLimits,
  bounds: ConnectionBounds
): ReadonlyMap<string, Socket> => {
  const open = new Map<string, Socket>()
  /** The Keep-Alive header of later answers announces it. */
  const setKeepAlive = (): void => {
    const isCrowded = open.size > limits.manyOpen
    server.keepAliveTimeout = isCrowded ? limits.crowdedMillis : limits.keepAliveMillis
  }

  // With TLS the first socket of a peer is the bare one; the TLS socket replaces it.
  const onConnection = (socket: Socket): void => {
    const { remoteAddress = "", remotePort } = socket
    const peer = `${remoteAddress} ${remotePort}`
    const bare = open.get(peer)
    if (bare !== undefined) bounds.remove(bare)
    if (!bounds.add(socket, networkOf(remoteAddress))) {
      socket.destroy()
      return
    }
    open.set(peer, socket)
    setKeepAlive()
    socket.once("close", () => {
      bounds.remove(socket)
      if (open.get(peer) !== socket) return
      open.delete(peer)
      setKeepAlive()
    })
  }

  setKeepAlive()
  server.on("connection", onConnection)
  server.on("secureConnection", onConnection)
  return open
}

/** Watches a server that does not listen yet; `refusal` is the answer to a broken request. */
export const watchConnections = (
  server: Server,
  limits: SocketLimits,
  refusal: () => string
): Connections => {
  const bounds = makeConnectionBounds(limits)
  const open = trackSockets(server, limits, bounds)
  const latest: Exchanges = new WeakMap()
  const onClientError = makeClientErrorHandler(latest, limits.lingerMillis, refusal)
  let draining = false

  const isQuiet = (socket: Socket): boolean => latest.get(socket)?.response.closed ?? true

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    const exchange = { request, response }
    const previous = latest.get(socket)
    latest.set(socket, exchange)
    bounds.markBusy(socket)
    if (draining) {
      // Only the last of pipelined answers closes the connection: Node drops those behind it.
      if (previous?.response.headersSent === false) previous.response.shouldKeepAlive = true
      response.shouldKeepAlive = false
    }
    if (hasBody(request)) {
      boundBody(exchange, limits.requestMillis, () =>
        onClientError(new Error("The body is late"), socket)
      )
    }
    response.on("timeout", () => {
      if (!request.complete) onClientError(new Error("The body stalled"), socket)
      else if (socket.writableLength > 0) socket.destroy()
      // Otherwise the answer is in progress, and its first byte restarts the timer.
    })
    response.on("finish", () => {
      // The answer preceded the end of the body: the rest has the time of an ordinary body.
      if (!request.complete) socket.setTimeout(limits.stallMillis)
    })
    response.on("close", () => {
      if (!isQuiet(socket)) return
      if (draining) socket.destroySoon()
      else bounds.markIdle(socket)
    })
  }

  server.timeout = limits.stallMillis
  server.on("clientError", onClientError)
  server.on("request", onRequest)
  server.on("checkContinue", onRequest)
  server.on("checkExpectation", onRequest)
  return {
    drain: () => {
      draining = true
      for (const socket of open.values()) {
        const exchange = latest.get(socket)
        // Node writes `Connection: close`.
        if (exchange !== undefined) exchange.response.shouldKeepAlive = false
      }
      server.closeIdleConnections()
    },
    endQuiet: () => {
      draining = true
      for (const socket of open.values()) if (isQuiet(socket)) socket.destroy()
    },
    destroyAll: () => {
      for (const socket of open.values()) socket.destroy()
    }
  }
}
