/** Delivers a mail whose fate nobody reads on a resource: the log tells it. */
import { Effect } from "effect"
import type { PdfNotDrawn } from "../ports/invoices/PdfRenderer.ts"
import type { Mail } from "../ports/mail/Mailer.ts"
import { maxAttempts } from "../ports/mail/MailOutbox.ts"
import { useCase } from "../UseCase.ts"
import { mailAttempts } from "./MailAttempts.ts"

/** What a mail is about, for the log: its text is nobody else's business. */
const subjectOf = (job: object) =>
  Object.fromEntries(Object.entries(job).filter(([name]) => name !== "message"))

export const deliverLogged = Effect.map(
  mailAttempts,
  (attemptOf) =>
    <Job extends object>(compose: (job: Job) => Effect.Effect<Mail | null, PdfNotDrawn>) =>
      useCase("MailDispatch.logged")(function* (job: Job, attempt: number) {
        yield* attemptOf(compose(job)).pipe(
          Effect.catchTag("MailRefused", ({ reason }) =>
            Effect.logWarning("A mail was refused", { ...subjectOf(job), reason })
          ),
          Effect.catchTag("MailNotDelivered", (error) =>
            attempt < maxAttempts
              ? Effect.fail(error)
              : Effect.logWarning("A mail was abandoned", {
                  ...subjectOf(job),
                  reason: error.reason
                })
          )
        )
      })
)
