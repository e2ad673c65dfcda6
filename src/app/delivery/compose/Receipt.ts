/** The mail that notifies a client of one payment, partial payments included. */
import { Effect } from "effect"
import { MailComposer } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import { findDocumentOfJob, followInvoice, inlineLogo, mailMaker } from "../MailParts.ts"

export const receiptMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const documentOf = yield* findDocumentOfJob
  const mailOf = yield* mailMaker
  const follow = yield* followInvoice
  return Effect.fnUntraced(function* (job: JobOf<"receipt">) {
    const { workspace, seller, invoice, recipient, logo } = yield* documentOf(job)
    if (invoice.processorPaymentUrl === null) return null
    const content = composer.receipt({
      seller,
      hasLogo: logo !== null,
      invoice,
      payment: job.payment,
      paymentUrl: invoice.processorPaymentUrl
    })
    const to = { name: recipient.name, address: recipient.email }
    const name = `${job.payment.id}.receipt`
    const mail = mailOf(workspace, seller.name, name, to, content, inlineLogo(logo))
    return follow(mail, invoice)
  })
})
