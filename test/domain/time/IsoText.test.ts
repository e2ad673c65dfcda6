/** Instants as `Date` writes them, whatever was written before. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import { isoText } from "../../../src/domain/time/CalendarDate.ts"

const written = (millis: number) => isoText(DateTime.toUtc(DateTime.makeUnsafe(millis)))

describe("the text of an instant", () => {
  it("is what Date writes, of years of any length", () => {
    const instants = fc.date({ noInvalidDate: true }).map((date) => date.getTime())
    const near = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 86_399_999 }))
    const recent = near.map(([day, millis]) => (20_000 + day) * 86_400_000 + millis)
    fc.assert(
      fc.property(fc.array(fc.oneof(instants, recent), { minLength: 1, maxLength: 8 }), (all) => {
        assert.deepStrictEqual(
          all.map(written),
          all.map((millis) => new Date(millis).toISOString())
        )
      })
    )
  })

  it.each([-1, 0, 86_399_999, 86_400_000, 253_402_300_799_999, 253_402_300_800_000])(
    "is right at the edge %i",
    (millis) => {
      assert.strictEqual(written(millis), new Date(millis).toISOString())
    }
  )
})
