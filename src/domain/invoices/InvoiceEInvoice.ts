/**
 * The e-invoice of an invoice: which format its parties chose, its business terms from the data of
 * the send, and what they lack. The document and the XML are made of the same integers.
 */
import type { EInvoiceLine, EInvoiceModel, EInvoiceParty, XmlFormat } from "../einvoice/EInvoice.ts"
import { problemsOf } from "../einvoice/Problems.ts"
import { type TaxCategory, taxOfLine } from "../money/Money.ts"
import type { EInvoiceChoice } from "../parties/Party.ts"
import type { Issue, Recipient } from "./Invoice.ts"
import type { FormatProblem, InvoiceViewFields } from "./InvoiceResource.ts"

type ShownInvoice = typeof InvoiceViewFields.Type

/** An invoice with the parties of its document. */
interface Addressed extends Issue {
  readonly invoice: ShownInvoice
}

type SentFormat = Exclude<EInvoiceChoice, "auto" | "none">

/** The XML of each format that a mail may bring. */
export const xmlOfSent: Readonly<Record<SentFormat, XmlFormat>> = {
  "factur-x": "cii",
  xrechnung: "xrechnung",
  peppol: "peppol"
}

/**
 * The client's choice, otherwise the workspace's. Invoices that were sent before the choice was
 * stored brought a PDF alone.
 */
const choiceOf = ({ recipient, seller }: Issue): EInvoiceChoice =>
  recipient.eInvoice === null || recipient.eInvoice === "auto"
    ? (seller.eInvoice ?? "none")
    : recipient.eInvoice

/** Old VAT ids may have spaces. */
const vatIdOf = (text: string | null): string | null => {
  const vatId = text?.replace(/\s/g, "").toUpperCase() ?? ""
  return vatId === "" ? null : vatId
}

const sellerOf = ({ seller }: Issue): EInvoiceParty => ({
  name: seller.name,
  tradingName: seller.tradingName === seller.name ? null : seller.tradingName,
  address: seller.address,
  vatId: vatIdOf(seller.vatId),
  taxNumber: seller.taxNumber,
  registration: seller.registration,
  legalInformation: seller.legalInformation,
  electronicAddress: seller.electronicAddress,
  contact: {
    name: seller.contact?.name ?? null,
    phone: seller.contact?.phone ?? null,
    email: seller.contact?.email ?? seller.email
  }
})

const buyerOf = (recipient: Recipient): EInvoiceParty => ({
  name: recipient.company ?? recipient.name,
  tradingName: null,
  address: recipient.address,
  vatId: vatIdOf(recipient.vatId),
  taxNumber: null,
  registration: recipient.registration,
  legalInformation: null,
  electronicAddress: recipient.electronicAddress,
  contact: {
    name: recipient.company === null ? null : recipient.name,
    phone: recipient.phone,
    email: recipient.email
  }
})

const linesOf = (invoice: Pick<ShownInvoice, "lineItems" | "taxRate" | "taxCategory">) =>
  invoice.lineItems.map((line): EInvoiceLine => {
    const tax = taxOfLine(line, invoice)
    return {
      description: line.description,
      quantity: line.quantity,
      unit: line.unit,
      unitPriceMinor: line.unitPriceMinor,
      totalMinor: line.totalMinor,
      tax: tax && { category: tax.taxCategory, rate: tax.taxRate },
      hasOwnTax: line.taxCategory !== null
    }
  })

/** The usual reasons of exemption in the document's language, for groups without their own. */
type Exemptions = Readonly<Partial<Record<TaxCategory, string>>>

export const eInvoiceOf = (
  { invoice, seller, recipient, projectName }: Addressed,
  exemptions: Exemptions
): EInvoiceModel => ({
  type: "380",
  number: invoice.number,
  issueDate: invoice.issueDate,
  dueDate: invoice.dueDate,
  currency: invoice.currency,
  note: invoice.notes,
  terms: seller.paymentNote,
  buyerReference: invoice.buyerReference,
  projectName,
  contractReference: invoice.contractReference,
  purchaseOrder: invoice.purchaseOrder,
  buyerAccountingReference: invoice.buyerAccountingReference,
  preceding: null,
  seller: sellerOf({ seller, recipient, projectName }),
  buyer: buyerOf(recipient),
  deliveryDate: invoice.deliveryDate,
  servicePeriod: invoice.servicePeriod,
  bankAccount: seller.bankAccount && {
    ...seller.bankAccount,
    holder: seller.bankAccount.holder ?? seller.name
  },
  lines: linesOf(invoice),
  taxes: invoice.taxes.map((tax) => ({
    ...tax,
    exemptionReason: tax.exemptionReason ?? exemptions[tax.category] ?? null
  })),
  subtotalMinor: invoice.subtotalMinor,
  discountMinor: invoice.discountMinor,
  taxMinor: invoice.taxMinor,
  totalMinor: invoice.totalMinor
})

/** The format that the parties chose; null is none. `auto` is Factur-X, if it can be written. */
export const formatOf = (issue: Issue): SentFormat | null => {
  const choice = choiceOf(issue)
  if (choice === "none") return null
  return choice === "auto" ? "factur-x" : choice
}

/** The data that the chosen format lacks. */
export const eInvoiceProblemsOf = (shown: Addressed): ReadonlyArray<FormatProblem> => {
  const format = formatOf(shown)
  return format === null
    ? []
    : problemsOf(xmlOfSent[format], eInvoiceOf(shown, {})).map((problem) => ({
        format,
        ...problem
      }))
}

/** Whether a send is refused where the e-invoice cannot be written: `auto` leaves it out. */
export const requiresEInvoice = (issue: Issue): boolean => choiceOf(issue) in xmlOfSent
