/** The token bucket of every plan on the test's clock: burst, refill, Retry-After, headers. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { planLimits, trialLimits } from "../../src/domain/access/RateLimit.ts"
import { writeScopes } from "../../src/domain/access/Scope.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { send, sender } from "../support/requests.ts"

const start = (plan: "starter" | "growth" | "scale") =>
  Effect.gen(function* () {
    const app = yield* RetainerMemory
    const created = yield* app.workspace({ plan })
    return { ...created, app, call: sender(created.apiKey) }
  })

/** Requests until the first 429; answers how many went through, and that one. */
const drain = Effect.fnUntraced(function* (call: ReturnType<typeof sender>) {
  for (let count = 0; ; count++) {
    const answer = yield* call("GET", "/v1/clients/x")
    if (answer.status === 429) return { count, refused: answer }
    assert.strictEqual(answer.status, 404)
  }
})

layer(layerRetainerMemory)("rate limits", (it) => {
  for (const [plan, perSecond, window] of [
    ["starter", 1, 100],
    ["growth", 5, 100],
    ["scale", 16, 120]
  ] as const) {
    it.effect(`${plan}: burst, refill and Retry-After`, () =>
      Effect.gen(function* () {
        const { call } = yield* start(plan)
        const { burst, perMinute } = planLimits[plan]
        const first = yield* call("GET", "/v1/projects")
        assert.strictEqual(
          first.headers.get("ratelimit-policy"),
          `"workspace";q=${burst};w=${window}`
        )
        assert.strictEqual(first.headers.get("ratelimit"), `"workspace";r=${burst - 1};t=1`)
        const { count, refused } = yield* drain(call)
        assert.strictEqual(count, burst - 1)
        assert.deepStrictEqual(Object.keys(refused.body.error), ["code", "message", "status"])
        assert.deepInclude(refused.body.error, { code: "RATE_LIMITED", status: 429 })
        assert.strictEqual(refused.headers.get("retry-after"), "1")
        assert.strictEqual(refused.headers.get("ratelimit"), `"workspace";r=0;t=${window}`)
        assert.strictEqual(yield* Effect.map(drain(call), (again) => again.count), 0)

        // A token comes back every 60 / perMinute seconds, not sooner; refusals cost none.
        const interval = 60_000 / perMinute
        yield* TestClock.adjust(interval - 1)
        assert.strictEqual((yield* drain(call)).count, 0)
        yield* TestClock.adjust(1)
        assert.strictEqual((yield* drain(call)).count, 1)
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* drain(call)).count, perSecond)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual((yield* drain(call)).count, burst)
      })
    )
  }

  it.effect("401 and 403 come before it and cost nothing; 400, 404 and 422 cost a token", () =>
    Effect.gen(function* () {
      const own = yield* start("starter")
      const reader = sender(yield* own.app.apiKey(own, ["projects:read"]))
      const left = (answer: { headers: Headers }) => answer.headers.get("ratelimit")?.split(";")[1]
      assert.strictEqual(left(yield* own.call("GET", "/v1/projects")), "r=99")
      const forbidden = yield* reader("GET", "/v1/clients")
      assert.deepStrictEqual([forbidden.status, left(forbidden)], [403, "r=99"])
      const unauthorized = yield* send("GET", "/v1/clients", { key: "rk_x" })
      assert.deepStrictEqual(
        [unauthorized.status, unauthorized.headers.get("ratelimit")],
        [401, null]
      )
      assert.strictEqual(left(yield* own.call("GET", "/v1/projects?limit=0")), "r=98")
      assert.strictEqual(left(yield* own.call("POST", "/v1/clients", {})), "r=97")
      assert.strictEqual(left(yield* own.call("GET", "/v1/projects/x")), "r=96")
      yield* drain(own.call)
      assert.strictEqual((yield* reader("GET", "/v1/clients")).status, 403)
      assert.strictEqual((yield* own.call("POST", "/v1/clients", {})).status, 429)
    })
  )

  it.effect("workspaces do not share a bucket, keys of one do", () =>
    Effect.gen(function* () {
      const one = yield* start("starter")
      const two = yield* start("starter")
      const second = sender(yield* one.app.apiKey(one, ["clients:read"]))
      yield* drain(one.call)
      assert.strictEqual((yield* second("GET", "/v1/clients")).status, 429)
      assert.strictEqual((yield* two.call("GET", "/v1/clients")).status, 200)
    })
  )

  it.effect("failed authentications are limited by address, good keys are not", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      const { call } = yield* start("starter")
      const attempt = send("GET", "/v1/projects", { key: "rk_wrong" })
      for (let index = 0; index < 60; index++) {
        assert.strictEqual((yield* attempt).status, 401)
      }
      const limited = yield* attempt
      assert.deepStrictEqual([limited.status, limited.body.error.code], [429, "RATE_LIMITED"])
      assert.strictEqual(limited.headers.get("retry-after"), "2")
      assert.strictEqual((yield* call("GET", "/v1/projects")).status, 200)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* attempt).status, 401)
      assert.strictEqual((yield* attempt).status, 429)
    })
  )

  it.effect("refusals are limited by credential; what it may do it goes on doing", () =>
    Effect.gen(function* () {
      const own = yield* start("starter")
      const reader = sender(yield* own.app.apiKey(own, ["projects:read"]))
      const other = sender(yield* own.app.apiKey(own, ["projects:read"]))
      const { burst, perMinute } = trialLimits.refusal
      for (let count = 0; count < burst; count++) {
        assert.strictEqual((yield* reader("GET", "/v1/clients")).status, 403)
      }
      const limited = yield* reader("POST", "/v1/invoices", {})
      assert.deepStrictEqual([limited.status, limited.body.error.code], [429, "RATE_LIMITED"])
      assert.strictEqual(limited.headers.get("retry-after"), String(60 / perMinute))
      assert.strictEqual(limited.headers.get("ratelimit"), '"workspace";r=100;t=0')
      assert.strictEqual((yield* reader("GET", "/v1/projects")).status, 200)
      assert.strictEqual((yield* other("GET", "/v1/clients")).status, 403)
      yield* TestClock.adjust(60_000 / perMinute)
      assert.strictEqual((yield* reader("GET", "/v1/clients")).status, 403)
      assert.strictEqual((yield* reader("GET", "/v1/clients")).status, 429)
    })
  )

  it.effect("a refusal that only the body decides on counts as well", () =>
    Effect.gen(function* () {
      const own = yield* start("scale")
      const writer = sender(yield* own.app.apiKey(own, writeScopes))
      const create = writer("POST", "/v1/webhook_endpoints", { url: "https://x.example" })
      for (let count = 0; count < trialLimits.refusal.burst; count++) {
        assert.strictEqual((yield* create).status, 403)
      }
      assert.strictEqual((yield* create).status, 429)
    })
  )
})
