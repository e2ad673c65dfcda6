/** Figures of an e-invoice as text: integers are divided here and nowhere else. */
import { exponentOf, formatMinor } from "../money/MinorUnits.ts"
import { decimalText, scaled, type TaxCategory } from "../money/Money.ts"
import type { EInvoiceLine, EInvoiceModel } from "./EInvoice.ts"

/** Two decimals in every currency: 1000 JPY → `1000.00`. */
export const amountOf = (minor: number, { currency }: Pick<EInvoiceModel, "currency">): string => {
  const text = formatMinor(minor, currency)
  return text.includes(".") ? text : `${text}.00`
}

/** A fraction of at most 6 decimals as percent: 0.09975 → `9.975`. */
export const percentOf = (rate: number): string => decimalText(scaled(rate, 6) ?? 0n, 4)

/** A price is never negative (BR-27), so the quantity of a deduction line is. */
export const quantityOf = ({ quantity, unitPriceMinor }: EInvoiceLine): string => {
  const digits = scaled(quantity, 4) ?? 0n
  return decimalText(unitPriceMinor < 0 ? -digits : digits, 4)
}

/** Whether quantity × price is the line's total to 0.02, as Peppol requires (R120). */
export const isProductExact = (
  { quantity, unitPriceMinor, totalMinor }: EInvoiceLine,
  { currency }: Pick<EInvoiceModel, "currency">
): boolean => {
  const product = (scaled(quantity, 4) ?? 0n) * BigInt(unitPriceMinor)
  const difference = product - BigInt(totalMinor) * 10_000n
  const most = 200n * 10n ** BigInt(exponentOf(currency))
  return difference <= most && -difference <= most
}

/** BT-153 and BT-154: the first line of the description, and the rest. */
export const itemTexts = ({ description }: EInvoiceLine) => {
  const [name = "", ...rest] = description.trim().split("\n")
  return { name, description: rest.join("\n") }
}

/** BT-20. A cash discount (BR-DE-18) has to end with a line feed. */
export const termsOf = ({ terms }: EInvoiceModel): string | null =>
  terms !== null && /^\s*#/m.test(terms) ? `${terms.trim()}\n` : terms

/** The discount's parts of the tax groups: the lines of each less its base. */
export const discountsOf = ({ taxes, lines }: Pick<EInvoiceModel, "taxes" | "lines">) =>
  taxes
    .map(({ category, rate, baseMinor }) => {
      const own = lines.filter(({ tax }) => tax?.category === category && tax.rate === rate)
      const discountMinor = own.reduce((sum, { totalMinor }) => sum + totalMinor, -baseMinor)
      return { category, rate, discountMinor }
    })
    .filter(({ discountMinor }) => discountMinor !== 0)

/** Codes of the exemption by category (VATEX); an exempt supply has a reason of its own instead. */
export const exemptionCodes: Readonly<Partial<Record<TaxCategory, string>>> = {
  AE: "VATEX-EU-AE",
  K: "VATEX-EU-IC",
  G: "VATEX-EU-G",
  O: "VATEX-EU-O"
}

/** The unit of a line that has none. */
export const oneUnit = "C62"

/** UNCL 5189 code 95, discount. */
export const discountCode = "95"

/**
 * UNCL 4461: SEPA credit transfer, credit transfer, online payment service. Denmark has another
 * list (DK-R-005). The partners clear the balance of a credit note between them.
 */
export const paymentMeansOf = ({ type, bankAccount, currency, seller }: EInvoiceModel): string => {
  if (type === "381") return "97"
  const isDanish = seller.address?.country === "DK"
  if (bankAccount === null) return isDanish ? "1" : "68"
  return currency === "EUR" || isDanish ? "58" : "30"
}
