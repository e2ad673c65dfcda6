/** The mail that notifies the agency of one payment: at its own address, or an owner's. */
import { Effect } from "effect"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { MailComposer } from "../../ports/mail/MailComposer.ts"
import type { JobOf } from "../../ports/mail/MailOutbox.ts"
import { UserRepository } from "../../ports/people/UserRepository.ts"
import { findDocumentOfJob, inlineLogo, mailMaker } from "../MailParts.ts"

export const paymentNoticeMail = Effect.gen(function* () {
  const composer = yield* MailComposer
  const users = yield* UserRepository
  const documentOf = yield* findDocumentOfJob
  const mailOf = yield* mailMaker

  /** The recipient of a notice; null where the user, or the workspace's address, is gone. */
  const readerOf = Effect.fnUntraced(function* (
    { id, displayName, email }: Workspace,
    userId: JobOf<"payment_notice">["userId"]
  ) {
    if (userId === null) {
      return email === null ? null : { name: displayName, address: email }
    }
    const user = yield* users.find(id, userId)
    return user === null ? null : { name: user.name, address: user.email }
  })

  return Effect.fnUntraced(function* (job: JobOf<"payment_notice">) {
    const { workspace, seller, invoice, recipient, logo } = yield* documentOf(job)
    const to = yield* readerOf(workspace, job.userId)
    if (to === null) return null
    const { language, locale } = workspace
    const content = composer.payment_notice({
      // Its reader is of the agency, so it is in the agency's language and not in the client's.
      seller: { ...seller, language, locale },
      hasLogo: logo !== null,
      readerName: to.name,
      clientName: recipient.company ?? recipient.name,
      invoice,
      payment: job.payment,
      invoiceUrl: invoice.processorPaymentUrl
    })
    const name = `${job.payment.id}.notice.${job.userId ?? "workspace"}`
    return mailOf(workspace, seller.name, name, to, content, inlineLogo(logo))
  })
})
