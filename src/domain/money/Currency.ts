/**
 * ISO 4217 currencies and the exponents of their minor units. The table is our own because `Intl`
 * gives customary usage, not the standard's exponents (HUF, IDR, COP …). Codes without a minor unit
 * (metals, testing, special drawing rights) are left out: no invoice has them.
 */
import { Schema } from "effect"
import { documented } from "../Documented.ts"

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

/** The number of decimals by currency code. */
export const exponents: ReadonlyMap<string, number> = new Map(
  byExponent.flatMap(([exponent, codes]) =>
    codes
      .trim()
      .split(/\s+/)
      .map((c) => [c, exponent])
  )
)

export const currencyCodes: ReadonlyArray<string> = [...exponents.keys()].sort()

/** An ISO 4217 code in upper case. */
export const CurrencyCode = Schema.String.check(
  Schema.makeFilter(
    (code) => (exponents.has(code) ? undefined : "must be an ISO 4217 currency code in upper case"),
    documented({ pattern: "^[A-Z]{3}$" })
  )
).pipe(Schema.brand("CurrencyCode"))
export type CurrencyCode = typeof CurrencyCode.Type
