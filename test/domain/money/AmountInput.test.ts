/**
 * Numbers that a person types: examples, the canonical forms of every locale, and all texts of the
 * alphabet of numbers against an oracle of regular expressions.
 */
import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import {
  maxNumberText,
  type NumberProblem,
  numberInputOf
} from "../../../src/domain/money/AmountInput.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"

const eur = CurrencyCode.make("EUR")
const yen = CurrencyCode.make("JPY")
const dinar = CurrencyCode.make("KWD")

const inputs = new Map(
  ["en-US", "de-DE", "fr-FR", "es-ES", "de-CH", "de-AT", "hi-IN", "ar-EG"].map((locale) => [
    locale,
    numberInputOf(locale)
  ])
)
const inputOf = (locale: string) => inputs.get(locale) ?? numberInputOf(locale)
const amount = (locale: string, text: string, currency = eur): number | string =>
  Result.merge(inputOf(locale).parseAmount(text, currency))

describe("amounts", () => {
  it("reads every way of writing that has one meaning, in every locale", () => {
    const one = {
      "1.234,50": 123_450,
      "1,234.50": 123_450,
      "1 234,5": 123_450,
      "1\u202f234,50": 123_450,
      "1’234.50": 123_450,
      "1'234.50": 123_450,
      "1234.5": 123_450,
      "1234,5": 123_450,
      "1234": 123_400,
      " 0,05 ": 5,
      ",5": 50,
      "-12.3": -1230,
      "\u221212,3": -1230,
      "1.234.567": 123_456_700,
      "1,234,567": 123_456_700,
      "12,34,567.00": 123_456_700,
      "-0": 0,
      "9999999999999.99": 999_999_999_999_999
    }
    for (const locale of inputs.keys()) {
      for (const [text, minor] of Object.entries(one)) {
        assert.strictEqual(amount(locale, text), minor, `${text} in ${locale}`)
      }
    }
  })

  it("reads what locales read differently as the reader's own does, or refuses it", () => {
    const cases = [
      ["de-DE", "1.234", 123_400],
      ["es-ES", "1.234", 123_400],
      ["en-US", "1,234", 123_400],
      ["hi-IN", "1,234", 123_400],
      ["en-US", "1.234", "ambiguous"],
      ["de-DE", "1,234", "ambiguous"],
      ["fr-FR", "1,234", "ambiguous"],
      ["fr-FR", "1.234", "ambiguous"],
      ["de-CH", "1,234", "ambiguous"]
    ] as const
    for (const [locale, text, expected] of cases) {
      assert.strictEqual(amount(locale, text), expected, `${text} in ${locale}`)
    }
    assert.strictEqual(amount("fr-FR", "1,234", dinar), 1234)
    assert.strictEqual(amount("en-US", "1,234", dinar), 1_234_000)
    assert.strictEqual(amount("en-US", "1,234", yen), 1234)
  })

  it("refuses everything else, and says why", () => {
    const refused: Readonly<Record<string, NumberProblem>> = {
      "": "notNumber",
      "-": "notNumber",
      ".": "notNumber",
      "5.": "notNumber",
      "1e3": "notNumber",
      "0x10": "notNumber",
      "1.2.3": "notNumber",
      "1 23": "notNumber",
      "0,123,456": "notNumber",
      "--1": "notNumber",
      "12 EUR": "notNumber",
      NaN: "notNumber",
      "1,23,456,789": "notNumber",
      "1.005": "ambiguous",
      "0,001": "tooManyDecimals",
      "99999999999999.99": "tooLarge",
      [`${"0".repeat(maxNumberText)}1`]: "notNumber"
    }
    for (const [text, problem] of Object.entries(refused)) {
      assert.strictEqual(amount("en-US", text), problem, text)
    }
    assert.strictEqual(amount("en-US", "1000.5", yen), "tooManyDecimals")
  })

  it("takes as long for the worst text as for any other", () => {
    const long = "1,".repeat(500_000)
    assert.strictEqual(amount("en-US", long), "notNumber")
  })
})

describe("quantities and percentages", () => {
  const quantity = (locale: string, text: string) =>
    Result.merge(inputOf(locale).parseQuantity(text))
  const percent = (locale: string, text: string) => Result.merge(inputOf(locale).parsePercent(text))

  it("are exact decimals", () => {
    assert.strictEqual(quantity("de-DE", "0,8333"), 0.8333)
    assert.strictEqual(quantity("de-DE", "1.234"), 1234)
    assert.strictEqual(quantity("en-US", "1.234"), 1.234)
    assert.strictEqual(quantity("en-US", "0.12345"), "tooManyDecimals")
    assert.strictEqual(percent("de-DE", "19"), 0.19)
    assert.strictEqual(percent("de-DE", "7,7 %"), 0.077)
    assert.strictEqual(percent("fr-FR", "5,5\u00a0%"), 0.055)
    assert.strictEqual(percent("en-US", "9.975%"), 0.09975)
    assert.strictEqual(percent("en-US", "0.0001"), 0.000001)
    assert.strictEqual(percent("en-US", "1.00001"), "tooManyDecimals")
    assert.strictEqual(percent("en-US", "%"), "notNumber")
  })

  it("come back from their canonical forms", () => {
    const canonical = inputOf("de-DE")
    assert.strictEqual(canonical.formatPercent(0.09975), "9,975")
    assert.strictEqual(canonical.formatPercent(0.000001), "0,0001")
    assert.strictEqual(canonical.formatQuantity(1234.5678), "1.234,5678")
    fc.assert(
      fc.property(
        fc.constantFrom(...inputs.keys()),
        fc.integer({ min: 0, max: 1_000_000 }),
        (locale, value) => {
          const input = inputOf(locale)
          const [fraction, count] = [value / 1_000_000, value / 10_000]
          const percentage = input.formatPercent(fraction)
          const shown = input.formatQuantity(count)
          assert.strictEqual(Result.merge(input.parsePercent(percentage)), fraction, percentage)
          assert.strictEqual(Result.merge(input.parseQuantity(shown)), count, shown)
        }
      )
    )
  })
})

