/** Receivers that fail, endpoints that are unfit or gone. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { WebhookNotSent } from "../../../src/app/ports/events/WebhookSender.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { setUp } from "./receiver.ts"

layer(layerRetainerMemory)("webhooks", (it) => {
  it.effect(
    "a failing receiver is tried ten times within a day, then given up, and again by hand",
    () =>
      Effect.gen(function* () {
        const { app, create, received, newClient, receivers, deliveries, call } = yield* setUp
        const { id } = yield* create()
        let turn = 0
        yield* receivers.behave(() =>
          turn++ % 2 === 0
            ? Effect.succeed(503)
            : Effect.fail(new WebhookNotSent({ reason: "no answer within 10 s" }))
        )
        yield* newClient
        const tries: number[] = []
        let minutes = 0
        yield* app.deliverWebhooks
        tries.push(0)
        for (; minutes < 27 * 60; minutes++) {
          const before = (yield* received).length
          yield* TestClock.adjust("1 minute")
          yield* app.deliverWebhooks
          if ((yield* received).length > before) tries.push(minutes + 1)
        }
        assert.lengthOf(tries, 10)
        const expected = [0, 0.1, 5, 30, 120, 300, 600, 840, 1200, 1440]
        for (const [index, planned] of expected.entries()) {
          const previous = expected[index - 1] ?? 0
          assert.isAtLeast(tries[index] ?? -1, planned - 1)
          assert.isAtMost(tries[index] ?? Number.NaN, planned + (planned - previous) * 0.1 + 2)
        }
        const [dead] = yield* deliveries(id)
        assert.deepInclude(dead, { status: "dead", next_try_at: null })
        assert.lengthOf(dead.attempts, 10)
        assert.deepInclude(dead.attempts[1], { status_code: null, error: "no answer within 10 s" })
        const ids = new Set((yield* received).map(({ headers }) => headers["webhook-id"]))
        assert.strictEqual(ids.size, 1)

        yield* receivers.behave(() => Effect.succeed(204))
        // The endpoint accepted nothing for a day, so it was disabled.
        const endpoint = `/v1/webhook_endpoints/${id}`
        assert.isFalse((yield* call("GET", endpoint)).body.enabled)
        yield* call("PATCH", endpoint, { enabled: true })
        const path = `/v1/webhook_endpoints/${id}/deliveries/${dead.id}/replay`
        assert.strictEqual((yield* call("POST", path)).body.status, "pending")
        yield* app.deliverWebhooks
        const [alive] = yield* deliveries(id)
        assert.strictEqual(alive.status, "delivered")
        assert.lengthOf(alive.attempts, 11)
      })
  )

  it.effect("410 switches the endpoint off; a redirect is a failure", () =>
    Effect.gen(function* () {
      const { app, create, newClient, receivers, deliveries, call } = yield* setUp
      const { id } = yield* create()
      yield* receivers.behave(() => Effect.succeed(302))
      yield* newClient
      yield* app.deliverWebhooks
      assert.strictEqual((yield* deliveries(id))[0].status, "pending")
      yield* receivers.behave(() => Effect.succeed(410))
      yield* TestClock.adjust("10 minutes")
      yield* app.deliverWebhooks
      assert.strictEqual((yield* deliveries(id))[0].status, "dead")
      assert.isFalse((yield* call("GET", `/v1/webhook_endpoints/${id}`)).body.enabled)
      yield* newClient
      assert.lengthOf(yield* deliveries(id), 1)
    })
  )

  it.effect(
    "unfit endpoints are refused; a deleted one and another workspace's are not there",
    () =>
      Effect.gen(function* () {
        const { call, create } = yield* setUp
        for (const [body, message] of [
          [{}, "url: is required"],
          [{ url: "ftp://x.example" }, "url: must be an http or https URL"],
          [{ url: "nonsense" }, "url: must be an http or https URL"],
          [{ url: "https://u:p@x.example" }, "url: must not carry a user"],
          [{ url: "https://x.example/#a" }, "url: must not have a fragment"],
          [{ url: "https://x.example", events: [] }, "events: must name a kind"],
          [{ url: "https://x.example", events: ["nope"] }, "events[0]: "],
          [{ url: "https://x.example", secret: "x" }, "secret: is not known here"]
        ] as const) {
          const refused = yield* call("POST", "/v1/webhook_endpoints", body)
          assert.strictEqual(refused.status, 422, JSON.stringify(body))
          assert.include(refused.body.error.message, message)
        }
        const { id } = yield* create()
        const path = `/v1/webhook_endpoints/${id}`
        assert.strictEqual((yield* call("DELETE", path)).status, 204)
        assert.strictEqual((yield* call("GET", path)).status, 404)
        assert.strictEqual((yield* call("DELETE", path)).status, 404)
      })
  )
})
