/**
 * `retainer router`: the router's process, in front of cells. It has no database and no secret, and
 * serves until it is interrupted; requests in progress are finished first.
 */
import type { Server } from "node:http"
import { Effect } from "effect"
import { loadRouterConfig, type RouterConfig } from "../../config/Config.ts"
import { makeCellRouter } from "../../http/cells/CellRouter.ts"
import { makeUpstream } from "../../http/cells/Upstream.ts"
import { watchConnections } from "../../http/server/Connections.ts"
import { brokenRequest, makeServer, requestProblem } from "../../http/server/NodeServer.ts"
import { socketLimitsOf } from "../../http/server/SocketLimits.ts"
import { routerErrorPage } from "../../web/ErrorPages.ts"
import { errnoOf, publicUrlsOf, readTls } from "../Listener.ts"
import { ListenFailed } from "../ListenFailed.ts"
import { layerLogging } from "../Logging.ts"
import { openFileLimit } from "../OpenFiles.ts"
import { boundStop } from "../Stop.ts"
import { announce } from "../workers/Workers.ts"

const listen = (server: Server, { host, port }: RouterConfig) =>
  Effect.callback<void, ListenFailed>((resume) => {
    server.once("error", (cause) =>
      resume(Effect.fail(new ListenFailed({ host, port, code: errnoOf(cause) })))
    )
    server.listen(port, host, () => resume(Effect.void))
  })

const listeningAt = (server: Server): string => {
  const address = server.address()
  if (address === null || typeof address === "string") return ""
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

/** The cells, watched until the scope ends. */
const watchCells = ({ cells }: RouterConfig) =>
  Effect.gen(function* () {
    const fork = Effect.runForkWith(yield* Effect.context<never>())
    const onChange = (label: string, state: string): void => {
      const words = state === "up" ? "The cell answers again" : `The cell is ${state}`
      fork(Effect.logWarning(words, { cell: label }))
    }
    return yield* Effect.acquireRelease(
      Effect.sync(() => cells.map((cell) => makeUpstream(cell, onChange))),
      (upstreams) =>
        Effect.sync(() => {
          for (const upstream of upstreams) upstream.stop()
        })
    )
  })

const serve = Effect.fnUntraced(function* (config: RouterConfig) {
  const tls = yield* readTls(config)
  const limits = socketLimitsOf(openFileLimit(), config.trustProxy)
  const upstreams = yield* watchCells(config)
  const server = makeServer(tls, limits)
  const connections = watchConnections(server, limits, brokenRequest)
  yield* Effect.addFinalizer(() =>
    Effect.callback<void>((resume) => {
      server.close(() => resume(Effect.void))
      connections.drain()
      connections.endQuiet()
      setTimeout(connections.destroyAll, limits.drainMillis).unref()
    })
  )
  yield* listen(server, config)
  const { own: listening, baseUrl, portalUrl } = publicUrlsOf(config, listeningAt(server))
  const route = makeCellRouter(
    {
      baseUrl,
      portalUrl,
      cells: upstreams,
      trustProxy: config.trustProxy,
      isTls: tls !== undefined,
      errorPage: routerErrorPage
    },
    requestProblem
  )
  server.on("request", route)
  server.on("checkContinue", (request, response) => {
    response.writeContinue()
    route(request, response)
  })
  const labels = config.cells.map(({ label }) => label).join(" ")
  yield* announce({ url: baseUrl, listening, cells: labels, pid: process.pid })
  return yield* Effect.never
})

export const serveRouter = Effect.gen(function* () {
  boundStop(9000)
  const config = yield* loadRouterConfig
  return yield* serve(config).pipe(Effect.provide(layerLogging(config)))
}).pipe(Effect.scoped)
