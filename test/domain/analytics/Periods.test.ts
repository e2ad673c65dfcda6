/** The periods of a range: without a gap, within the range, and not too many. */
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import {
  type Interval,
  maxPeriods,
  periodsOf,
  type Range,
  rangeOf
} from "../../../src/domain/analytics/Periods.ts"
import { addDays, CalendarDate } from "../../../src/domain/time/CalendarDate.ts"

const date = CalendarDate.make
const today = date("2026-03-10")
const intervals: ReadonlyArray<Interval> = ["month", "quarter", "year"]

const range = fc
  .tuple(fc.integer({ min: 0, max: 9000 }), fc.nat(2500), fc.constantFrom(...intervals))
  .map(([start, length, interval]): Range => {
    const from = addDays(date("2003-12-20"), start)
    return { from, to: addDays(from, length), interval }
  })

describe("periods", () => {
  it("have names, and end where the range does", () => {
    const quarters = periodsOf({ from: date("2025-11-15"), to: today, interval: "quarter" })
    assert.deepStrictEqual(quarters, [
      { name: "2025-Q4", from: date("2025-11-15"), to: date("2025-12-31") },
      { name: "2026-Q1", from: date("2026-01-01"), to: today }
    ])
    const [february] = periodsOf({
      from: date("2024-02-01"),
      to: date("2024-02-29"),
      interval: "month"
    })
    assert.deepStrictEqual(february, {
      name: "2024-02",
      from: date("2024-02-01"),
      to: date("2024-02-29")
    })
    const years = periodsOf({ from: date("0001-01-01"), to: date("0002-05-05"), interval: "year" })
    assert.deepStrictEqual(
      years.map(({ name, to }) => [name, to]),
      [
        ["0001", "0001-12-31"],
        ["0002", "0002-05-05"]
      ]
    )
  })

  it("follow each other without a gap, each of one name", () => {
    fc.assert(
      fc.property(range, (given) => {
        const periods = periodsOf(given)
        assert.strictEqual(periods[0]?.from, given.from)
        assert.strictEqual(periods.at(-1)?.to, given.to)
        assert.strictEqual(new Set(periods.map(({ name }) => name)).size, periods.length)
        for (const [at, { from, to, name }] of periods.entries()) {
          assert.isAtMost(Date.parse(from), Date.parse(to))
          const next = periods[at + 1]
          if (next !== undefined) assert.strictEqual(next.from, addDays(to, 1))
          assert.strictEqual(name.slice(0, 4), from.slice(0, 4))
        }
      })
    )
  })
})

describe("a range", () => {
  it("is the last twelve periods where nothing is said", () => {
    const byDefault = (interval: Interval) => rangeOf({ interval }, today)
    for (const [interval, from] of [
      ["month", "2025-04-01"],
      ["quarter", "2023-04-01"],
      ["year", "2015-01-01"]
    ] as const) {
      const found = byDefault(interval)
      assert.isTrue(found._tag === "Success")
      if (found._tag === "Success") {
        assert.deepStrictEqual(found.success, { from: date(from), to: today, interval })
        assert.lengthOf(periodsOf(found.success), 12)
      }
    }
    const early = rangeOf({ to: date("0001-03-01") }, today)
    assert.strictEqual(early._tag === "Success" ? early.success.from : "", "0001-01-01")
  })

  it("is refused backwards, and with more periods than there may be", () => {
    const refused = (given: Partial<Range>) => {
      const found = rangeOf(given, today)
      return found._tag === "Failure" ? found.failure.message : undefined
    }
    assert.strictEqual(refused({ from: date("2026-03-11") }), "from: must not be after to")
    const ten = { from: date("2016-04-01"), to: today }
    assert.isUndefined(refused(ten))
    assert.lengthOf(periodsOf({ ...ten, interval: "month" }), maxPeriods)
    assert.include(refused({ ...ten, from: date("2016-03-31") }), "has 121 periods")
    assert.isUndefined(refused({ ...ten, from: date("2000-01-01"), interval: "year" }))
  })
})
