/** A message is genuine by its secret, its id, its time and its bytes; standardwebhooks agrees. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import {
  makeWebhookSecret,
  signWebhook,
  verifyWebhookSignature
} from "../../../src/domain/events/WebhookSignature.ts"

const start = DateTime.makeUnsafe("2026-03-01T12:00:00Z").epochMilliseconds
const seconds = start / 1000
const secret = makeWebhookSecret(Uint8Array.from({ length: 32 }, (_, index) => index))
const other = makeWebhookSecret(new Uint8Array(32))
const body = '{"type":"invoice.paid","data":"ä"}'

const headersOf = (signature: string, timestamp = seconds) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signature
})
const reasonOf = (headers: Parameters<typeof verifyWebhookSignature>[1], text = body) =>
  verifyWebhookSignature(secret, headers, text).pipe(
    Effect.as("genuine"),
    Effect.catchTag("WebhookUnverified", ({ reason }) => Effect.succeed(reason))
  )

describe("a signature", () => {
  it.effect("is what the public library makes of the same message", () =>
    Effect.gen(function* () {
      const theirs = new Webhook(Redacted.value(secret)).sign("evt_1", new Date(start), body)
      assert.strictEqual(yield* signWebhook(secret, "evt_1", seconds, body), theirs)
    })
  )

  it.effect("is good for this message alone, and one good one of several is enough", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const good = yield* signWebhook(secret, "evt_1", seconds, body)
      const foreign = yield* signWebhook(other, "evt_1", seconds, body)
      assert.strictEqual(yield* reasonOf(headersOf(good)), "genuine")
      assert.strictEqual(yield* reasonOf(headersOf(`${foreign} ${good}`)), "genuine")
      assert.strictEqual(yield* reasonOf(headersOf(foreign)), "signature")
      assert.strictEqual(yield* reasonOf(headersOf(good.slice(0, -1))), "signature")
      assert.strictEqual(yield* reasonOf(headersOf(good), `${body} `), "signature")
      assert.strictEqual(
        yield* reasonOf({ ...headersOf(good), "webhook-id": "evt_2" }),
        "signature"
      )
      assert.strictEqual(yield* reasonOf(headersOf(good, seconds + 1)), "signature")
    })
  )

  it.effect("is refused without its headers, and five minutes away from now", () =>
    Effect.gen(function* () {
      const good = yield* signWebhook(secret, "evt_1", seconds, body)
      assert.strictEqual(
        yield* reasonOf({ ...headersOf(good), "webhook-id": undefined }),
        "headers"
      )
      for (const [away, reason] of [
        [-301, "timestamp"],
        [-300, "genuine"],
        [300, "genuine"],
        [301, "timestamp"]
      ] as const) {
        yield* TestClock.setTime(start + away * 1000)
        assert.strictEqual(yield* reasonOf(headersOf(good)), reason, String(away))
      }
      yield* TestClock.setTime(start)
      const wrong = { ...headersOf(good), "webhook-timestamp": `${seconds}e0` }
      assert.strictEqual(yield* reasonOf(wrong), "timestamp")
    })
  )
})
