/**
 * What every change of an invoice has in common: its row is locked first, what time did to it is
 * recorded with its event before anything else happens, and the change is appended to the log.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { systemActor } from "../../domain/Actor.ts"
import { todayIn } from "../../domain/CalendarDate.ts"
import type { EventTypeOf } from "../../domain/events/ShownResource.ts"
import type { InvoiceId } from "../../domain/Ids.ts"
import { asOf, type Invoice } from "../../domain/invoices/Invoice.ts"
import type { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { actingAs } from "../Acting.ts"
import { Journal } from "../Journal.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { InvoiceViews } from "./InvoiceViews.ts"

export class InvoiceChanges extends Context.Service<
  InvoiceChanges,
  {
    /**
     * Locks the invoice. One whose due day has passed becomes overdue here, once, with its event:
     * whether a person or the sweep comes first.
     */
    readonly lock: (workspace: Workspace, id: InvoiceId) => Effect.Effect<Invoice, InvoiceNotFound>
    /** Records the change of the invoice; returns the view that was recorded. */
    readonly record: (
      workspace: Workspace,
      id: InvoiceId,
      type: EventTypeOf<"invoice">,
      previous: InvoiceView | null
    ) => Effect.Effect<InvoiceView>
  }
>()("retainer/app/InvoiceChanges") {
  static readonly layer = Layer.effect(
    InvoiceChanges,
    Effect.gen(function* () {
      const invoices = yield* InvoiceRepository
      const views = yield* InvoiceViews
      const journal = yield* Journal

      const record = Effect.fnUntraced(function* (
        workspace: Workspace,
        id: InvoiceId,
        type: EventTypeOf<"invoice">,
        previous: InvoiceView | null
      ) {
        const view = yield* Effect.orDie(views.get(workspace, id))
        yield* journal.record(workspace.id, type, previous, view)
        return view
      })

      return InvoiceChanges.of({
        record,
        lock: Effect.fnUntraced(function* (workspace, id) {
          const stored = yield* invoices.getForUpdate(workspace.id, id)
          const today = yield* todayIn(workspace.zone)
          const invoice = asOf(stored, today)
          if (invoice.status !== "overdue" || stored.status === "overdue") return invoice
          const overdue = { ...invoice, updatedAt: yield* DateTime.now }
          // A read already shows it as overdue: what was before has to be said.
          const previous = { ...(yield* views.get(workspace, id)), status: "sent" } as const
          yield* invoices.save(overdue, "sent")
          // The day passed by itself: nobody who came after it did this.
          yield* actingAs(systemActor)(record(workspace, id, "invoice.overdue", previous))
          return overdue
        })
      })
    })
  )
}
