/**
 * Amounts in minor units as text. Imports only types and a table, because the
 * threads that draw documents load it.
 */
import type { CurrencyCode } from "./Currency.ts"
import { exponents } from "./Currency.ts"

/** The number of decimals of the currency's minor unit: JPY 0, USD 2, KWD 3. */
export const exponentOf = (code: CurrencyCode): number => exponents.get(code) ?? 2

/** Minor units as a plain decimal of the currency's exponent: 13200 USD → `132.00`. */
export const formatMinor = (minor: number, code: CurrencyCode): string => {
  const exponent = exponentOf(code)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, "0")
  const whole = digits.slice(0, digits.length - exponent)
  const sign = minor < 0 ? "-" : ""
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`
}

/** An amount in a message of the API: 13200 USD → `132.00 USD`. */
export const amountText = (minor: number, code: CurrencyCode): string =>
  `${formatMinor(minor, code)} ${code}`
