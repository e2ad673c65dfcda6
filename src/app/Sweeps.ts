/**
 * The periodic work: marks invoices overdue, sends reminders, deletes what has expired and bytes that no file has.
 * Any number of processes may sweep: each invoice is locked and looked at again, so its event comes once.
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
import { WorkspaceRepository } from "./ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "./UseCase.ts"

const batch = 200

export class Sweeps extends Context.Service<
  Sweeps,
  {
    /** Writes down every invoice whose due day has passed; how many this call did. */
    readonly overdue: Effect.Effect<number>
    readonly purge: Effect.Effect<void>
    /** Keeps the totals of lists quick to read, however much was written. */
    readonly foldTotals: Effect.Effect<void>
  }
>()("retainer/app/Sweeps") {
  static readonly layer = Layer.effect(
    Sweeps,
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

      const overdue = useCase("Sweeps.overdue")(function* () {
        // Somewhere on Earth it may be tomorrow already: a day more is looked at than is over here.
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

      return Sweeps.of({
        overdue: overdue(),
        purge: Effect.flatMap(DateTime.now, housekeeping.purge),
        foldTotals: housekeeping.foldTotals
      })
    })
  )
}

/** Requests come first: what lay there until the start can wait this long. */
const quietTime = "5 seconds"

/** Sweeps now and then for as long as the layer lives; a failed one is tried again next time. */
export const layerSweeper: Layer.Layer<never, never, Sweeps | Reminders | Files | WebhookSweep> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const sweeps = yield* Sweeps
      const reminders = yield* Reminders
      const files = yield* Files
      const webhooks = yield* WebhookSweep
      const safely = <A>(what: string, work: Effect.Effect<A>) =>
        Effect.catchCause(work, (cause) => Effect.logError(`${what} failed`, cause))
      const everyMinute = Effect.andThen(
        safely("The overdue sweep", sweeps.overdue),
        safely("Sending reminders", reminders.remindDue)
      ).pipe(
        Effect.andThen(safely("Removing bytes without a file", files.removeDue)),
        Effect.andThen(safely("The sweep of webhooks", webhooks.sweep))
      )
      const repeated = (work: Effect.Effect<void>, pause: Duration.Input) =>
        Effect.repeat(work, Schedule.spaced(pause)).pipe(Effect.delay(quietTime), Effect.forkScoped)
      yield* repeated(everyMinute, "1 minute")
      yield* repeated(safely("Folding totals", sweeps.foldTotals), "5 seconds")
      yield* repeated(safely("Housekeeping", sweeps.purge), "1 hour")
    })
  )
