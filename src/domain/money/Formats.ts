/**
 * A workspace's formats of numbers and dates on its documents. Amounts stay exact: the decimal text
 * of the minor units is formatted, never a float. Imports little that runs, because
 * threads that draw load it.
 */

import { dateFormat, numberFormat } from "../text/LocaleFormats.ts"
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
  const plain = numberFormat(locale, { maximumFractionDigits: 4 })
  const percent = numberFormat(locale, { style: "percent", maximumFractionDigits: 4 })
  const day = dateFormat(locale, { dateStyle: "medium", timeZone: "UTC" })
  const amount = (minor: number, currency: CurrencyCode): string => {
    const digits = exponentOf(currency)
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return numberFormat(locale, options).format(decimalText(formatMinor(minor, currency)))
  }
  return {
    amount,
    money: (minor, currency) => `${amount(minor, currency)} ${currency}`,
    quantity: (quantity) => plain.format(quantity),
    percent: (fraction) => percent.format(fraction),
    date: (date) => day.format(new Date(`${date}T00:00:00Z`)),
    longDate: (date) =>
      dateFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(
        new Date(`${date}T00:00:00Z`)
      )
  }
}
