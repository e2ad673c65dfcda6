/** Addresses stand in their country's order, under its name. */
import { assert, describe, it } from "@effect/vitest"
import localized from "localized-address-format"
import { type Address, addressLines } from "../../../src/domain/address/Address.ts"
import { CountryCode, countryCodes, countryName } from "../../../src/domain/address/Country.ts"

const address = (
  change: Partial<Record<keyof Address, string>> & { readonly country: string }
): Address => ({
  line1: "1 Way",
  line2: null,
  city: "City",
  state: "",
  postalCode: "12345",
  ...change,
  country: CountryCode.make(change.country)
})

describe("an address", () => {
  it.each([
    [{ country: "DE", city: "Berlin", state: "Berlin" }, "1 Way|12345 Berlin|Germany"],
    [{ country: "US", city: "Reno", state: "NV" }, "1 Way|Reno, NV 12345|United States"],
    [{ country: "GB", city: "London", postalCode: "N1" }, "1 Way|London|N1|United Kingdom"],
    [{ country: "CH", city: "Bern", postalCode: "3003" }, "1 Way|CH-3003 Bern|Switzerland"],
    [{ country: "CH", city: "Bern", postalCode: "CH-3003" }, "1 Way|CH-3003 Bern|Switzerland"],
    [{ country: "SE", city: "Lund", postalCode: "" }, "1 Way|Lund|Sweden"],
    [{ country: "BR", city: "Rio", state: "RJ" }, "1 Way|Rio-RJ|12345|Brazil"],
    [{ country: "HU", city: "Pécs" }, "Pécs|1 Way|12345|Hungary"],
    [
      { country: "AE", city: "Dubai", state: "Dubai" },
      "1 Way|Dubai 12345|Dubai|United Arab Emirates"
    ],
    [
      { country: "AE", city: "Dubai", state: "Dubai", postalCode: "" },
      "1 Way|Dubai|United Arab Emirates"
    ],
    [
      { country: "US", city: "Reno", state: "", line2: "Floor 2" },
      "1 Way|Floor 2|Reno 12345|United States"
    ],
    [{ country: "JP", city: "Shibuya", state: "Tokyo" }, "1 Way|Shibuya, Tokyo 12345|Japan"],
    [{ country: "TD", city: "Moundou", postalCode: "" }, "1 Way|Moundou|Chad"]
  ])("%j", (change, lines) => {
    assert.strictEqual(addressLines(address(change), "en").join("|"), lines)
  })

  it("of Japan in its own letters goes from the large to the small, the names last", () => {
    const tokyo = { country: "JP", line1: "渋谷2-21-1", city: "渋谷区", state: "東京都" }
    const lines = addressLines(address({ ...tokyo, postalCode: "150-8510" }), "ja", [
      "会社",
      "氏名"
    ])
    assert.deepStrictEqual(lines, [
      "〒150-8510",
      "東京都渋谷区",
      "渋谷2-21-1",
      "会社",
      "氏名",
      "日本"
    ])
    const latin = addressLines(address({ country: "JP", city: "Shibuya" }), "ja", ["Ada"])
    assert.strictEqual(latin[0], "Ada")
  })

  it("of every country has the order of Google's data, and no part is lost", () => {
    for (const latin of [true, false]) {
      // Letters that are Latin, or none.
      const [street, city, state, code, name] = latin
        ? ["Astreet", "Acity", "Astate", "54321", "Aname"]
        : ["А1", "А2", "А3", "54321", "А4"]
      const parts = [street, city, state, code, name].map(String)
      const orderOf = (lines: ReadonlyArray<string>, told: ReadonlyArray<string>) => {
        const text = lines.join("\n")
        return told.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))
      }
      for (const country of countryCodes) {
        // Its postal code would stand before the street, on the same line.
        if (country === "GN") continue
        const given = address({ country, line1: street, city, state, postalCode: code })
        const ours = addressLines(given, "en", [name])
        for (const part of [street, city, code, name])
          assert.include(ours.join("\n"), part, country)
        const theirs = localized.formatAddress(
          {
            postalCountry: country,
            addressLines: [street],
            locality: city,
            administrativeArea: state,
            postalCode: code,
            name
          },
          latin ? "latin" : "local"
        )
        const told = parts.filter((part) => theirs.join("\n").includes(part))
        assert.deepStrictEqual(orderOf(ours, told), orderOf(theirs, told), country)
      }
    }
  })
})

describe("the name of a country", () => {
  it("is in the language of the locale, and never a code", () => {
    assert.strictEqual(countryName(CountryCode.make("DE"), "fr"), "Allemagne")
    assert.strictEqual(countryName(CountryCode.make("JP"), "ar"), "اليابان")
    for (const locale of ["en", "de-CH", "ja", "ar", "ii", "rm", "tlh"]) {
      for (const code of countryCodes) {
        assert.notStrictEqual(countryName(CountryCode.make(code), locale), code)
      }
    }
  })
})
