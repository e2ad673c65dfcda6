/**
 * The amounts of a document: those that its text shows in a locale's format, and those of its
 * e-invoice. Both as decimals without a sign, once each.
 */
import { businessTerms } from "./businessTerms.ts"

type Amounts = ReadonlyArray<string>

const sorted = (amounts: Iterable<string>): Amounts =>
  [...new Set(amounts)].sort((a, b) => Number(a) - Number(b))

const escaped = (text: string): string => text.replace(/[.\\]/g, "\\$&")

/** Readers make a plain space of each other space. */
const spaced = (text: string): string => text.replace(/[^\S\n]/g, " ")

/** Every figure with two decimals in the format of the locale; rates and quantities have others. */
export const printedAmounts = (text: string, locale: string): Amounts => {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).formatToParts(1234567.5)
  const separator = (type: string) => spaced(parts.find((part) => part.type === type)?.value ?? "")
  const [group, decimal] = [separator("group"), separator("decimal")]
  const figure = new RegExp(
    `(?<![\\d.,])\\d+(?:${escaped(group)}\\d{3})*${escaped(decimal)}\\d{2}(?![\\d.,]*\\d)`,
    "g"
  )
  return sorted(
    [...spaced(text).matchAll(figure)].map(([found]) =>
      found
        .replaceAll(group, "")
        .replace(decimal, ".")
        .replace(/^0+(?=\d)/, "")
    )
  )
}

/** Amounts in CII that a document prints, and where each stands. */
const printed = [
  /\/NetPriceProductTradePrice\/ChargeAmount /,
  /\/LineTotalAmount /,
  /\/AllowanceTotalAmount /,
  /\/ApplicableHeaderTradeSettlement\/ApplicableTradeTax \d+\/(?:Basis|Calculated)Amount /,
  /\/TaxTotalAmount\b/,
  /\/GrandTotalAmount /,
  /\/DuePayableAmount /
]

const decimal = (amount: number): string => Math.abs(amount).toFixed(2)

/** A document with several groups also prints the gross amount of each. */
const grossAmounts = (terms: ReadonlyArray<string>): Amounts => {
  const bases = new Map<string, number>()
  for (const term of terms) {
    const found = /Settlement\/(ApplicableTradeTax \d+)\/(?:Basis|Calculated)Amount (\S+)$/.exec(
      term
    )
    const [, group = "", amount = ""] = found ?? []
    if (found !== null) bases.set(group, (bases.get(group) ?? 0) + Number(amount))
  }
  return bases.size > 1 ? [...bases.values()].map(decimal) : []
}

export const writtenAmounts = (cii: string): Amounts => {
  const terms = businessTerms(cii)
  const amounts = terms
    .filter((term) => printed.some((pattern) => pattern.test(term)))
    .map((term) => decimal(Number(term.slice(term.lastIndexOf(" ")))))
  return sorted([...amounts, ...grossAmounts(terms)])
}
