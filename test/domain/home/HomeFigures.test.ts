/** The periods of Home's one read of revenue: without a gap, and cut after the day last year. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { homePeriods, sameDayLastYear } from "../../../src/domain/home/HomeFigures.ts"
import { addDays, CalendarDate } from "../../../src/domain/time/CalendarDate.ts"

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => addDays(CalendarDate.make("2000-01-01"), days))

describe("the periods of Home", () => {
  it("follow each other from January of the last year to today", () => {
    fc.assert(
      fc.property(day, (today) => {
        const periods = homePeriods(today)
        const last = sameDayLastYear(today)
        assert.strictEqual(periods[0]?.from, `${last.slice(0, 4)}-01-01`)
        assert.strictEqual(periods.at(-1)?.to, today)
        for (const [at, period] of periods.entries()) {
          assert.isTrue(period.from <= period.to, `${today} ${period.from}`)
          const next = periods[at + 1]
          if (next !== undefined) assert.strictEqual(next.from, addDays(period.to, 1))
        }
        assert.isTrue(periods.some(({ to }) => to === last))
        // The chart's months are whole, but for the present one.
        const shown = periods.slice(-12)
        assert.strictEqual(new Set(shown.map(({ name }) => name)).size, 12)
        assert.isTrue(shown.every(({ from }) => from.endsWith("-01")))
      })
    )
  })

  it("a leap day has the 28th before it", () => {
    assert.strictEqual(sameDayLastYear(CalendarDate.make("2024-02-29")), "2023-02-28")
    assert.strictEqual(sameDayLastYear(CalendarDate.make("2026-11-25")), "2025-11-25")
  })
})
