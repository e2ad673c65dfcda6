/**
 * Numbers that a person types, in the formats of any locale, as exact values: no float arithmetic.
 * `1.234,50`, `1 234,5` and `1234.5` are accepted everywhere. A text that locales read differently,
 * as `1.234`, has the reading of the reader's own locale, or is refused where that has none.
 */
import { Result } from "effect"
import { numberFormat } from "../text/LocaleFormats.ts"
import type { CurrencyCode } from "./Currency.ts"
import { formatsOf } from "./Formats.ts"
import { exponentOf } from "./MinorUnits.ts"
import { decimalText, limits, scaled } from "./Money.ts"

/** Longer texts are refused before they are read. */
export const maxNumberText = 40

/** Beyond 15 digits a number does not carry a decimal exactly. */
const maxDigits = 15

export type NumberProblem = "notNumber" | "ambiguous" | "tooManyDecimals" | "tooLarge"

type Parsed = Result.Result<number, NumberProblem>

/** The canonical forms, which the parsers of the same locale read back. */
export interface NumberFormats {
  readonly formatAmount: (minor: number, currency: CurrencyCode) => string
  readonly formatQuantity: (quantity: number) => string
  /** A fraction as a percentage without its sign. */
  readonly formatPercent: (fraction: number) => string
}

export interface NumberInput extends NumberFormats {
  /** Minor units; negative for a deduction. */
  readonly parseAmount: (text: string, currency: CurrencyCode) => Parsed
  readonly parseQuantity: (text: string) => Parsed
  /** A percentage, with or without its sign, as a fraction: `7,7 %` is 0.077. */
  readonly parsePercent: (text: string) => Parsed
}

/** A reading of a text: its digits, of which the last ones are decimals. */
interface Reading {
  readonly digits: string
  readonly decimals: number
}

type Read = Result.Result<Reading & { readonly isNegative: boolean }, NumberProblem>

const space = " "
const apostrophe = "’"

/** Arabic separators are unlike those of any other locale; marks of direction say nothing. */
const plain = (text: string): string =>
  text
    .replace(/[\u061c\u200e\u200f]/g, "")
    .replace(/\s/g, space)
    .replaceAll("'", apostrophe)
    .replaceAll("\u2212", "-")
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")

/** Groups of three digits, or of two before the last three, as India writes them. */
const areGroups = ([first = "", ...others]: ReadonlyArray<string>): boolean => {
  const last = others.at(-1)
  const middle = others.slice(0, -1)
  const ofLength = (length: number) => middle.every((group) => group.length === length)
  return (
    /^[1-9]\d{0,2}$/.test(first) &&
    last?.length === 3 &&
    others.every((group) => /^\d+$/.test(group)) &&
    (ofLength(3) || (first.length < 3 && ofLength(2)))
  )
}

const readingBy = (
  text: string,
  decimal: string,
  separators: ReadonlyArray<string>
): Reading | undefined => {
  const [whole = "", decimals = "", ...more] = text.split(decimal)
  const hasDecimals = text.includes(decimal)
  if (more.length > 0 || (hasDecimals && !/^\d+$/.test(decimals))) return undefined
  const read = (digits: string) => ({ digits: digits + decimals, decimals: decimals.length })
  if (/^\d*$/.test(whole)) return whole === "" && !hasDecimals ? undefined : read(whole)
  // A locale without groups has the empty text as their separator.
  const separator = separators.find((candidate) => candidate !== "" && whole.includes(candidate))
  const groups = separator === undefined ? [] : whole.split(separator)
  return areGroups(groups) ? read(groups.join("")) : undefined
}

const isSame = (one: Reading, other: Reading): boolean =>
  one.digits === other.digits && one.decimals === other.decimals

interface Separators {
  readonly decimal: string
  readonly group: string
  /** The locale's own digits from 0 to 9. */
  readonly digits: ReadonlyArray<string>
}

const separatorsOf = (locale: string): Separators => {
  const format = numberFormat(locale, { minimumFractionDigits: 1 })
  const parts = format.formatToParts(1234567.5)
  const part = (type: "decimal" | "group") =>
    plain(parts.find((found) => found.type === type)?.value ?? "")
  const digit = numberFormat(locale, { useGrouping: false })
  return {
    decimal: part("decimal"),
    group: part("group"),
    digits: Array.from({ length: 10 }, (_, value) => digit.format(value))
  }
}

/** The text with Latin digits and plain separators; empty if it is too long to be a number. */
const normalised = (text: string, { digits }: Separators): string => {
  if (text.length > maxNumberText) return ""
  const latin = Array.from(text, (char) => {
    const value = digits.indexOf(char)
    return value < 0 ? char : String(value)
  })
  return plain(latin.join("")).trim()
}

const readOf = (signed: string, maxDecimals: number, own: Separators): Read => {
  const isNegative = signed.startsWith("-")
  const digits = isNegative ? signed.slice(1).trimStart() : signed
  const point = readingBy(digits, ".", [",", space, apostrophe])
  const comma = readingBy(digits, ",", [".", space, apostrophe])
  const found = point ?? comma
  if (found === undefined) return Result.fail("notNumber")
  const isClear = point === undefined || comma === undefined || isSame(point, comma)
  const ofReader = readingBy(digits, own.decimal, [own.group, space, apostrophe])
  const reading = isClear ? found : ofReader
  if (reading === undefined || (!isClear && reading.decimals > maxDecimals)) {
    return Result.fail("ambiguous")
  }
  if (reading.decimals > maxDecimals) return Result.fail("tooManyDecimals")
  const isExact =
    reading.digits.replace(/^0+/, "").length + maxDecimals <= maxDigits + reading.decimals
  return isExact ? Result.succeed({ ...reading, isNegative }) : Result.fail("tooLarge")
}

/** The value times 10^decimals as an exact integer. */
const digitsOf = ({ digits, decimals, isNegative }: Result.Result.Success<Read>, to: number) => {
  const value = BigInt(digits.padEnd(digits.length + to - decimals, "0"))
  return isNegative ? -value : value
}

/** The parsers and canonical forms of one locale. */
export const numberInputOf = (locale: string): NumberInput => {
  const own = separatorsOf(locale)
  const formats = formatsOf(locale)
  const percent = numberFormat(locale, { maximumFractionDigits: 4 })
  const { quantityDecimals, rateDecimals } = limits
  const percentDecimals = rateDecimals - 2
  const normal = (text: string) => normalised(text, own)
  /** The value divided by 10^shift; no decimals are left where minor units are wanted. */
  const parse = (text: string, decimals: number, shift: number): Parsed =>
    Result.map(readOf(text, decimals, own), (read) =>
      Number(decimalText(digitsOf(read, decimals), decimals + shift))
    )
  return {
    parseAmount: (text, currency) => {
      const decimals = exponentOf(currency)
      return parse(normal(text), decimals, -decimals)
    },
    parseQuantity: (text) => parse(normal(text), quantityDecimals, 0),
    parsePercent: (text) => parse(normal(text).replace(/ *[%٪]$/, ""), percentDecimals, 2),
    formatAmount: formats.amount,
    formatQuantity: formats.quantity,
    formatPercent: (fraction) => {
      const exact = decimalText(scaled(fraction, rateDecimals) ?? 0n, percentDecimals)
      return percent.format(exact as Intl.StringNumericLiteral)
    }
  }
}
