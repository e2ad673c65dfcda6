/**
 * One try of a mail. Every failure counts as a failed attempt with a reason: a mail must not be
 * retried for ever without a trace.
 */
import { Data, Effect, Metric } from "effect"
import { mailOutcomes } from "../Metrics.ts"
import { MailBounds } from "../mail/MailBounds.ts"
import type { PdfNotDrawn } from "../ports/invoices/PdfRenderer.ts"
import { type Mail, Mailer, MailNotDelivered } from "../ports/mail/Mailer.ts"
import type { RecordedJob } from "../ports/mail/MailOutbox.ts"

/** One mail more than the bounds allow. */
class MailBeyondBound extends Data.TaggedError("MailBeyondBound")<{
  readonly reason: string
}> {}

const outcomes = {
  MailRefused: "refused",
  MailBeyondBound: "beyond_bound",
  MailNotDelivered: "put_off"
} as const

const counted = (outcome: string) =>
  Metric.update(Metric.withAttributes(mailOutcomes, { outcome }), 1)

/**
 * A resent mail has another Message-ID: a mail program would drop a repeat of the first one.
 */
const renamed = (mail: Mail, { mail: record }: RecordedJob): Mail =>
  record?.isAgain === true
    ? { ...mail, messageId: mail.messageId.replace("@", `.${record.id}@`) }
    : mail

/** Composes the mail and gives it to the mailer; null if the mail is no longer wanted. */
export const mailAttempts = Effect.gen(function* () {
  const mailer = yield* Mailer
  const bounds = yield* MailBounds

  const admit = Effect.fnUntraced(function* ({ workspaceId, mail }: RecordedJob, to: Mail["to"]) {
    if (mail?.isBounded !== true) return
    const bound = yield* bounds.reachedBefore(workspaceId, to.address, mail.id)
    if (bound === null) return
    return yield* new MailBeyondBound({ reason: `Not sent: a workspace sends ${bound}` })
  })

  return (job: RecordedJob, composed: Effect.Effect<Mail | null, PdfNotDrawn>) =>
    Effect.gen(function* () {
      const mail = yield* composed
      if (mail === null) return null
      yield* admit(job, mail.to)
      yield* mailer.send(renamed(mail, job))
      yield* counted("delivered")
      return mail
    }).pipe(
      Effect.catchTag("PdfNotDrawn", ({ reason }) =>
        Effect.fail(new MailNotDelivered({ reason: `The PDF could not be drawn: ${reason}` }))
      ),
      Effect.catchDefect((defect) =>
        Effect.andThen(
          Effect.logError("A mail met a defect", defect),
          new MailNotDelivered({ reason: "The mail could not be written" })
        )
      ),
      Effect.tapError(({ _tag }) => counted(outcomes[_tag]))
    )
})
