/**
 * HTTP server on Node's sockets. An invalid HTTP/1 request gets the error envelope and never
 * reaches the router. Slow clients are disconnected, and a stop closes every connection after its
 * last answer.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Context, Effect, Layer } from "effect"
import {
  HttpServer,
  type HttpServerError,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { envelope } from "../../api/errors/ErrorEnvelope.ts"
import { newRequestId, smallContext } from "../edge/RequestContext.ts"
import { watchConnections } from "./Connections.ts"
import { Readiness } from "./Health.ts"
import { type RawRequestHandler, RawRequestHook } from "./RawRequestHook.ts"
import type { SocketLimits } from "./SocketLimits.ts"
import { makeStartupBacklog, type StartupBacklog } from "./StartupBacklog.ts"

const refusalOf = (message: string) => {
  const body = JSON.stringify(envelope(400, message))
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": newRequestId(),
    connection: "close"
  }
  return { body, headers }
}

/** Replaces Node's answers to a request that does not parse: 400, 408 or 431 without a body. */
export const brokenRequest = (): string => {
  const { body, headers } = refusalOf("The request is not valid HTTP, or too slow")
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 400 Bad Request\r\n${lines.join("")}\r\n${body}`
}

const onExpectation = (_request: IncomingMessage, response: ServerResponse): void => {
  const { body, headers } = refusalOf("The Expect header is not supported")
  response.writeHead(400, headers).end(body)
}

interface TlsKeys {
  readonly cert: Uint8Array
  readonly key: Uint8Array
}

export const makeServer = (tls: TlsKeys | undefined, limits: SocketLimits): Server => {
  const options = {
    headersTimeout: limits.headersMillis,
    // The limit of the longest requests; `watchConnections` gives others less time.
    requestTimeout: limits.uploadMillis,
    connectionsCheckingInterval: limits.checkMillis,
    // Node would answer without a body; `requestProblem` answers instead.
    requireHostHeader: false,
    // Upgrades are not offered, so such a request is an ordinary one.
    shouldUpgradeCallback: () => false
  }
  return tls === undefined
    ? createServer(options)
    : createTlsServer({
        ...options,
        handshakeTimeout: limits.headersMillis,
        cert: Buffer.from(tls.cert),
        key: Buffer.from(tls.key)
      })
}

type Incoming = ReturnType<typeof NodeHttpServerRequest.toIncomingMessage>

const countOf = (rawHeaders: ReadonlyArray<string>, wanted: string): number => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === wanted.length && name.toLowerCase() === wanted) count += 1
  }
  return count
}

/**
 * Problems that Node's parser accepts. RFC 9112 §3.2: exactly one Host with HTTP/1.1, at most one
 * before; Node takes the first of several, a proxy may have taken another. The same holds for
 * Authorization (RFC 9110 §5.3: it is no list). RFC 9112 §6.1: the end of a body in another
 * encoding is unknown.
 */
export const requestProblem = ({
  httpVersion,
  rawHeaders,
  headers
}: Incoming): string | undefined => {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "The request is not HTTP/1.1"
  if ((headers["transfer-encoding"] ?? "chunked").toLowerCase() !== "chunked") {
    return "The only Transfer-Encoding is chunked"
  }
  if (countOf(rawHeaders, "authorization") > 1) {
    return "A request has at most one Authorization header"
  }
  const hosts = countOf(rawHeaders, "host")
  return hosts > 1 || (hosts === 0 && httpVersion === "1.1")
    ? "A request needs exactly one Host header"
    : undefined
}

type HttpApplication = Parameters<HttpServer.HttpServer["Service"]["serve"]>[0]

/** Only valid requests reach the app. */
const guarded = (app: HttpApplication): HttpApplication =>
  Effect.withFiber(({ context }) => {
    const request = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
    const problem = requestProblem(NodeHttpServerRequest.toIncomingMessage(request))
    if (problem === undefined) return app
    const { body, headers } = refusalOf(problem)
    return Effect.succeed(HttpServerResponse.text(body, { status: 400, headers }))
  })

interface Listening {
  readonly server: Server
  /** Listeners that see each request, whether the hook or the router answers it. */
  readonly watchers: ReturnType<Server["listeners"]>
  readonly backlog: StartupBacklog
}

interface Hook {
  handler: RawRequestHandler | undefined
}

/**
 * Puts the hook before the listener that `serve` attaches, and serves the backlog. One listener
 * calls both, and it stays until the last connection has its answer.
 */
const serveBehind = <E, R>(
  hook: Readonly<Hook>,
  { server, watchers, backlog }: Listening,
  serve: Effect.Effect<void, E, R>
) =>
  Effect.gen(function* () {
    const before = server.listeners("request")
    yield* Effect.addFinalizer(() => Effect.sync(() => server.removeAllListeners("request")))
    yield* serve
    const handlers = server.listeners("request").filter((one) => !before.includes(one))
    const enter = (request: IncomingMessage, response: ServerResponse): void => {
      const pass = () => {
        for (const handle of handlers) handle(request, response)
      }
      const handler = request.method === "GET" ? hook.handler : undefined
      if (handler === undefined || !handler(request, response, pass)) pass()
    }
    server.removeAllListeners("request")
    server.on("request", (request, response) => {
      for (const watch of watchers) watch(request, response)
      enter(request, response)
    })
    backlog.serve(enter)
  })

const installIn =
  (hook: Hook): RawRequestHook["Service"]["install"] =>
  (handler) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        hook.handler = handler
      }),
      () =>
        Effect.sync(() => {
          hook.handler = undefined
        })
    )

export const layerNodeServer = (options: {
  readonly host: string
  readonly port: number
  readonly tls: TlsKeys | undefined
  readonly limits: SocketLimits
}): Layer.Layer<HttpServer.HttpServer | RawRequestHook, HttpServerError.ServeError, Readiness> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { tls, host, port, limits } = options
      const { drained } = yield* Readiness
      const server = makeServer(tls, limits)
      const connections = watchConnections(server, limits, brokenRequest)
      server.on("checkExpectation", onExpectation)
      const watchers = server.listeners("request")
      const backlog = makeStartupBacklog(server)
      const inner = yield* NodeHttpServer.make(() => server, {
        host,
        port,
        gracefulShutdownTimeout: limits.drainMillis
      })
      // Runs after the drain and before the socket's own finalizer, which waits for the last
      // connection however long it stays.
      yield* Effect.addFinalizer(() => Effect.sync(connections.destroyAll))
      const hook: Hook = { handler: undefined }
      yield* Effect.forkScoped(Effect.andThen(drained, Effect.sync(connections.drain)))
      const http = HttpServer.make({
        address: inner.address,
        serve: (app, middleware) => {
          const whole = guarded(app)
          const serve =
            middleware === undefined ? inner.serve(whole) : inner.serve(whole, middleware)
          return Effect.andThen(
            serveBehind(
              hook,
              { server, watchers, backlog },
              Effect.updateContext(serve, smallContext)
            ),
            // Runs just before the server stops to accept.
            Effect.addFinalizer(() => Effect.sync(connections.endQuiet))
          )
        }
      })
      return Context.make(HttpServer.HttpServer, http).pipe(
        Context.add(RawRequestHook, { install: installIn(hook) })
      )
    })
  )
