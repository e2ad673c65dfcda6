/**
 * Periodic jobs: mark invoices overdue, send reminders, export workspaces, delete expired rows and
 * bytes without a file. Any number of processes may run them. Each invoice is locked and checked
 * under its lock, so its event comes once.
 */
import { Context, DateTime, type Duration, Effect, Layer, Schedule } from "effect"
import type { WorkspaceId } from "../domain/Ids.ts"
import { isPastDue } from "../domain/invoices/Invoice.ts"
import { addDays, CalendarDate, todayIn } from "../domain/time/CalendarDate.ts"
import type { Workspace } from "../domain/workspaces/Workspace.ts"
import { WebhookSweep } from "./events/webhooks/WebhookSweep.ts"
import { Files } from "./files/Files.ts"
import { InvoiceChanges } from "./invoices/InvoiceChanges.ts"
import { Reminders } from "./invoices/reminders/Reminders.ts"
import { Housekeeping } from "./ports/Housekeeping.ts"
import { type DueInvoice, InvoiceRepository } from "./ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "./ports/UnitOfWork.ts"
import { WorkspaceMoves } from "./ports/workspaces/WorkspaceMoves.ts"
import { WorkspaceRepository } from "./ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "./UseCase.ts"
import { Exports } from "./workspaces/Exports.ts"

const batch = 200

export class PeriodicJobs extends Context.Service<
  PeriodicJobs,
  {
    /** Marks every invoice whose due day has passed; returns how many this call marked. */
    readonly markOverdue: Effect.Effect<number>
    readonly purge: Effect.Effect<void>
    /** Adds up the parts of the materialised totals, so that lists read few rows. */
    readonly foldTotals: Effect.Effect<void>
  }
>()("retainer/app/PeriodicJobs") {
  static readonly layer = Layer.effect(
    PeriodicJobs,
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const workspaces = yield* WorkspaceRepository
      const changes = yield* InvoiceChanges
      const housekeeping = yield* Housekeeping
      const { transact } = yield* UnitOfWork

      const settle = Effect.fnUntraced(
        function* (workspace: Workspace, due: DueInvoice) {
          const stored = yield* invoices.getForUpdate(due.workspaceId, due.id)
          if (stored.status !== "sent") return 0
          yield* changes.lock(workspace, due.id)
          return 1
        },
        transact,
        Effect.orDie
      )

      const markOverdue = useCase("PeriodicJobs.markOverdue")(function* () {
        // Time zones east of UTC may have reached the next day.
        const now = yield* DateTime.now
        const day = addDays(CalendarDate.make(DateTime.formatIsoDateUtc(now)), 1)
        const known = new Map<WorkspaceId, Workspace | null>()
        let count = 0
        let after: DueInvoice | null = null
        for (;;) {
          const found: ReadonlyArray<DueInvoice> = yield* invoices.sentDueBefore(day, after, batch)
          for (const due of found) {
            const workspace =
              known.get(due.workspaceId) ?? (yield* workspaces.find(due.workspaceId))
            known.set(due.workspaceId, workspace)
            if (workspace === null) continue
            const isOver = isPastDue(due.dueDate, yield* todayIn(workspace.zone))
            if (isOver) count += yield* settle(workspace, due)
          }
          after = found.at(-1) ?? null
          if (found.length < batch || after === null) return count
        }
      })

      return PeriodicJobs.of({
        markOverdue: markOverdue(),
        purge: Effect.flatMap(DateTime.now, housekeeping.purge),
        foldTotals: housekeeping.foldTotals
      })
    })
  )
}

/** Requests of the first seconds have priority. */
const quietTime = "5 seconds"

/** Runs the jobs until the layer is released; a failed job is repeated at its next time. */
export const layerPeriodicJobs: Layer.Layer<
  never,
  never,
  PeriodicJobs | Reminders | Files | WebhookSweep | Exports | WorkspaceMoves
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const jobs = yield* PeriodicJobs
    const reminders = yield* Reminders
    const files = yield* Files
    const webhooks = yield* WebhookSweep
    const exports = yield* Exports
    const moves = yield* WorkspaceMoves
    const logged = <A>(what: string, work: Effect.Effect<A>) =>
      Effect.catchCause(work, (cause) => Effect.logError(`${what} failed`, cause))
    const everyMinute = Effect.andThen(
      logged("Marking invoices overdue", jobs.markOverdue),
      logged("Sending reminders", reminders.remindDue)
    ).pipe(
      Effect.andThen(logged("Removing bytes without a file", files.removeDue)),
      Effect.andThen(logged("Checking the health of webhook endpoints", webhooks.sweep))
    )
    const repeated = (work: Effect.Effect<void>, pause: Duration.Input) =>
      Effect.repeat(work, Schedule.spaced(pause)).pipe(Effect.delay(quietTime), Effect.forkScoped)
    yield* repeated(everyMinute, "1 minute")
    yield* repeated(logged("Deciding moves that broke off", moves.settleBroken), "10 seconds")
    yield* repeated(logged("Folding totals", jobs.foldTotals), "5 seconds")
    yield* repeated(logged("Exporting workspaces", exports.makeDue), "5 seconds")
    yield* repeated(logged("Housekeeping", jobs.purge), "1 hour")
  })
)
