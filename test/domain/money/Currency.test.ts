/** Currencies: the codes and exponents of ISO 4217. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CurrencyCode, currencyCodes } from "../../../src/domain/money/Currency.ts"
import { exponentOf, formatMinor } from "../../../src/domain/money/MinorUnits.ts"

describe("currencies", () => {
  it("have the exponents of ISO 4217, where Intl differs too", () => {
    const exponent = (code: string) => exponentOf(CurrencyCode.make(code))
    assert.deepStrictEqual(
      ["JPY", "USD", "KWD", "HUF", "IDR", "COP", "IQD", "ISK", "CLF", "TND"].map(exponent),
      [0, 2, 3, 2, 2, 2, 3, 0, 4, 3]
    )
    assert.isAbove(currencyCodes.length, 160)
  })
  it.each(["usd", "XXX", "XAU", "ABC", "US", ""])("refuses %s", (code) => {
    assert.isFalse(Schema.is(CurrencyCode)(code))
  })
  it("print minor units as a plain decimal", () => {
    assert.strictEqual(formatMinor(5, CurrencyCode.make("USD")), "0.05")
    assert.strictEqual(formatMinor(0, CurrencyCode.make("KWD")), "0.000")
  })
})
