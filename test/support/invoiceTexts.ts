/**
 * The optional texts of an invoice, found in the shape of its input: an added one is tested too.
 */
import { Schema } from "effect"
import { InvoiceCreate } from "../../src/domain/invoices/InvoiceInputs.ts"

const wireNameOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Accepts any text, unlike an id, a day or a code. */
const isText = (field: Schema.Constraint): boolean =>
  Schema.is(field)("Any text") && !Schema.is(field)([])

/** Texts of taxes and references, which the layout of documents does not show yet. */
const notDrawn: ReadonlyArray<string> = [
  "exemptionReason",
  "buyerReference",
  "purchaseOrder",
  "contractReference",
  "buyerAccountingReference"
]

/** Each with its name in the code and on the wire, and a text of its own. */
export const invoiceTexts = Object.entries(InvoiceCreate.fields)
  .filter(([name, field]) => isText(field) && !notDrawn.includes(name))
  .map(([name]) => ({ name, wireName: wireNameOf(name), text: `Text of ${wireNameOf(name)}` }))
