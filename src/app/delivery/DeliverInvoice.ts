/** Delivers the mail of an invoice; the result is shown on the invoice. */
import { Effect } from "effect"
import type { InvoiceDelivery } from "../../domain/invoices/InvoiceResource.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { Journal } from "../Journal.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { type JobOf, maxAttempts } from "../ports/mail/MailOutbox.ts"
import { type Transaction, UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { mailAttempts } from "./MailAttempts.ts"
import { findWorkspaceOfJob } from "./MailParts.ts"
import { mailResults, noLongerNeeded } from "./MailResults.ts"
import { Mails } from "./Mails.ts"

type InvoiceJob = JobOf<"invoice">

/** Records the result of the mail, with its event. */
const makeSettle = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const views = yield* InvoiceViews
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork
  const workspaceOf = yield* findWorkspaceOfJob
  const saveResult = yield* mailResults
  return Effect.fnUntraced(
    function* (
      job: InvoiceJob,
      delivery: InvoiceDelivery,
      settled: Effect.Effect<void, never, Transaction>
    ) {
      const { workspaceId, invoiceId } = job
      yield* saveResult(job, delivery)
      const save = invoices.saveDelivery(workspaceId, invoiceId, delivery)
      if (delivery.status === "queued") return yield* save
      yield* settled
      if (delivery.status === "sent") return yield* save
      const workspace = yield* workspaceOf(workspaceId)
      const locked = yield* invoices.getForUpdate(workspaceId, invoiceId)
      // Voided while the mail was in progress: the void has settled its delivery.
      if (locked.status === "void" || locked.status === "draft") return
      const previous = yield* views.get(workspace, invoiceId)
      yield* save
      const failed = yield* views.get(workspace, invoiceId)
      yield* journal.record(workspaceId, "invoice.delivery_failed", previous, failed)
    },
    transact,
    Effect.orDie
  )
})

export const deliverInvoice = Effect.gen(function* () {
  const compose = yield* Mails
  const attemptOf = yield* mailAttempts
  const settleWith = yield* makeSettle
  const saveResult = yield* mailResults
  const { transact } = yield* UnitOfWork
  return useCase("MailDispatch.invoice")(function* (
    job: InvoiceJob,
    attempt: number,
    settled: Effect.Effect<void, never, Transaction>
  ) {
    const settle = (delivery: InvoiceDelivery) => settleWith(job, delivery, settled)
    const failed = (lastError: string): InvoiceDelivery => ({
      status: "failed",
      attempts: Math.min(attempt, maxAttempts),
      lastError
    })
    // A crash in the last try leaves one more turn, which only writes down how it ended.
    if (attempt > maxAttempts) {
      return yield* settle(failed("The last try was cut off"))
    }
    const dropped = { status: "failed", attempts: attempt - 1, lastError: noLongerNeeded } as const
    yield* attemptOf(job, compose.invoice(job)).pipe(
      Effect.flatMap((mail) =>
        mail === null
          ? transact(Effect.andThen(settled, saveResult(job, dropped)))
          : settle({ status: "sent", attempts: attempt, lastError: null })
      ),
      Effect.catchTag("MailBeyondBound", ({ reason }) => settle(failed(reason))),
      Effect.catchTag("MailRefused", ({ reason }) => settle(failed(reason))),
      Effect.catchTag("MailNotDelivered", (error) =>
        attempt === maxAttempts
          ? settle(failed(error.reason))
          : Effect.andThen(
              settle({
                status: "queued",
                attempts: attempt,
                lastError: error.reason
              }),
              error
            )
      )
    )
  })
})
