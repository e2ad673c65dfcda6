/**
 * A workspace's formats of numbers and dates on its documents. Amounts stay exact: the decimal text
 * of the minor units is formatted, never a float. Imports nothing that runs but the table of
 * currencies, because threads that draw load it.
 */
import type { CalendarDate } from "../time/CalendarDate.ts"
import type { CurrencyCode } from "./Currency.ts"
import { exponentOf, formatMinor } from "./MinorUnits.ts"

export interface Formats {
  /** Minor units with the currency's decimals: 1234500 EUR in `de` is `12.345,00`. */
  readonly amount: (minor: number, currency: CurrencyCode) => string
  /** The same with the currency's code. */
  readonly money: (minor: number, currency: CurrencyCode) => string
  readonly quantity: (quantity: number) => string
  /** A fraction as a percentage of at most four decimals. */
  readonly percent: (fraction: number) => string
  readonly date: (date: CalendarDate) => string
  /** With the name of the month: `23 December 2026`. */
  readonly longDate: (date: CalendarDate) => string
}

/** Intl takes decimal text and formats every digit of it; its types know only some such texts. */
const decimalText = (text: string) => text as Intl.StringNumericLiteral

export const formatsOf = (locale: string): Formats => {
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 4 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" })
  let long: Intl.DateTimeFormat | undefined
  // Making one costs as much as formatting a hundred amounts.
  const byDigits = new Map<number, Intl.NumberFormat>()
  const withDigits = (digits: number): Intl.NumberFormat => {
    const made = byDigits.get(digits)
    if (made !== undefined) return made
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits
    })
    byDigits.set(digits, format)
    return format
  }
  const amount = (minor: number, currency: CurrencyCode): string =>
    withDigits(exponentOf(currency)).format(decimalText(formatMinor(minor, currency)))
  return {
    amount,
    money: (minor, currency) => `${amount(minor, currency)} ${currency}`,
    quantity: (quantity) => plain.format(quantity),
    percent: (fraction) => percent.format(fraction),
    date: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    longDate: (date) => {
      long ??= new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" })
      return long.format(new Date(`${date}T00:00:00Z`))
    }
  }
}
