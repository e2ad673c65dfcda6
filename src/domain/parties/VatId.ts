/**
 * VAT identification numbers (BT-31, BT-48): the prefix of the country and the form that follows
 * it. The forms are those of the European Commission's VIES (FAQ, question 11, 2024) and of the
 * countries beside it. Check digits are not compared: several countries issue numbers without valid
 * ones, and only VIES knows which numbers exist.
 */
import { Schema, SchemaTransformation } from "effect"
import { countryCodes } from "../address/Country.ts"
import { documented } from "../Documented.ts"

/** The form after the prefix. */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LI: /^\d{5}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/
}

/** The form of any other country. */
const otherForm = /^(?=.*\d)[A-Z0-9+*]{2,18}$/

/** One of each form, for messages. */
const samples: Readonly<Record<string, string>> = {
  AT: "ATU12345678",
  BE: "BE0123456789",
  CH: "CHE123456789MWST",
  DE: "DE123456789",
  EL: "EL123456789",
  ES: "ESX1234567X",
  FR: "FRXX123456789",
  NL: "NL123456789B01"
}

const prefixes = new Set([...countryCodes, "EL", "XI"])

const normalised = (text: string): string => text.replace(/[\s.-]/g, "").toUpperCase()

/** The reason to refuse a normalised VAT id; undefined if its form is right. */
const vatIdProblem = (text: string): string | undefined => {
  const prefix = text.slice(0, 2)
  if (prefix === "GR") return "must begin with EL, the prefix of Greece"
  if (!prefixes.has(prefix)) return "must begin with its country's prefix, as DE123456789"
  if ((forms[prefix] ?? otherForm).test(text.slice(2))) return undefined
  const sample = samples[prefix]
  return `must have the form of ${prefix}${sample === undefined ? "" : `, as ${sample}`}`
}

/** A VAT id from outside; blanks, dots and dashes are removed, letters become upper case. */
export const VatId = Schema.String.check(
  Schema.isMaxLength(64, { message: "must be at most 64 characters" }),
  Schema.makeFilter<string>(
    (text) => vatIdProblem(normalised(text)),
    documented({ pattern: "^[A-Za-z]{2}[A-Za-z0-9+*. -]+$" })
  )
).pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: normalised, encode: (text: string) => text })
  )
)

/** The ISO 3166 code of the country that issued it. */
export const vatCountryOf = (vatId: string): string => {
  const prefix = vatId.slice(0, 2)
  if (prefix === "EL") return "GR"
  return prefix === "XI" ? "GB" : prefix
}
