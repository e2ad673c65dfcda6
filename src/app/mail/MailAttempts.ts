/**
 * One try of a mail. Whatever goes wrong on the way is a try that failed and has a reason: a mail must
 * not be tried for ever without a trace.
 */
import { Effect, Metric } from "effect"
import { mails } from "../Metrics.ts"
import type { PdfNotDrawn } from "../ports/invoices/PdfRenderer.ts"
import { type Mail, Mailer, MailNotDelivered } from "../ports/mail/Mailer.ts"

const counted = (outcome: string) => Metric.update(Metric.withAttributes(mails, { outcome }), 1)

/** Composes the mail and hands it to the mailer, if it is still wanted; returns whether it was. */
export const mailAttempts = Effect.map(
  Mailer,
  (mailer) => (composed: Effect.Effect<Mail | null, PdfNotDrawn>) =>
    Effect.gen(function* () {
      const mail = yield* composed
      if (mail === null) return false
      yield* mailer.send(mail)
      yield* counted("delivered")
      return true
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
      Effect.tapError(({ _tag }) => counted(_tag === "MailRefused" ? "refused" : "put_off"))
    )
)
