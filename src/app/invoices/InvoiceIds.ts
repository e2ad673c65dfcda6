/** The id of an invoice as a path gives it. */
import { InvoiceId, parseOrFail } from "../../domain/Ids.ts"
import { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"

/** Fails with what a read of an unknown one fails with. */
export const invoiceIdOf = (id: string) =>
  parseOrFail(InvoiceId, id, () => new InvoiceNotFound({ id }))
