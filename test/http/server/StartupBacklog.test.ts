/** Requests that arrive during start-up are answered once, in order, when routes exist. */
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { afterEach, beforeEach } from "vitest"
import { Readiness } from "../../../src/http/server/Health.ts"
import { layerNodeServer } from "../../../src/http/server/NodeServer.ts"
import { socketLimitsOf } from "../../../src/http/server/SocketLimits.ts"
import { makeStartupBacklog } from "../../../src/http/server/StartupBacklog.ts"
import { eventually } from "../../support/process.ts"

const readiness = Layer.succeed(Readiness, {
  isReady: Effect.succeed(true),
  drain: Effect.void,
  isDraining: Effect.succeed(false),
  drained: Effect.never
})

let requests = 0
const onRequest = (): void => {
  requests += 1
}
beforeEach(() => {
  requests = 0
  subscribe("http.server.request.start", onRequest)
})
afterEach(() => {
  unsubscribe("http.server.request.start", onRequest)
})
const arrived = (count: number) => eventually(async () => (requests === count ? true : undefined))

const listening = async () => {
  const server = createServer()
  const backlog = makeStartupBacklog(server, 2)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { server, backlog, ask: (path: string) => fetch(`http://127.0.0.1:${port}${path}`) }
}

describe("a request before there are routes", () => {
  it("is answered by them", async () => {
    const scope = Effect.runSync(Scope.make())
    const listener = layerNodeServer({
      host: "127.0.0.1",
      port: 0,
      tls: undefined,
      limits: socketLimitsOf(1024, false)
    }).pipe(Layer.provide(readiness))
    const built = await Effect.runPromise(Layer.buildWithScope(listener, scope))
    const { address } = Context.get(built, HttpServer.HttpServer)
    const ask = (path: string, body?: string) =>
      fetch(`${HttpServer.formatAddress(address)}${path}`, body ? { method: "POST", body } : {})
    const early = [ask("/one"), ask("/two", "a body")]
    await arrived(2)
    const begun: Array<string> = []
    const app = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      begun.push(request.url)
      return HttpServerResponse.text(`${request.url} ${yield* Effect.orDie(request.text)}`)
    })
    await Effect.runPromise(
      Layer.buildWithScope(
        HttpServer.serve(app).pipe(Layer.provide(Layer.succeedContext(built))),
        scope
      )
    )
    const texts = await Promise.all(early.map(async (one) => (await one).text()))
    assert.deepEqual(texts, ["/one ", "/two a body"])
    assert.strictEqual(await (await ask("/later")).text(), "/later ")
    assert.sameMembers(begun, ["/one", "/two", "/later"])
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("waits in turn, and is cut where too many wait", async () => {
    const { server, backlog, ask } = await listening()
    const first = ask("/first")
    await arrived(1)
    const second = ask("/second")
    await arrived(2)
    const third = ask("/third").then(
      () => "answered",
      () => "cut"
    )
    assert.strictEqual(await third, "cut")
    const order: Array<string | undefined> = []
    backlog.serve((request, response) => {
      order.push(request.url)
      response.end("here")
    })
    assert.strictEqual(await (await first).text(), "here")
    assert.strictEqual(await (await second).text(), "here")
    assert.deepEqual(order, ["/first", "/second"])
    server.closeAllConnections()
    server.close()
  })

  it("is not answered twice where who serves has come meanwhile", async () => {
    const { server, backlog, ask } = await listening()
    server.on("request", (_, response) => response.end("by the other"))
    assert.strictEqual(await (await ask("/")).text(), "by the other")
    backlog.serve(() => assert.fail("it was answered"))
    server.closeAllConnections()
    server.close()
  })
})
