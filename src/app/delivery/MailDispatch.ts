/**
 * Delivers the mails of the outbox. A mail is retried until it is accepted, permanently refused, or
 * out of attempts.
 */
import { Context, Effect, Layer } from "effect"
import { LinkRequests } from "../people/LinkRequests.ts"
import type { MailNotDelivered } from "../ports/mail/Mailer.ts"
import { type JobKind, type JobOf, MailOutbox } from "../ports/mail/MailOutbox.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"
import { deliverMail } from "./DeliverMail.ts"
import { Mails } from "./Mails.ts"
import { reportCreditNote, reportDelivery } from "./ReportDelivery.ts"

/** The handler of each kind of job. */
type Handling = {
  readonly [Kind in JobKind]: (
    job: JobOf<Kind>,
    attempt: number,
    settled: Effect.Effect<void, never, Transaction>
  ) => Effect.Effect<void, MailNotDelivered>
}

export class MailDispatch extends Context.Service<
  MailDispatch,
  {
    /** Takes one job and handles it; fails where the outbox should bring it back later. */
    readonly deliverNext: Effect.Effect<void, MailNotDelivered>
  }
>()("retainer/app/MailDispatch") {
  static readonly layer = Layer.effect(
    MailDispatch,
    Effect.gen(function* () {
      const outbox = yield* MailOutbox
      const mails = yield* Mails
      const requests = yield* LinkRequests
      const deliver = yield* deliverMail

      const handling: Handling = {
        invoice: deliver(mails.invoice, yield* reportDelivery),
        credit_note: deliver(mails.credit_note, yield* reportCreditNote),
        reminder: deliver(mails.reminder),
        receipt: deliver(mails.receipt),
        payment_notice: deliver(mails.payment_notice),
        void_notice: deliver(mails.void_notice),
        invitation: deliver(mails.invitation),
        user_link: deliver(mails.user_link),
        notice: deliver(mails.notice),
        link_request: (job) => requests.fulfil(job)
      }
      const handle = <Kind extends JobKind>(
        job: JobOf<Kind>,
        attempt: number,
        settled: Effect.Effect<void, never, Transaction>
      ) => handling[job.kind](job, attempt, settled)

      return MailDispatch.of({
        deliverNext: outbox.take((job, attempt, settled) =>
          // A shutdown lets the mail in progress finish, so that its result is recorded.
          Effect.uninterruptible(handle(job, attempt, settled))
        )
      })
    })
  )
}
