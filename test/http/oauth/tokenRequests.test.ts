/** Malformed requests to the token endpoints; refusals are not cacheable either. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { countedBody, streamed } from "../../support/bodies.ts"
import { sender } from "../../support/requests.ts"

const form = "application/x-www-form-urlencoded"
const paths = ["/oauth/token", "/oauth/revoke", "/v1/oauth/token"]

const start = Effect.gen(function* () {
  const app = yield* RetainerMemory
  yield* TestClock.adjust("10 minutes")
  return (path: string, init: RequestInit, headers: Record<string, string> = {}) =>
    Effect.promise(() =>
      app.fetch(
        new Request(`http://retainer.test${path}`, {
          method: "POST",
          ...init,
          headers: { "content-type": form, ...headers }
        })
      )
    )
})

layer(layerRetainerMemory)("token requests", (it) => {
  it.effect("16 KiB are read and no more; what is announced longer is not read", () =>
    Effect.gen(function* () {
      const post = yield* start
      for (const path of paths) {
        const endless = countedBody(1_048_576)
        const refused = yield* post(path, streamed(endless))
        assert.strictEqual(refused.status, 400, path)
        assert.include(yield* Effect.promise(() => refused.text()), "16 KiB")
        assert.isAtMost(endless.read(), 3 * 16_384)
        const announced = countedBody(1_048_576)
        const length = { "content-length": "1048576" }
        assert.strictEqual((yield* post(path, streamed(announced), length)).status, 400)
        assert.strictEqual(announced.read(), 0)
        const otherType = countedBody(1_048_576)
        const json = { "content-type": "application/json" }
        assert.strictEqual((yield* post(path, streamed(otherType), json)).status, 400)
        assert.strictEqual(otherType.read(), 0)
      }
    })
  )

  it.effect("every refusal is no-store: 400, 401 and 429", () =>
    Effect.gen(function* () {
      const post = yield* start
      for (const path of paths) {
        const seen = new Set<number>()
        const credentials = "client_id=app_01h2xcejqtf2nbrexx3vqjhp41&client_secret=x"
        for (const body of [
          "",
          "grant_type=x",
          `grant_type=authorization_code&code=x&${credentials}`
        ]) {
          const refused = yield* post(path, { body })
          assert.isAtLeast(refused.status, 400, `${path} ${body}`)
          assert.strictEqual(refused.headers.get("cache-control"), "no-store", `${path} ${body}`)
          seen.add(refused.status)
        }
        while (!seen.has(429)) {
          const refused = yield* post(path, { body: "" })
          assert.strictEqual(refused.headers.get("cache-control"), "no-store", path)
          seen.add(refused.status)
        }
        yield* TestClock.adjust("10 minutes")
      }
    })
  )

  it.effect("so is every answer of /v1, but what carries an ETag is asked about again", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* (yield* RetainerMemory).workspace()
      const call = sender(apiKey)
      const made = yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })
      const caching = (path: string) =>
        Effect.map(call("GET", path), ({ headers }) => headers.get("cache-control"))
      assert.strictEqual(yield* caching(`/v1/clients/${made.body.id}`), "private, no-cache")
      for (const path of [
        "/v1/clients",
        "/v1/clients/x",
        "/v1/nope",
        "/v1/clients?limit=0",
        "/v1"
      ]) {
        assert.strictEqual(yield* caching(path), "no-store", path)
      }
      assert.strictEqual(yield* caching("/healthz"), "no-store")
    })
  )
})
