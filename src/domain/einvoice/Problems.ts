/**
 * The problems that keep an invoice from a format, by the path of the field that lacks something.
 * Each rule names the official one that a document would break.
 */
import type { Address } from "../address/Address.ts"
import type { FieldProblem } from "../Invalid.ts"
import { exponents } from "../money/Currency.ts"
import type { EInvoiceModel, EInvoiceParty, XmlFormat } from "./EInvoice.ts"
import { peppolProblems } from "./PeppolProblems.ts"

export type FormatProblems = ReadonlyArray<FieldProblem>

/** Category O forbids VAT ids (BR-O-02) and stands alone (BR-O-11). */
export const isOutOfScope = ({ taxes }: Pick<EInvoiceModel, "taxes">): boolean =>
  taxes.some(({ category }) => category === "O")

/**
 * BT-29, where BT-30 and BT-31 are missing: BR-CO-26 needs one of the three. A small business has
 * its tax number alone.
 */
export const sellerIdOf = (invoice: EInvoiceModel): string | null => {
  const { registration, vatId, taxNumber } = invoice.seller
  const isIdentified = registration !== null || (vatId !== null && !isOutOfScope(invoice))
  return isIdentified ? null : taxNumber
}

/** The beginning of the message about a field without a value. */
export const absent = "is missing"

const needed = (path: string, isMissing: boolean, message = absent): FormatProblems =>
  isMissing ? [{ path, message }] : []

const isBlank = (text: string | null | undefined): boolean =>
  text === null || text === undefined || text.trim() === ""

/** BR-CL-03, -04, -14: codes of our tables that the official lists lack; some only those of CII. */
const unlisted: ReadonlySet<string> = new Set(["ANG", "BGN", "STN"])
const unlistedInCii: ReadonlySet<string> = new Set([...unlisted, "XCG", "SS"])

const codes = (format: XmlFormat, { currency, seller, buyer }: EInvoiceModel): FormatProblems => {
  const list = format === "cii" ? unlistedInCii : unlisted
  const check = (path: string, code: string | undefined) =>
    needed(path, code !== undefined && list.has(code), `is ${code}, which the format does not know`)
  return [
    ...check("invoice.currency", currency),
    ...check("workspace.address.country", seller.address?.country),
    ...check("client.address.country", buyer.address?.country)
  ]
}

/** BR-CO-17 rounds the percentage: a lower rate gives 0 there. */
const lowestRate = 0.005

const figures = (invoice: EInvoiceModel): FormatProblems => {
  const { currency, lines } = invoice
  const decimals = exponents.get(currency) ?? 2
  const atTax = (index: number, field: string) =>
    lines[index]?.hasOwnTax === true ? `invoice.line_items[${index}].${field}` : `invoice.${field}`
  const ofLines = lines.flatMap(({ tax }, index): FormatProblems => {
    if (tax === null) {
      const path = atTax(index, "tax_category")
      return [{ path, message: "must be chosen: an e-invoice cannot express not taxed" }]
    }
    const path = atTax(index, "tax_rate")
    return needed(path, tax.rate > 0 && tax.rate < lowestRate, "must be 0, or 0.005 or more")
  })
  return [
    ...needed("invoice.currency", decimals > 2, `has ${decimals} decimals; at most 2 are allowed`),
    ...ofLines
  ]
}

/** BR-S-02, BR-AE-02, BR-IC-02, BR-G-02, BR-O-02, BR-CO-26 and their kin. */
const taxIds = (invoice: EInvoiceModel): FormatProblems => {
  const { seller, buyer, taxes, deliveryDate, servicePeriod } = invoice
  const has = (...categories: ReadonlyArray<string>) =>
    taxes.some(({ category }) => categories.includes(category))
  const isSellerKnown = seller.vatId !== null || seller.taxNumber !== null
  const hasNoReason = taxes.some(
    ({ category, exemptionReason }) => category === "E" && isBlank(exemptionReason)
  )
  const sellerVatId = isOutOfScope(invoice)
    ? needed(
        "workspace.tax_number",
        seller.registration === null && sellerIdOf(invoice) === null,
        "is missing, and so is workspace.registration"
      )
    : has("K", "G")
      ? needed("workspace.vat_id", seller.vatId === null)
      : needed(
          "workspace.vat_id",
          !isSellerKnown && taxes.length > 0,
          "is missing, and so is workspace.tax_number"
        )
  return [
    ...sellerVatId,
    ...needed(
      "client.vat_id",
      (has("AE") && buyer.vatId === null && buyer.registration === null) ||
        (has("K") && buyer.vatId === null)
    ),
    ...needed(
      "invoice.delivery_date",
      has("K") && deliveryDate === null && servicePeriod === null,
      "is missing, and so is invoice.service_period"
    ),
    ...needed("invoice.exemption_reason", hasNoReason)
  ]
}

