/** The XML of an e-invoice in a format, or the problems that keep it from that format. */
import { Result } from "effect"
import { ciiOf } from "./Cii.ts"
import type {
  AddressedParty,
  EInvoiceModel,
  EInvoiceParty,
  TaxedLine,
  WritableEInvoice,
  XmlFormat
} from "./EInvoice.ts"
import { type FormatProblems, isOutOfScope, problemsOf } from "./Problems.ts"
import { ublOf } from "./Ubl.ts"

const isAddressed = (party: EInvoiceParty): party is AddressedParty => party.address !== null

/** The same invoice with the types that the writers require, or its problems. */
const requireWritable = (
  format: XmlFormat,
  invoice: EInvoiceModel
): Result.Result<WritableEInvoice, FormatProblems> => {
  const problems = problemsOf(format, invoice)
  const { seller, buyer } = invoice
  if (problems.length > 0 || !isAddressed(seller) || !isAddressed(buyer)) {
    return Result.fail(problems)
  }
  const lines = invoice.lines.filter((line): line is TaxedLine => line.tax !== null)
  return Result.succeed({ ...invoice, seller, buyer, lines })
}

/** XRechnung requires an address of the buyer, and takes an e-mail address (EAS code EM). */
const addressed = (format: XmlFormat, { buyer }: WritableEInvoice): AddressedParty =>
  format !== "xrechnung" || buyer.electronicAddress !== null || !buyer.contact?.email
    ? buyer
    : { ...buyer, electronicAddress: { scheme: "EM", id: buyer.contact.email } }

/** An invoice out of scope shows no VAT ids (BR-O-02). */
const withShownVat = (invoice: EInvoiceModel, party: AddressedParty): AddressedParty =>
  isOutOfScope(invoice) ? { ...party, vatId: null } : party

export const writeEInvoice = (
  format: XmlFormat,
  invoice: EInvoiceModel
): Result.Result<string, FormatProblems> =>
  Result.map(requireWritable(format, invoice), (writable) => {
    const document = {
      ...writable,
      seller: withShownVat(writable, writable.seller),
      buyer: withShownVat(writable, addressed(format, writable))
    }
    return format === "cii" ? ciiOf(document) : ublOf(document, format)
  })
