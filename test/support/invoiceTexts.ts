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

/** The reason of an exemption is shown beside a tax alone: see test/http/invoices/taxes.test.ts. */
const elsewhere = "exemptionReason"

/** Each with its name in the code and on the wire, and a text of its own. */
export const invoiceTexts = Object.entries(InvoiceCreate.fields)
  .filter(([name, field]) => isText(field) && name !== elsewhere)
  .map(([name]) => ({ name, wireName: wireNameOf(name), text: `Text of ${wireNameOf(name)}` }))
