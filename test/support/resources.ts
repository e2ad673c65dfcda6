/** Fixtures of resource tests: half past midnight in Berlin, and access to wire values. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { sender } from "./requests.ts"

export const isInstant = (text: string) =>
  assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

export const keys = (value: object) => Object.keys(value).sort()

export const start = Effect.gen(function* () {
  yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-03-10T23:30:00Z")))
  const created = yield* (yield* RetainerMemory).workspace({ timeZone: "Europe/Berlin" })
  return { ...created, call: sender(created.apiKey) }
})

export const address = {
  line1: "1 Way",
  city: "London",
  state: "",
  postal_code: "N1",
  country: "GB"
}
