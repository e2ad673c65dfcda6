/** The table of address orders: every country once, every part where it can be filled in. */
import { assert, describe, it } from "@effect/vitest"
import { addressFormat } from "../../../src/domain/address/AddressFormats.ts"
import { countryCodes } from "../../../src/domain/address/Country.ts"

const partsOf = (format: string): ReadonlyArray<string> => format.match(/%./g) ?? []

describe("the format of a country", () => {
  it("has street, city and postal code once each, and no part that is unknown", () => {
    for (const country of countryCodes) {
      for (const isLatin of [true, false]) {
        const parts = partsOf(addressFormat(country, isLatin))
        for (const part of ["%A", "%C", "%Z"]) {
          assert.strictEqual(parts.filter((other) => other === part).length, 1, country)
        }
        for (const part of parts) assert.include(["%A", "%C", "%S", "%Z", "%N"], part, country)
        assert.strictEqual(new Set(parts).size, parts.length, country)
      }
    }
  })

  it("has the street on lines of its own, and the names too", () => {
    for (const country of countryCodes) {
      for (const isLatin of [true, false]) {
        for (const line of addressFormat(country, isLatin).split("|")) {
          if (/%[AN]/.test(line)) assert.match(line, /^%[AN]$/, country)
        }
      }
    }
  })

  it("turns around for Latin letters where the country's own go from the large to the small", () => {
    for (const country of ["CN", "HK", "JP", "KP", "KR", "MO", "TW"]) {
      assert.isTrue(addressFormat(country, true).startsWith("%A|"), country)
      assert.isFalse(addressFormat(country, false).startsWith("%A|"), country)
    }
    assert.strictEqual(addressFormat("HU", true), addressFormat("HU", false))
  })

  it("is the usual one where nothing is known of the country", () => {
    assert.strictEqual(addressFormat("AQ", true), "%A|%C %Z|%S")
    assert.strictEqual(addressFormat("AQ", false), "%A|%C %Z|%S")
  })
})