/** Locales with other digits, separators, signs or groups than the four languages of the pages. */
const locales = (
  "af am ar ar-MA az be bg bn bs ca cs cy da de de-AT de-CH de-LI el en en-IN en-ZA es es-MX et eu " +
  "fa fi fil fr fr-CA fr-CH ga gl gu he hi hr hu hy id is it it-CH ja ka kk km kn ko ky lo lt lv mk " +
  "ml mn mr ms my nb ne nl pa pl ps pt pt-PT ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi zh " +
  "ar-EG-u-nu-arab ccp fa-u-nu-arabext"
).split(" ")

it("reads the canonical form of every locale back", () => {
  for (const locale of locales) {
    const input = numberInputOf(locale)
    for (const currency of [eur, yen, dinar]) {
      for (const minor of [0, 7, -50, 1234, 99_999, -123_450, 123_456_789, 100_000_000_000_000]) {
        const shown = input.formatAmount(minor, currency)
        const read = Result.merge(input.parseAmount(shown, currency))
        assert.strictEqual(read, minor, `${shown} ${currency} in ${locale}`)
      }
    }
  }
})

/** The six ways in which locales write numbers, as grammars: an oracle that shares no code. */
const grammars = [
  [".", ","],
  [".", " "],
  [".", "’"],
  [",", "."],
  [",", " "],
  [",", "’"]
].map(([decimal = "", group = ""]) => {
  const [d, g] = [`\\${decimal}`, `[${group}]`]
  const whole = `\\d+|[1-9]\\d{0,2}(?:${g}\\d{3})+|[1-9]\\d?(?:${g}\\d{2})*${g}\\d{3}`
  return { decimal, group, matches: new RegExp(`^-?(?:(?:${whole})(?:${d}\\d+)?|${d}\\d+)$`) }
})

const oracle = (text: string, decimal: string, group: string): number | string => {
  const readings = grammars.flatMap((grammar) => {
    if (!grammar.matches.test(text)) return []
    const [whole = "", decimals = ""] = text.split(grammar.decimal)
    const digits = whole.replace(/[^\d-]/g, "")
    return [{ ...grammar, digits, decimals }]
  })
  const kinds = new Set(readings.map(({ digits, decimals }) => `${digits}.${decimals}`))
  if (kinds.size === 0) return "notNumber"
  const own = readings.find((found) => found.decimal === decimal && found.group === group)
  const [reading] = kinds.size === 1 ? readings : [own]
  if (reading === undefined) return "ambiguous"
  const { digits, decimals } = reading
  if (decimals.length > 2) return kinds.size === 1 ? "tooManyDecimals" : "ambiguous"
  const minor = BigInt(`${digits.replace("-", "")}${decimals.padEnd(2, "0")}`)
  if (minor > 999_999_999_999_999n) return "tooLarge"
  return minor === 0n ? 0 : Number(text.startsWith("-") ? -minor : minor)
}

describe("against the oracle", () => {
  const characters = [..."0123456789", ".", ",", " ", "’", "-"]
  const noise = fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 })
  const groups = fc.array(fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 4 }), {
    maxLength: 4
  })
  const separated = fc
    .tuple(groups, fc.constantFrom(".", ",", " ", "’", ""), fc.constantFrom(".", ",", ""), noise)
    .map(([parts, group, decimal, rest]) => `${parts.join(group)}${decimal}${rest.slice(0, 3)}`)

  for (const [locale, decimal, group] of [
    ["en-US", ".", ","],
    ["de-DE", ",", "."],
    ["fr-FR", ",", " "],
    ["de-CH", ".", "’"]
  ] as const) {
    it(`reads any text as the grammars do, in ${locale}`, () => {
      fc.assert(
        fc.property(fc.oneof(noise, separated), (text) => {
          const trimmed = text.trim()
          // A space after the sign belongs to no grammar.
          const signed = trimmed.replace(/^- +/, "-")
          assert.strictEqual(amount(locale, text), oracle(signed, decimal, group), text)
        }),
        { numRuns: 3000 }
      )
    })
  }
})
