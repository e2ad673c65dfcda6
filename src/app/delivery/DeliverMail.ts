/** Delivers every mail except that of an invoice document. Only its record shows the result. */
import { Effect } from "effect"
import type { PdfNotDrawn } from "../ports/invoices/PdfRenderer.ts"
import type { Mail, MailNotDelivered } from "../ports/mail/Mailer.ts"
import { maxAttempts, type RecordedJob } from "../ports/mail/MailOutbox.ts"
import { type Transaction, UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { mailAttempts } from "./MailAttempts.ts"
import { mailResults, noLongerNeeded, type TryResult } from "./MailResults.ts"

/** The subject of a mail's log line. Its text is private. */
const subjectOf = (job: object) =>
  Object.fromEntries(Object.entries(job).filter(([name]) => name !== "message"))

export const deliverMail = Effect.gen(function* () {
  const attemptOf = yield* mailAttempts
  const save = yield* mailResults
  const { transact } = yield* UnitOfWork

  return <Job extends RecordedJob>(
    compose: (job: Job) => Effect.Effect<Mail | null, PdfNotDrawn>
  ) =>
    useCase("MailDispatch.deliver")(function* (
      job: Job,
      attempt: number,
      settled: Effect.Effect<void, never, Transaction>
    ) {
      const settle = (result: TryResult) => transact(Effect.andThen(settled, save(job, result)))
      const giveUp = Effect.fnUntraced(function* (reason: string, more: Partial<TryResult> = {}) {
        yield* Effect.logWarning("A mail was not sent", { ...subjectOf(job), reason })
        const attempts = Math.min(attempt, maxAttempts)
        yield* settle({ status: "failed", attempts, lastError: reason, ...more })
      })
      const putOff = (error: MailNotDelivered) =>
        Effect.andThen(
          transact(save(job, { status: "queued", attempts: attempt, lastError: error.reason })),
          error
        )

      // A crash during the last try leaves one more turn, which only records the result.
      if (attempt > maxAttempts) return yield* giveUp("The last try was cut off")
      yield* attemptOf(job, compose(job)).pipe(
        Effect.flatMap((mail) =>
          settle(
            mail === null
              ? { status: "failed", attempts: attempt - 1, lastError: noLongerNeeded }
              : { status: "sent", attempts: attempt, lastError: null, recipient: mail.to.address }
          )
        ),
        Effect.catchTags({
          MailRefused: ({ reason }) => giveUp(reason),
          MailBeyondBound: ({ reason }) =>
            giveUp(reason, { attempts: attempt - 1, counted: false }),
          MailNotDelivered: (error) =>
            attempt < maxAttempts ? putOff(error) : giveUp(error.reason)
        })
      )
    })
})
