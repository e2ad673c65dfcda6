/** The mail with which an invoice is sent; its PDF is stored as the sent document. */
import { Effect } from "effect"
import { SentDocuments } from "../../invoices/documents/SentDocuments.ts"
import { MailComposer } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import { findDocumentOfJob, isDoneMail, nameOfSent } from "../MailParts.ts"
import { withInvoiceFile, withXml } from "./InvoiceFile.ts"

export const invoiceMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const sentDocuments = yield* SentDocuments
  const documentOf = yield* findDocumentOfJob
  const withFile = yield* withInvoiceFile
  const isDone = yield* isDoneMail
  return Effect.fnUntraced(function* (job: JobOf<"invoice">) {
    const document = yield* documentOf(job)
    const { status, delivery } = document.invoice
    // Voided before, or this mail is done.
    if (status === "void" || (yield* isDone(job, delivery))) return null
    const file = yield* sentDocuments.ensure(document)
    // Voided while it was drawn.
    if (file === null) return null
    const name = nameOfSent(job.invoiceId)
    const written = withFile(name, document, file, job.message, composer.invoice)
    if (written === null) return null
    const { to } = written
    const mail = { ...written, to: { ...to, address: job.email ?? to.address } }
    const xml = yield* sentDocuments.attachedXml(document)
    return xml === null ? mail : withXml(mail, document.invoice, xml)
  })
})