/** BR-CO-09: a VAT id begins with its country; an old one may be any text. */
const vatIds = ({ seller, buyer }: EInvoiceModel): FormatProblems => {
  const check = (path: string, { vatId }: EInvoiceParty) =>
    needed(path, vatId !== null && !/^[A-Z]{2}/.test(vatId), "must begin with its country's code")
  return [...check("workspace.vat_id", seller), ...check("client.vat_id", buyer)]
}

const plain = (format: XmlFormat, invoice: EInvoiceModel): FormatProblems => [
  ...needed("workspace.address", invoice.seller.address === null),
  ...needed("client.address", invoice.buyer.address === null),
  ...codes(format, invoice),
  ...figures(invoice),
  ...taxIds(invoice),
  ...vatIds(invoice)
]

const towns = (path: string, address: Address | null): FormatProblems =>
  address === null
    ? []
    : [
        ...needed(`${path}.city`, isBlank(address.city)),
        ...needed(`${path}.postal_code`, isBlank(address.postalCode))
      ]

/** BR-DE-18: a line that begins with # has to be a cash discount in this form. */
const skonto = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}#(?:BASISBETRAG=-?\d+\.\d{2}#)?$/

/** BR-DE-2 to -9 and -15: Peppol requires them between German parties, too. */
const german = ({ seller, buyer, buyerReference, terms }: EInvoiceModel): FormatProblems => [
  ...towns("workspace.address", seller.address),
  ...towns("client.address", buyer.address),
  ...needed("workspace.contact.name", isBlank(seller.contact?.name)),
  ...needed("workspace.contact.phone", isBlank(seller.contact?.phone)),
  ...needed("workspace.contact.email", isBlank(seller.contact?.email)),
  ...needed("client.buyer_reference", isBlank(buyerReference)),
  ...needed(
    "workspace.payment_note",
    (terms ?? "")
      .split("\n")
      .map((line) => line.trim())
      .some((line) => line.startsWith("#") && !skonto.test(line)),
    "has a line that begins with # and is no #SKONTO#TAGE=14#PROZENT=2.00#"
  )
]

const peppol = (invoice: EInvoiceModel): FormatProblems => {
  const { seller, buyer, buyerReference, purchaseOrder } = invoice
  const countries = [seller.address?.country, buyer.address?.country]
  const hasReference = !isBlank(buyerReference) || !isBlank(purchaseOrder)
  return [
    ...(countries.every((country) => country === "DE")
      ? german(invoice)
      : needed(
          "client.buyer_reference",
          !hasReference,
          "is missing, and so is invoice.purchase_order"
        )),
    ...needed("workspace.electronic_address", seller.electronicAddress === null),
    ...needed("client.electronic_address", buyer.electronicAddress === null),
    ...peppolProblems(invoice, isOutOfScope(invoice) ? null : seller.vatId)
  ]
}

/** Every problem of the format, once by path; empty where it can be written. */
export const problemsOf = (format: XmlFormat, invoice: EInvoiceModel): FormatProblems => {
  const all = [
    ...plain(format, invoice),
    ...(format === "xrechnung"
      ? [
          ...german(invoice),
          ...needed("workspace.electronic_address", invoice.seller.electronicAddress === null)
        ]
      : []),
    ...(format === "peppol" ? peppol(invoice) : [])
  ]
  return [...new Map(all.map((problem) => [problem.path, problem])).values()]
}
