/**
 * Delivers a mail: tries it, and records the result. A final result settles the job in the same
 * transaction.
 */
import { DateTime, Effect } from "effect"
import type { InvoiceDelivery } from "../../domain/invoices/InvoiceResource.ts"
import type { PdfNotDrawn } from "../ports/invoices/PdfRenderer.ts"
import type { Mail } from "../ports/mail/Mailer.ts"
import { maxAttempts, type RecordedJob } from "../ports/mail/MailOutbox.ts"
import { MailRepository, type MailResult } from "../ports/mail/MailRepository.ts"
import { type Transaction, UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { mailAttempts } from "./MailAttempts.ts"

/** Jobs of versions without records have no record to update. */
const saveResultOf = Effect.map(
  MailRepository,
  (mails) =>
    ({ workspaceId, mail }: RecordedJob, result: Omit<MailResult, "sentAt">) =>
      mail === undefined
        ? Effect.void
        : Effect.flatMap(DateTime.now, (now) =>
            mails.saveResult(workspaceId, mail.id, {
              ...result,
              sentAt: result.status === "sent" ? now : null
            })
          )
)

/**
 * A failure is an event, which comes last. The report of another result reads first, so that one
 * statement has all writes.
 */
const inOrder = <R>(
  report: Effect.Effect<void, never, R>,
  saved: Effect.Effect<void, never, R>,
  { status }: InvoiceDelivery
) => (status === "failed" ? Effect.andThen(saved, report) : Effect.andThen(report, saved))

/** The fields of a job in a log line. Its message is private. */
const loggedOf = (job: object) =>
  Object.fromEntries(Object.entries(job).filter(([name]) => name !== "message"))

export const deliverMail = Effect.gen(function* () {
  const attemptOf = yield* mailAttempts
  const saveResult = yield* saveResultOf
  const { transact } = yield* UnitOfWork

  /** `report` saves the result at the mail's object too, unless the mail was no longer needed. */
  return <Job extends RecordedJob>(
    compose: (job: Job) => Effect.Effect<Mail | null, PdfNotDrawn>,
    report: (job: Job, delivery: InvoiceDelivery) => Effect.Effect<void, never, Transaction> = () =>
      Effect.void
  ) =>
    useCase("MailDispatch.deliver")(function* (
      job: Job,
      attempt: number,
      settled: Effect.Effect<void, never, Transaction>
    ) {
      const drop = (attempts: number) => {
        const lastError = "Not sent: it was no longer needed when its turn came"
        return transact(
          Effect.andThen(settled, saveResult(job, { status: "failed", attempts, lastError }))
        )
      }
      const record = Effect.fnUntraced(function* (
        delivery: InvoiceDelivery,
        more: Pick<MailResult, "counted" | "recipient"> = {}
      ) {
        const saved = saveResult(job, { ...delivery, ...more })
        const isDone = delivery.status !== "queued"
        yield* inOrder(
          report(job, delivery),
          isDone ? Effect.andThen(saved, settled) : saved,
          delivery
        )
      }, transact)
      const giveUp = Effect.fnUntraced(function* (
        lastError: string,
        attempts = attempt,
        more: Pick<MailResult, "counted"> = {}
      ) {
        yield* Effect.logWarning("A mail was not sent", { ...loggedOf(job), reason: lastError })
        yield* record({ status: "failed", attempts, lastError }, more)
      })

      // A crash during the last try leaves one more turn, which only records the result.
      if (attempt > maxAttempts) return yield* giveUp("The last try was cut off", maxAttempts)
      yield* attemptOf(job, compose(job)).pipe(
        Effect.flatMap((mail) =>
          mail === null
            ? drop(attempt - 1)
            : record(
                { status: "sent", attempts: attempt, lastError: null },
                { recipient: mail.to.address }
              )
        ),
        Effect.catchTags({
          MailRefused: ({ reason }) => giveUp(reason),
          MailBeyondBound: ({ reason }) => giveUp(reason, attempt - 1, { counted: false }),
          MailNotDelivered: (error) =>
            attempt === maxAttempts
              ? giveUp(error.reason)
              : Effect.andThen(
                  record({ status: "queued", attempts: attempt, lastError: error.reason }),
                  error
                )
        })
      )
    })
})
