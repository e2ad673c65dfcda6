/**
 * Builds the mail of an outbox job from the state at the time of the attempt; none where the state
 * has made it obsolete. The same job is the same mail: one Message-ID, however often it is tried.
 */
import { Context, Effect, Layer } from "effect"
import type { PdfNotDrawn } from "../ports/invoices/PdfRenderer.ts"
import type { Mail } from "../ports/mail/Mailer.ts"
import type { JobOf, RecordedKind } from "../ports/mail/MailOutbox.ts"
import { creditNoteMail } from "./compose/CreditNote.ts"
import { invitationMail } from "./compose/Invitation.ts"
import { invoiceMail } from "./compose/Invoice.ts"
import { noticeMail, voidNoticeMail } from "./compose/Notice.ts"
import { paymentNoticeMail } from "./compose/PaymentNotice.ts"
import { receiptMail } from "./compose/Receipt.ts"
import { reminderMail } from "./compose/Reminder.ts"
import { userLinkMail } from "./compose/UserLink.ts"

/** Builds the mail of each kind of job. */
export class Mails extends Context.Service<
  Mails,
  {
    readonly [Kind in RecordedKind]: (job: JobOf<Kind>) => Effect.Effect<Mail | null, PdfNotDrawn>
  }
>()("retainer/app/Mails") {
  static readonly layer = Layer.effect(
    Mails,
    Effect.all({
      invoice: invoiceMail,
      credit_note: creditNoteMail,
      reminder: reminderMail,
      receipt: receiptMail,
      payment_notice: paymentNoticeMail,
      void_notice: voidNoticeMail,
      invitation: invitationMail,
      user_link: userLinkMail,
      notice: noticeMail
    })
  )
}
