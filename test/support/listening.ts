/** The API in memory behind a real socket, and what was answered before its router. */
import { once } from "node:events"
import type { ServerResponse } from "node:http"
import { connect } from "node:net"
import { Context, Deferred, Effect, Layer, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { RateLimits } from "../../src/app/ports/RateLimits.ts"
import { WorkspaceVersions } from "../../src/app/ports/workspaces/WorkspaceVersions.ts"
import { ResponseCache } from "../../src/http/cache/ResponseCache.ts"
import { routerConfig } from "../../src/http/edge/DirectReads.ts"
import { layerClientAddress } from "../../src/http/edge/RequestContext.ts"
import { Exposure } from "../../src/http/edge/Transport.ts"
import { layerBodyLimit, layerFastPath, layerHttp } from "../../src/http/Http.ts"
import { Readiness } from "../../src/http/server/Health.ts"
import { layerNodeServer } from "../../src/http/server/NodeServer.ts"
import { RawRequestHook } from "../../src/http/server/RawRequestHook.ts"
import { socketLimitsOf } from "../../src/http/server/SocketLimits.ts"
import { layerRetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { layerErrorPage } from "../../src/web/ErrorPages.ts"

export class Listening extends Context.Service<
  Listening,
  {
    /** Numbers of requests that the hook answered, of those from the cache, and that it passed on. */
    readonly hook: { given: number; hits: number; passed: number }
    /** While it is empty, every look-up misses. */
    readonly cache: { isEmpty: boolean; lookups: number }
    /** Numbers of rate-limit tokens taken by the hook and by the router. */
    readonly tokens: { taken: number }
    /** While it is set, it decides when versions are read. */
    readonly versions: { hold: ((read: () => void) => void) | undefined }
    /** Sends the bytes and reads until the server ends the connection. */
    readonly exchange: (bytes: string) => Effect.Effect<string>
    /**
     * Sends the bytes; the returned effect leaves the connection, and waits until the server knows.
     */
    readonly begin: (bytes: string) => Effect.Effect<Effect.Effect<void>>
  }
>()("test/support/Listening") {}

/** A plain request whose connection ends with its answer; `more` are whole header lines. */
export const getOf = (
  path: string,
  key: Redacted.Redacted,
  more: ReadonlyArray<string> = []
): string =>
  [
    `GET ${path} HTTP/1.1`,
    "Host: x.example",
    `Authorization: Bearer ${Redacted.value(key)}`,
    ...more,
    "Connection: close",
    "",
    ""
  ].join("\r\n")

const layerReadinessOf = Layer.effect(
  Readiness,
  Effect.map(Deferred.make<void>(), (draining) => ({
    isReady: Effect.succeed(true),
    drain: Effect.asVoid(Deferred.succeed(draining, undefined)),
    isDraining: Deferred.isDone(draining),
    drained: Deferred.await(draining)
  }))
)

const make = Effect.gen(function* () {
  const held: Listening["Service"]["versions"] = { hold: undefined }
  const counts = { given: 0, hits: 0, passed: 0 }
  let latest: ServerResponse | undefined
  const inner = yield* RawRequestHook
  const versions = yield* WorkspaceVersions
  const hook = RawRequestHook.of({
    ...inner,
    install: (handler) =>
      inner.install((request, response, pass) => {
        latest = response
        const isTaken = handler(request, response, () => {
          counts.given -= 1
          counts.passed += 1
          pass()
        })
        if (isTaken) counts.given += 1
        return isTaken
      })
  })
  const holding = WorkspaceVersions.make((id, answer) => {
    const request = () => versions.request(id, answer)
    if (held.hold === undefined) request()
    else held.hold(request)
  })
  const tokens = { taken: 0 }
  const limits = yield* RateLimits
  const counting = RateLimits.of({
    ...limits,
    take: (id, plan) => {
      tokens.taken += 1
      return limits.take(id, plan)
    }
  })
  const { address } = yield* HttpServer.HttpServer
  const { hostname, port } = new URL(HttpServer.formatAddress(address))
  const open = async (bytes: string) => {
    const socket = connect(Number(port), hostname)
    socket.on("error", () => {})
    await once(socket, "connect")
    socket.write(bytes)
    return socket
  }
  const listening = Listening.of({
    hook: counts,
    cache: { isEmpty: false, lookups: 0 },
    tokens,
    versions: held,
    begin: (bytes) =>
      Effect.promise(async () => {
        const socket = await open(bytes)
        return Effect.promise(async () => {
          socket.destroy()
          if (latest?.closed === false) await once(latest, "close")
        })
      }),
    exchange: (bytes) =>
      Effect.promise(async () => {
        const socket = await open(bytes)
        let text = ""
        for await (const chunk of socket) text += chunk.toString("latin1")
        return text
      })
  })
  return Context.make(Listening, listening).pipe(
    Context.add(RawRequestHook, hook),
    Context.add(RateLimits, counting),
    Context.add(WorkspaceVersions, holding)
  )
})

/** Counts the hits of a cache of its own. */
const layerCountingCache = Layer.effect(
  ResponseCache,
  Effect.gen(function* () {
    const cache = yield* ResponseCache
    const { hook, cache: held } = yield* Listening
    return ResponseCache.of({
      ...cache,
      holds: (request, caller) => !held.isEmpty && cache.holds(request, caller),
      lookup: (request, peeked, now, waiter) => {
        held.lookups += 1
        cache.lookup(request, peeked, now, {
          ...waiter,
          resume: (hit, caller) => {
            if (held.isEmpty) return waiter.resume(undefined, caller)
            if (hit !== undefined) hook.hits += 1
            waiter.resume(hit, caller)
          }
        })
      }
    })
  })
).pipe(Layer.provide(ResponseCache.layer.pipe(Layer.fresh)))

/** With RetainerMemory and all that it has, on the same store. */
export const layerListening = (exposure: Partial<Exposure["Service"]> = {}) =>
  layerFastPath.pipe(
    Layer.provide(
      HttpRouter.serve(layerHttp.pipe(Layer.provide(layerErrorPage)), {
        disableLogger: true,
        disableListenLog: true,
        routerConfig
      })
    ),
    Layer.provide(layerCountingCache),
    Layer.provideMerge(Layer.effectContext(make)),
    Layer.provide(layerBodyLimit),
    Layer.provide(layerClientAddress(exposure.trustProxy ?? false)),
    Layer.provide(
      Layer.succeed(Exposure, {
        isTls: false,
        trustProxy: false,
        baseUrl: "http://retainer.test",
        corsOrigins: [],
        metricsToken: undefined,
        ...exposure
      })
    ),
    Layer.provide(
      layerNodeServer({
        host: "127.0.0.1",
        port: 0,
        tls: undefined,
        limits: socketLimitsOf(1024, false)
      })
    ),
    Layer.provideMerge(layerReadinessOf),
    Layer.provide(HttpServer.layerServices),
    Layer.provideMerge(layerRetainerMemory)
  )
