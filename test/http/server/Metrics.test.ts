/** Access to `/metrics`: with the token, or from this machine where none is set. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { Exposure } from "../../../src/http/edge/Transport.ts"
import { layerMetrics } from "../../../src/http/server/Metrics.ts"
import { SignerMemory } from "../../../src/testing/SignerMemory.ts"

interface Asked {
  readonly peer: string
  readonly token?: string
  readonly trustProxy?: boolean
  readonly headers?: Record<string, string>
}

const statusFor = ({ peer, token, trustProxy = false, headers = {} }: Asked) =>
  Effect.gen(function* () {
    const exposure = Layer.succeed(Exposure, {
      isTls: false,
      trustProxy,
      baseUrl: "https://retainer.example",
      corsOrigins: [],
      metricsToken: token === undefined ? undefined : Redacted.make(token)
    })
    const routes = yield* HttpRouter.toHttpEffect(
      layerMetrics.pipe(Layer.provide(Layer.merge(exposure, SignerMemory)))
    )
    const request = HttpServerRequest.fromWeb(
      new Request("http://retainer.test/metrics", { headers })
    ).modify({ remoteAddress: Option.some(peer) })
    const response = yield* Effect.provideService(
      routes,
      HttpServerRequest.HttpServerRequest,
      request
    )
    return response.status
  }).pipe(Effect.scoped)

const token = "a token of sixteen or more".replaceAll(" ", "-")
const bearing = (text: string) => ({ authorization: `Bearer ${text}` })
const from = (address: string) => ({ "x-forwarded-for": address })

describe("without a token", () => {
  it.effect.each([
    ["127.0.0.1", {}, false, 200],
    ["::ffff:127.0.0.1", {}, false, 200],
    ["::1", {}, false, 200],
    ["10.0.0.7", {}, false, 403],
    ["2001:db8::1", {}, false, 403],
    ["unknown", {}, false, 403],
    // An unconfigured proxy on this machine: the caller is elsewhere.
    ["127.0.0.1", from("203.0.113.5"), false, 403],
    ["127.0.0.1", { forwarded: "for=203.0.113.5" }, false, 403],
    ["127.0.0.1", { "x-real-ip": "203.0.113.5" }, false, 403],
    ["127.0.0.1", { "x-forwarded-host": "retainer.example" }, false, 403],
    ["127.0.0.1", { "x-forwarded-proto": "https" }, false, 403],
    ["127.0.0.1", { via: "1.1 proxy" }, false, 403],
    ["10.0.0.7", from("127.0.0.1"), false, 403],
    // A trusted proxy names the caller: what the caller wrote before it proves nothing.
    ["127.0.0.1", from("203.0.113.5"), true, 403],
    ["127.0.0.1", from("127.0.0.1, 203.0.113.5"), true, 403],
    ["10.0.0.7", from("203.0.113.5, 127.0.0.1"), true, 200],
    // A proxy that names no caller may have forwarded a request from anywhere.
    ["127.0.0.1", {}, true, 403],
    ["127.0.0.1", { "x-forwarded-proto": "https" }, true, 403]
  ] as const)("%s %j trusting %s: %i", ([peer, headers, trustProxy, status]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusFor({ peer, headers, trustProxy }), status)
    })
  )
})

describe("with a token", () => {
  it.effect.each([
    ["10.0.0.7", bearing(token), 200],
    ["127.0.0.1", bearing(token), 200],
    ["127.0.0.1", {}, 401],
    ["10.0.0.7", bearing(`${token}x`), 401],
    ["10.0.0.7", { authorization: token }, 401]
  ] as const)("%s %j: %i", ([peer, headers, status]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* statusFor({ peer, headers, token }), status)
    })
  )
})
