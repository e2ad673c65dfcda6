/** The countries of ISO 3166, and their names. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CountryCode, countryCodes, countryName } from "../../../src/domain/address/Country.ts"

describe("countries", () => {
  it("are those of ISO 3166, each with a name", () => {
    assert.strictEqual(countryCodes.length, 249)
    assert.strictEqual(new Set(countryCodes).size, 249)
    for (const code of countryCodes) {
      assert.notStrictEqual(countryName(CountryCode.make(code), "en"), code)
    }
  })
  it("are named in the words of the locale", () => {
    assert.strictEqual(countryName(CountryCode.make("DE"), "en"), "Germany")
    assert.strictEqual(countryName(CountryCode.make("DE"), "de"), "Deutschland")
  })
  it.each(["de", "UK", "EU", "DEU", ""])("refuses %j", (code) => {
    assert.isFalse(Schema.is(CountryCode)(code))
  })
})
