/** The try after which an endpoint is disabled. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import {
  type EndpointHealth,
  healthAfter,
  healthy,
  isToBeDisabled
} from "../../../src/domain/events/EndpointHealth.ts"
import type { TryOutcome } from "../../../src/domain/events/Webhook.ts"

const start = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
const hour = 3600
const tried = (seconds: number, statusCode: number | null = 500): TryOutcome => ({
  attempt: { at: DateTime.add(start, { seconds }), statusCode, error: null, durationMs: 1 },
  gone: statusCode === 410
})

/** The index of the try that disables the endpoint; -1 if none does. */
const disabledAfter = (outcomes: ReadonlyArray<TryOutcome>): number => {
  let health: EndpointHealth = healthy
  return outcomes.findIndex((outcome) => {
    health = healthAfter(health, outcome)
    return isToBeDisabled(health, outcome)
  })
}

/** The seconds of the plan, without its jitter. */
const day = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

describe("an endpoint", () => {
  it("is disabled by the last try of a day in which it accepted nothing", () => {
    assert.strictEqual(disabledAfter(day.map((seconds) => tried(seconds))), day.length - 1)
    const often = Array.from({ length: 30 }, (_, index) => tried(index * hour))
    assert.strictEqual(disabledAfter(often), 24)
  })

  it("is not where it accepted one event in between", () => {
    const outcomes = day.map((seconds, index) => tried(seconds, index === 5 ? 204 : 500))
    assert.strictEqual(disabledAfter(outcomes), -1)
  })

  it("is not for time in which the service was away, or for a clock that was set", () => {
    const away = [0, 5, 300, 300 + 48 * hour, 310 + 48 * hour, 3600 + 48 * hour]
    assert.strictEqual(disabledAfter(away.map((seconds) => tried(seconds))), -1)
    const back = [72 * hour, 72 * hour + 5, 0, 5, 23 * hour]
    assert.strictEqual(disabledAfter(back.map((seconds) => tried(seconds))), -1)
  })

  it("is at once where its receiver says that it is gone", () => {
    assert.strictEqual(disabledAfter([tried(0, 410)]), 0)
  })

  it("is stored again only after some minutes, or where it accepts events again", () => {
    const first = healthAfter(healthy, tried(0))
    assert.deepStrictEqual(first, { failingSince: start, failedAt: start })
    assert.strictEqual(healthAfter(first, tried(5, null)), first)
    const later = healthAfter(first, tried(hour))
    assert.deepStrictEqual(later, { ...first, failedAt: DateTime.add(start, { hours: 1 }) })
    assert.deepStrictEqual(healthAfter(later, tried(hour + 1, 200)), healthy)
    assert.strictEqual(healthAfter(healthy, tried(0, 200)), healthy)
  })
})
