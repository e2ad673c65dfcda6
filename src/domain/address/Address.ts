/** A postal address (docs/spec.md §2.3) and its form on an envelope of its country. */
import { Schema } from "effect"
import { shape } from "../Resource.ts"
import { line, optionalLine } from "../text/Text.ts"
import { addressFormat } from "./AddressFormats.ts"
import { CountryCode, countryName } from "./Country.ts"

export const AddressResource = shape(
  {
    line1: Schema.String,
    line2: Schema.NullOr(Schema.String),
    city: Schema.String,
    state: Schema.String,
    postalCode: Schema.String,
    country: CountryCode
  },
  "Address"
)
export type Address = typeof AddressResource.Type

/** An address as a caller gives it: its second line may be left out. */
export const AddressInput = shape(
  {
    line1: line(255),
    line2: Schema.optionalKey(Schema.NullOr(optionalLine(255))),
    city: line(255),
    state: optionalLine(255),
    postalCode: optionalLine(255),
    country: CountryCode
  },
  "AddressInput"
)
export type AddressInput = typeof AddressInput.Type

export const wholeAddress = (input: AddressInput): Address => ({
  ...input,
  line2: input.line2 ?? null
})

/** One line of a format; the text between two parts is omitted if either is empty. */
const fill = (format: string, values: Readonly<Record<string, string>>): string => {
  let text = ""
  let between = ""
  let isFirst = true
  for (const part of format.split(/(%[CSZ])/)) {
    const value = values[part]
    if (value === undefined) {
      between = part
      continue
    }
    if (value !== "") {
      // `SE-` before a postal code is not repeated, and a line begins only with a part or with its
      // format's prefix.
      const isLeft = text === "" && (!isFirst || value.startsWith(between))
      text += isLeft ? value : between + value
    }
    isFirst = false
  }
  return text
}

/**
 * The lines of an envelope in the country's own order, its name in the language of `locale` last.
 * Left out are a state where the country's post knows none, and a line that repeats another. The
 * names follow an address that goes from the large to the small, as in Japan.
 */
export const addressLines = (
  address: Address,
  locale: string,
  names: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const { line1, line2, city, state, postalCode, country } = address
  const isLatin = !/[^\P{L}\p{Script=Latin}]/u.test(`${line1}${line2 ?? ""}${city}${state}`)
  const values = { "%C": city, "%S": state, "%Z": postalCode }
  const format = addressFormat(country, isLatin).split("|")
  const lines = format.flatMap((line) =>
    line === "%A" ? [line1, line2 ?? ""] : line === "%N" ? names : [fill(line, values)]
  )
  const before = format.includes("%N") ? [] : names
  const all = [...before, ...lines, countryName(country, locale)]
  return [...new Set(all)].filter((line) => line !== "")
}

/** The recipient as on an envelope: the company before the person. */
export const postalLines = (
  to: { readonly name: string; readonly company: string | null; readonly address: Address | null },
  locale: string
): ReadonlyArray<string> => {
  const names = [to.company ?? "", to.name].filter((name) => name !== "")
  return to.address === null ? names : addressLines(to.address, locale, names)
}
