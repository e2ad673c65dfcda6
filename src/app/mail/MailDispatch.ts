/**
 * Delivers the mails of the outbox. A mail is tried until it is taken, refused for good, or has used
 * up its tries; what became of an invoice's mail is shown on the invoice.
 */
import { Context, Effect, Layer, Metric } from "effect"
import type { InvoiceDelivery } from "../../domain/invoices/Invoice.ts"
import { toWire } from "../../domain/Wire.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { mails } from "../Metrics.ts"
import { LinkRequests } from "../people/LinkRequests.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { Mailer, MailNotDelivered, type MailRefused } from "../ports/mail/Mailer.ts"
import { type MailJob, MailOutbox, maxAttempts } from "../ports/mail/MailOutbox.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { Mails, type OwedMail } from "./Mails.ts"

type InvoiceJob = Extract<MailJob, { kind: "invoice" }>

/** What a mail is about, for the log: its text is nobody else's business. */
const subjectOf = (job: OwedMail) =>
  Object.fromEntries(Object.entries(job).filter(([name]) => name !== "message"))

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
      const mailer = yield* Mailer
      const { compose, workspaceOf } = yield* Mails
      const requests = yield* LinkRequests
      const invoices = yield* InvoiceRepository
      const views = yield* InvoiceViews
      const events = yield* EventLog
      const { transact } = yield* UnitOfWork

      const counted = (outcome: string) =>
        Metric.update(Metric.withAttributes(mails, { outcome }), 1)

      /**
       * Writes the mail and hands it over, if it is still owed; tells whether it was. Whatever goes
       * wrong on the way is a try that failed and has a reason: a mail must not be tried for ever
       * without a trace.
       */
      const attemptOf = (job: OwedMail): Effect.Effect<boolean, MailRefused | MailNotDelivered> =>
        Effect.gen(function* () {
          const mail = yield* compose(job)
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

      const settle = (workspace: Workspace, job: InvoiceJob, delivery: InvoiceDelivery) =>
        transact(
          Effect.gen(function* () {
            const locked = yield* invoices.getForUpdate(workspace.id, job.invoiceId)
            // Voided while the mail was under way: its delivery was settled by the void.
            if (locked.status === "void" || locked.status === "draft") return
            const save = invoices.saveDelivery(workspace.id, job.invoiceId, delivery)
            if (delivery.status !== "failed") return yield* save
            const previous = yield* views.get(workspace, job.invoiceId)
            yield* save
            yield* events.append({
              workspaceId: workspace.id,
              type: "invoice.delivery_failed",
              object: toWire(yield* views.get(workspace, job.invoiceId)),
              previous: toWire(previous)
            })
          })
        ).pipe(Effect.orDie)

      const deliverInvoice = Effect.fn("MailDispatch.invoice")(function* (
        job: InvoiceJob,
        attempt: number
      ) {
        const workspace = yield* workspaceOf(job.workspaceId)
        const failed = (lastError: string): InvoiceDelivery => ({
          status: "failed",
          attempts: Math.min(attempt, maxAttempts),
          lastError
        })
        // A crash in the last try leaves one more turn, which only writes down how it ended.
        if (attempt > maxAttempts) {
          return yield* settle(workspace, job, failed("The last try was cut off"))
        }
        yield* attemptOf(job).pipe(
          Effect.tap((wasOwed) =>
            wasOwed
              ? settle(workspace, job, { status: "sent", attempts: attempt, lastError: null })
              : Effect.void
          ),
          Effect.catchTag("MailRefused", ({ reason }) => settle(workspace, job, failed(reason))),
          Effect.catchTag("MailNotDelivered", (error) =>
            attempt === maxAttempts
              ? settle(workspace, job, failed(error.reason))
              : Effect.andThen(
                  settle(workspace, job, {
                    status: "queued",
                    attempts: attempt,
                    lastError: error.reason
                  }),
                  error
                )
          )
        )
      })

      /** A mail whose fate nobody reads on a resource: the log tells it. */
      const deliverOther = Effect.fn("MailDispatch.other")(function* (
        job: OwedMail,
        attempt: number
      ) {
        yield* attemptOf(job).pipe(
          Effect.catchTag("MailRefused", ({ reason }) =>
            Effect.logWarning("A mail was refused", { ...subjectOf(job), reason })
          ),
          Effect.catchTag("MailNotDelivered", (error) =>
            attempt < maxAttempts
              ? Effect.fail(error)
              : Effect.logWarning("A mail was given up", {
                  ...subjectOf(job),
                  reason: error.reason
                })
          )
        )
      })

      const handle = (job: MailJob, attempt: number) => {
        switch (job.kind) {
          case "invoice":
            return deliverInvoice(job, attempt)
          case "link_request":
            return requests.fulfil(job)
          default:
            return deliverOther(job, attempt)
        }
      }

      return MailDispatch.of({
        deliverNext: outbox.take((job, attempt) =>
          // A stop lets the mail that is under way end, so that what became of it is written down.
          Effect.uninterruptible(handle(job, attempt))
        )
      })
    })
  )
}

/** Keeps `workers` mails under way at a time for as long as the layer lives. */
export const layerMailWorkers = (workers: number): Layer.Layer<never, never, MailDispatch> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { deliverNext } = yield* MailDispatch
      const forever = deliverNext.pipe(
        Effect.catchTag("MailNotDelivered", ({ reason }) =>
          Effect.logWarning("A mail was not delivered and will be tried again", { reason })
        ),
        // A database that is away fails every take at once: without the pause this would spin.
        Effect.catchCause((cause) =>
          Effect.andThen(
            Effect.logError("The mail worker met a defect", cause),
            Effect.sleep("1 second")
          )
        ),
        Effect.forever
      )
      for (let i = 0; i < workers; i++) yield* Effect.forkScoped(forever)
    })
  )
