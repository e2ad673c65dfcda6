/** Days that exist, and the day that it is in a zone. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import {
  addDays,
  CalendarDate,
  dayIn,
  startOfYear,
  todayIn
} from "../../../src/domain/time/CalendarDate.ts"

describe("dates", () => {
  const is = Schema.is(CalendarDate)
  it.each(["2026-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("%s", (text) => {
    assert.isTrue(is(text))
  })
  it.each([
    "2026-02-30",
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-1-1",
    "0000-01-01",
    "2026-01-01T00:00:00Z",
    "10000-01-01",
    ""
  ])("refuses %s", (text) => {
    assert.isFalse(is(text))
  })
  it("adds days over months, leap days and the end of time", () => {
    assert.strictEqual(addDays(CalendarDate.make("2024-02-28"), 2), "2024-03-01")
    assert.strictEqual(addDays(CalendarDate.make("2026-12-31"), 1), "2027-01-01")
    assert.strictEqual(addDays(CalendarDate.make("9999-12-31"), 30), "9999-12-31")
  })
  it("is another day elsewhere", () => {
    const instant = DateTime.makeUnsafe("2026-03-01T23:30:00Z")
    assert.strictEqual(dayIn(DateTime.zoneMakeNamedUnsafe("Europe/Berlin"), instant), "2026-03-02")
    assert.strictEqual(
      dayIn(DateTime.zoneMakeNamedUnsafe("America/New_York"), instant),
      "2026-03-01"
    )
    const berlin = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")
    assert.strictEqual(
      DateTime.formatIso(startOfYear(berlin, CalendarDate.make("2026-07-01"))),
      "2025-12-31T23:00:00.000Z"
    )
  })
  it.effect("is asked of the clock each time, also within one second, zone by zone", () =>
    Effect.gen(function* () {
      const berlin = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")
      const newYork = DateTime.zoneMakeNamedUnsafe("America/New_York")
      const both = Effect.all([todayIn(berlin), todayIn(newYork), todayIn(berlin)])
      const at = (iso: string) => TestClock.setTime(Date.parse(iso))
      yield* at("2026-03-01T22:59:59.000Z")
      assert.deepStrictEqual(yield* both, ["2026-03-01", "2026-03-01", "2026-03-01"])
      yield* at("2026-03-01T22:59:59.999Z")
      assert.deepStrictEqual(yield* both, ["2026-03-01", "2026-03-01", "2026-03-01"])
      yield* at("2026-03-01T23:00:00.000Z")
      assert.deepStrictEqual(yield* both, ["2026-03-02", "2026-03-01", "2026-03-02"])
    })
  )
})
