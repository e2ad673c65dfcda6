/** Amounts, quantities and dates in the forms of a locale. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { formatsOf } from "../../../src/domain/money/Formats.ts"
import { Locale } from "../../../src/domain/text/Text.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"

describe("the forms of a locale", () => {
  it("print their own decimals, in the forms of a locale", () => {
    const print = (minor: number, code: string, locale = "en") =>
      formatsOf(locale).money(minor, CurrencyCode.make(code))
    assert.strictEqual(print(13_200, "USD"), "132.00 USD")
    assert.strictEqual(print(1_234_567, "JPY"), "1,234,567 JPY")
    assert.strictEqual(print(-1_234_567, "KWD"), "-1,234.567 KWD")
    assert.strictEqual(print(1_234_567, "EUR", "de"), "12.345,67 EUR")
    assert.strictEqual(print(1_234_567, "EUR", "de-CH").replace("’", "'"), "12'345.67 EUR")
    // Exact where a float of the major unit is not.
    assert.strictEqual(print(99_999_999_999_999, "KWD"), "99,999,999,999.999 KWD")
    assert.strictEqual(formatsOf("en").percent(0.09975), "9.975%")
    assert.strictEqual(formatsOf("de").quantity(1234.5678), "1.234,5678")
    assert.strictEqual(formatsOf("de").date(CalendarDate.make("2026-03-01")), "01.03.2026")
    assert.isFalse(Schema.is(Locale)("no such locale"))
    assert.isFalse(Schema.is(Locale)("xx"))
  })
})
