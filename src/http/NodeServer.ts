/**
 * The listening socket: limits for slow clients, and the error envelope for requests that are too
 * broken to reach a router.
 */
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { Duplex } from "node:stream"
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import type { HttpServer, HttpServerError } from "effect/http"
import { envelope } from "../api/ErrorEnvelope.ts"
import { RequestId } from "../domain/Ids.ts"

/** Time for what runs when a stop is asked for; then its connections are cut. */
const drainTime = "5 seconds"

const badRequest = JSON.stringify(envelope(400, "The request is not valid HTTP, or too slow"))

// Node's own answers here would be 400, 408 or 431 without a body.
const onClientError = (_error: Error, socket: Duplex): void => {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `X-Request-Id: ${RequestId.fromUuid(randomUUID())}\r\n` +
      `Content-Length: ${Buffer.byteLength(badRequest)}\r\n\r\n${badRequest}`
  )
}

const onExpectation = (_request: IncomingMessage, response: ServerResponse): void => {
  const body = JSON.stringify(envelope(400, "The Expect header is not supported"))
  response.writeHead(400, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-request-id": RequestId.fromUuid(randomUUID()),
    connection: "close"
  })
  response.end(body)
}

export interface TlsKeys {
  readonly cert: Uint8Array
  readonly key: Uint8Array
}

const makeServer = (tls: TlsKeys | undefined): Server => {
  const options = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: 5000,
    // Upgrades are not offered: such a request is an ordinary one.
    shouldUpgradeCallback: () => false
  }
  const server =
    tls === undefined
      ? createServer(options)
      : createTlsServer({ ...options, cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) })
  server.on("clientError", onClientError)
  server.on("checkExpectation", onExpectation)
  return server
}

export const layerNodeServer = (options: {
  readonly host: string
  readonly port: number
  readonly tls: TlsKeys | undefined
}): Layer.Layer<HttpServer.HttpServer, HttpServerError.ServeError> =>
  Layer.unwrap(
    Effect.sync(() => {
      const { tls, host, port } = options
      const server = makeServer(tls)
      return NodeHttpServer.layerServer(() => server, {
        host,
        port,
        gracefulShutdownTimeout: drainTime
      }).pipe(
        Layer.tap(() =>
          // Runs after the drain and before the socket's own finalizer, which waits for the last
          // connection however long it stays.
          Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
        )
      )
    })
  )
