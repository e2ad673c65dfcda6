/** The mail that reminds of an invoice; its file shows the invoice as it is now. */
import { Effect } from "effect"
import { isOpen } from "../../../domain/invoices/Invoice.ts"
import { PdfRenderer } from "../../ports/invoices/PdfRenderer.ts"
import { MailComposer } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import { findDocumentOfJob, followInvoice } from "../MailParts.ts"
import { withInvoiceFile } from "./InvoiceFile.ts"

export const reminderMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const renderer = yield* PdfRenderer
  const documentOf = yield* findDocumentOfJob
  const withFile = yield* withInvoiceFile
  const follow = yield* followInvoice
  return Effect.fnUntraced(function* (job: JobOf<"reminder">) {
    const document = yield* documentOf(job)
    // Paid or voided since: there is nothing to remind of.
    if (!isOpen(document.invoice)) return null
    const file = yield* renderer.invoice(document)
    const name = `${job.invoiceId}.reminder.${job.day}`
    const mail = withFile(name, document, file, job.message, composer.reminder)
    return mail === null ? null : follow(mail, document.invoice)
  })
})
