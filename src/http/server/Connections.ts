/**
 * The sockets of a server. Their number is bounded, and a refused one is closed. None waits for
 * ever on a peer that neither sends nor reads. A stop waits only for those with a request in
 * progress.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { networkOf } from "./ClientAddress.ts"
import {
  type ConnectionLimits,
  connectionLimitsOf,
  makeConnectionBounds
} from "./ConnectionBounds.ts"

export interface SocketLimits extends ConnectionLimits {
  /** From a request's first byte to the last one of its headers. */
  readonly headersMillis: number
  /** From a request's headers to its last byte. */
  readonly requestMillis: number
  /** The same of a file that is uploaded, while nobody refused it. */
  readonly uploadMillis: number
  /** Between two bytes of a body, or of an answer that the peer takes. */
  readonly stallMillis: number
  /** Between two requests: longer than the 600 s after which the slowest of balancers give up a connection. */
  readonly keepAliveMillis: number
  /** The same once more than `manyOpen` are open: longer than the 60 s of most proxies. */
  readonly crowdedMillis: number
  readonly manyOpen: number
  /** After a refusal, for the peer to read it. */
  readonly lingerMillis: number
  /** How often the times of headers and requests are looked at. */
  readonly checkMillis: number
  /** For what runs when a stop is asked for. */
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

export interface Connections {
  /** From now on a connection ends with its answer; those between two requests end at once. */
  readonly drain: () => void
  /** Ends every connection without a request in progress, those that never sent one included. */
  readonly endQuiet: () => void
  readonly destroyAll: () => void
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const ignore = (): void => {}

/** Where files are uploaded: only to who was let in before the body is read. */
const uploadPaths = ["/v1/files", "/settings/files"]

const isUpload = ({ method, url = "" }: IncomingMessage): boolean =>
  method === "POST" && uploadPaths.includes(url.split("?", 1)[0] ?? "")

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/**
 * Without its listener Node's parser gets nothing more, so no late request is begun. What arrives is
 * still read: unread bytes would reset the connection and take the answer with them.
 */
const stopParsing = (socket: Duplex): void => {
  socket.removeAllListeners("data")
  socket.on("data", ignore)
}

/** Answers and ends the socket, whatever the peer does. */
const refuse = (socket: Duplex, answer: string, lingerMillis: number): void => {
  socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), lingerMillis)
  socket.once("close", () => clearTimeout(timer))
}

/** Watches a server that does not listen yet; `refusal` makes the answer to a broken request. */
export const watchConnections = (
  server: Server,
  limits: SocketLimits,
  refusal: () => string
): Connections => {
  const open = new Map<string, Socket>()
  const bounds = makeConnectionBounds(limits)
  const latest = new WeakMap<Duplex, Exchange>()
  const refused = new WeakSet<Duplex>()
  let draining = false

  const isQuiet = (socket: Socket): boolean => latest.get(socket)?.response.closed ?? true

  const onClientError = (_error: Error, socket: Duplex): void => {
    if (refused.has(socket)) return
    refused.add(socket)
    const exchange = latest.get(socket)
    const isAnswered = exchange?.response.headersSent ?? false
    // The broken part belongs to a request whose answer has begun: a second one would be garbage.
    if (!socket.writable || (isAnswered && exchange?.request.complete === false)) {
      socket.destroy()
      return
    }
    stopParsing(socket)
    if (exchange?.request.complete === true && !exchange.response.closed) {
      // A whole request is being answered, and this came after it on the same connection.
      exchange.response.once("close", () => refuse(socket, refusal(), limits.lingerMillis))
    } else {
      refuse(socket, refusal(), limits.lingerMillis)
    }
  }

  /** A body has its time; that of an upload is Node's own limit, until the upload is answered. */
  const boundBody = (request: IncomingMessage, response: ServerResponse): void => {
    const bound = () =>
      setTimeout(() => {
        if (!request.complete) onClientError(new Error("The body is late"), request.socket)
      }, limits.requestMillis).unref()
    let timer = isUpload(request) ? undefined : bound()
    response.on("finish", () => {
      if (!request.complete) timer ??= bound()
    })
    response.on("close", () => {
      if (request.complete) clearTimeout(timer)
    })
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    latest.set(socket, { request, response })
    bounds.markBusy(socket)
    if (draining) response.shouldKeepAlive = false
    if (hasBody(request)) boundBody(request, response)
    response.on("timeout", () => {
      if (!request.complete) onClientError(new Error("The body stalled"), socket)
      else if (socket.writableLength > 0) socket.destroy()
      // Else the answer is still being made; its first byte sets the clock back.
    })
    response.on("finish", () => {
      // Answered before its body was here: the rest has no more time than the body of any other.
      if (!request.complete) socket.setTimeout(limits.stallMillis)
    })
    response.on("close", () => {
      if (!isQuiet(socket)) return
      if (draining) socket.destroySoon()
      else bounds.markIdle(socket)
    })
  }

  /** Counts for what is answered from now on, and is told to its reader. */
  const keepFor = (): void => {
    const isCrowded = open.size > limits.manyOpen
    server.keepAliveTimeout = isCrowded ? limits.crowdedMillis : limits.keepAliveMillis
  }

  // With TLS the peer's first socket is the bare one; it is replaced when the handshake is done.
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
    keepFor()
    socket.once("close", () => {
      bounds.remove(socket)
      if (open.get(peer) !== socket) return
      open.delete(peer)
      keepFor()
    })
  }

  server.timeout = limits.stallMillis
  keepFor()
  server.on("connection", onConnection)
  server.on("secureConnection", onConnection)
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
