/**
 * Currencies by ISO 4217 with their minor-unit exponent. The table is our own because `Intl` gives
 * spoken usage, not the standard's exponents (HUF, IDR, COP …). Codes without a minor unit (metals,
 * testing, special drawing rights) are no invoice currencies and are left out. Imports nothing that runs, because
 * threads that draw load it.
 */
import type { CurrencyCode } from "./Currency.ts"

const byExponent: ReadonlyArray<readonly [exponent: number, codes: string]> = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [
    2,
    `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
     CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
     GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL
     MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK
     PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
     TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`
  ],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"]
]

/** By code. */
export const exponents: ReadonlyMap<string, number> = new Map(
  byExponent.flatMap(([exponent, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((c) => [c, exponent])
  )
)

/** How many decimals the currency's minor unit has: JPY 0, USD 2, KWD 3. */
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

/** What people write as an amount, with a point or a comma before the decimals; null where it is none. */
export const parseMinor = (text: string, code: CurrencyCode): number | null => {
  const exponent = exponentOf(code)
  const [, whole, decimals = ""] = /^(\d{1,12})(?:[.,](\d{1,4}))?$/.exec(text) ?? []
  if (whole === undefined || decimals.length > exponent) return null
  return Number(whole + decimals.padEnd(exponent, "0"))
}
