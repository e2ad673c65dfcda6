/**
 * What every change of an invoice has in common: its row is locked first, what time did to it is
 * recorded with its event before anything else happens, and the change is appended to the log.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { systemActor } from "../../domain/access/Actor.ts"
import type { EventTypeOf } from "../../domain/events/ShownResource.ts"
import type { InvoiceId } from "../../domain/Ids.ts"
import { asOf, type Invoice } from "../../domain/invoices/Invoice.ts"
import type { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { actingAs } from "../Acting.ts"
import { Journal } from "../Journal.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import type { AddressedInvoice } from "../ports/invoices/PdfRenderer.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"
import { type InvoiceNames, shownOf } from "./InvoiceShown.ts"
import { InvoiceViews } from "./InvoiceViews.ts"

export interface ChangedInvoice {
  readonly invoice: Invoice
  readonly names: InvoiceNames
  readonly shown: AddressedInvoice
}

export class InvoiceChanges extends Context.Service<
  InvoiceChanges,
  {
    /**
     * Locks the invoice, which then guards its payments and checkouts. One whose due day has passed becomes
     * overdue here, once, with its event: whether a person or the sweep comes first.
     */
    readonly lock: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<Invoice, InvoiceNotFound, Transaction>
    /** The same with how the invoice is shown, for a change that decides by the invoice alone. */
    readonly getForChange: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<ChangedInvoice, InvoiceNotFound, Transaction>
    /** Records what the invoice became, which names these; returns the view that was recorded. */
    readonly recordAs: (
      workspace: Workspace,
      became: { readonly invoice: Invoice; readonly names: InvoiceNames },
      type: EventTypeOf<"invoice">,
      previous: InvoiceView | null
    ) => Effect.Effect<InvoiceView, never, Transaction>
    /** Records the change of the invoice, read back; returns the view that was recorded. */
    readonly record: (
      workspace: Workspace,
      id: InvoiceId,
      type: EventTypeOf<"invoice">,
      previous: InvoiceView | null
    ) => Effect.Effect<InvoiceView, never, Transaction>
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

      const recordAs: InvoiceChanges["Service"]["recordAs"] = Effect.fnUntraced(function* (
        workspace,
        { invoice, names },
        type,
        previous
      ) {
        const today = yield* todayIn(workspace.zone)
        const { invoice: view } = yield* views.present(workspace, shownOf(invoice, names, today))
        yield* journal.record(workspace.id, type, previous, view)
        return view
      })

      const getForChange = Effect.fnUntraced(function* (
        workspace: Workspace,
        id: InvoiceId,
        by: "lock" | "version"
      ) {
        const today = yield* todayIn(workspace.zone)
        const found = yield* invoices.getShownForUpdate(workspace.id, id, today, by)
        const { version, ...view } = found.view
        const names: InvoiceNames = view
        const shown = yield* views.present(workspace, view)
        const invoice = asOf(found.invoice, today)
        if (invoice.status !== "overdue" || found.invoice.status === "overdue") {
          return { invoice, names, shown }
        }
        const overdue = { ...invoice, updatedAt: yield* DateTime.now }
        // A read already shows it as overdue: what was before has to be said.
        const previous = { ...shown.invoice, status: "sent" } as const
        yield* invoices.save(overdue, "sent")
        // The day passed by itself: nobody who came after it did this.
        const became = { invoice: overdue, names }
        const after = yield* actingAs(systemActor)(
          recordAs(workspace, became, "invoice.overdue", previous)
        )
        return { ...became, shown: { ...shown, invoice: after } }
      })

      return InvoiceChanges.of({
        record,
        recordAs,
        getForChange: (workspace, id) => getForChange(workspace, id, "version"),
        lock: (workspace, id) =>
          Effect.map(getForChange(workspace, id, "lock"), ({ invoice }) => invoice)
      })
    })
  )
}
