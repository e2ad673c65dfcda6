/** The mail with which an invoice is sent; its PDF is stored as the sent document. */
import { Effect } from "effect"
import { SentDocuments } from "../../invoices/documents/SentDocuments.ts"
import { MailComposer } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import { findDocumentOfJob, nameOfSent } from "../MailParts.ts"
import { withInvoiceFile, withXml } from "./InvoiceFile.ts"

export const invoiceMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const sentDocuments = yield* SentDocuments
  const documentOf = yield* findDocumentOfJob
  const withFile = yield* withInvoiceFile
  return Effect.fnUntraced(function* (job: JobOf<"invoice">) {
    const document = yield* documentOf(job)
    const { status, delivery } = document.invoice
    // Voided before; or sent, but a crash or a stop came between the mail and the queue's receipt
    // for it.
    const isAgain = job.mail?.isAgain === true
    if (status === "void" || (delivery?.status === "sent" && !isAgain)) return null
    const file = yield* sentDocuments.ensure(document)
    // Voided while it was drawn.
    if (file === null) return null
    const name = nameOfSent(job.invoiceId)
    const mail = withFile(name, document, file, job.message, composer.invoice)
    const xml = yield* sentDocuments.attachedXml(document)
    return mail === null || xml === null ? mail : withXml(mail, document.invoice, xml)
  })
})
