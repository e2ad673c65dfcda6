/**
 * Every change of an invoice: its row is locked first, an invoice past its due day becomes overdue
 * with its event, and then the change is appended to the log.
 */
import { Context, DateTime, Effect, Layer } from "effect"
import { systemActor } from "../../domain/access/Actor.ts"
import type { EventTypeOf } from "../../domain/events/ShownResource.ts"
import type { ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import { invalid } from "../../domain/Invalid.ts"
import { asOf, type Invoice, recipientOf } from "../../domain/invoices/Invoice.ts"
import type { InvoiceNotFound } from "../../domain/invoices/InvoiceErrors.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import { CurrentRehearsal } from "../../domain/Rehearsal.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { actingAs } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import type { AddressedInvoice } from "../ports/invoices/PdfRenderer.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import type { Transaction, Written } from "../ports/UnitOfWork.ts"
import { type InvoiceReferences, InvoiceViews, storedViewOf } from "./InvoiceViews.ts"

/**
 * Checks that the client and the project of an invoice exist and belong together, and returns them
 * with the reference that the client's invoices have by default.
 */
export const checkInvoiceReferences = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const projects = yield* ProjectRepository
  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { clientId, projectId }: { readonly clientId: ClientId; readonly projectId: ProjectId | null }
  ) {
    const client = yield* clients.findForReference(workspace.id, clientId)
    if (client === null) {
      return yield* invalid("client_id", `no client has the id ${clientId}`)
    }
    const references: InvoiceReferences = {
      recipient: recipientOf(client),
      project: null,
      document: null
    }
    const { buyerReference } = client
    if (projectId === null) return { references, buyerReference }
    const project = yield* projects.findForReference(workspace.id, projectId)
    if (project === null) {
      return yield* invalid("project_id", `no project has the id ${projectId}`)
    }
    if (project.clientId !== clientId) {
      return yield* invalid("project_id", `project ${projectId} belongs to another client`)
    }
    const named = { ...references, project: { id: project.id, name: project.name } }
    return { references: named, buyerReference }
  })
})

/** An invoice with the records that its view refers to. */
interface ReferringInvoice {
  readonly invoice: Invoice
  readonly references: InvoiceReferences
}

/** An invoice as it was read for a change, with its view. */
export interface InvoiceForChange extends ReferringInvoice {
  readonly shown: AddressedInvoice
}

/** The view with its number, which is known after the transaction. */
export const withNumber = <View, E, R>(
  created: Effect.Effect<{ readonly view: View; readonly number: Written<string> }, E, R>
): Effect.Effect<View, E, R> =>
  Effect.flatMap(created, ({ view, number }) =>
    Effect.map(number, (taken): View => ({ ...view, number: taken }))
  )

const makeRecords = Effect.gen(function* () {
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
    { invoice, references },
    type,
    previous
  ) {
    const today = yield* todayIn(workspace.zone)
    const stored = storedViewOf(invoice, references, today)
    const { invoice: view } = yield* views.present(workspace, stored)
    yield* journal.record(workspace.id, type, previous, view)
    return view
  })

  return { record, recordAs }
})

export class InvoiceChanges extends Context.Service<
  InvoiceChanges,
  {
    /**
     * Locks the invoice, which then guards its payments and checkouts. An invoice whose due day has
     * passed becomes overdue here, once, with its event.
     */
    readonly lock: (
      workspace: Workspace,
      id: InvoiceId
    ) => Effect.Effect<Invoice, InvoiceNotFound, Transaction>
    /**
     * The same with its view. `version` (the default) takes no lock: that is for a change that
     * depends on this invoice alone.
     */
    readonly getForChange: (
      workspace: Workspace,
      id: InvoiceId,
      by?: "lock" | "version"
    ) => Effect.Effect<InvoiceForChange, InvoiceNotFound, Transaction>
    /** Records the change to this invoice; returns the recorded view. */
    readonly recordAs: (
      workspace: Workspace,
      changed: ReferringInvoice,
      type: EventTypeOf<"invoice">,
      previous: InvoiceView | null
    ) => Effect.Effect<InvoiceView, never, Transaction>
    /** Reads the changed invoice and records the change; returns the recorded view. */
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

      const { record, recordAs } = yield* makeRecords

      const becomeOverdue = Effect.fnUntraced(function* (
        workspace: Workspace,
        { invoice, references, shown }: InvoiceForChange
      ) {
        const overdue = { ...invoice, updatedAt: yield* DateTime.now }
        const changed = { invoice: overdue, references }
        // A rehearsal reads on, and a read after a write would be wrong.
        if ((yield* CurrentRehearsal) !== null) {
          const view = { ...shown.invoice, updatedAt: overdue.updatedAt }
          return { ...changed, shown: { ...shown, invoice: view } }
        }
        // A read shows the invoice as overdue before it is stored.
        const previous = { ...shown.invoice, status: "sent" } as const
        yield* invoices.save(overdue, "sent")
        // The day passed by itself, so the actor is the system.
        const after = yield* actingAs(systemActor)(
          recordAs(workspace, changed, "invoice.overdue", previous)
        )
        return { ...changed, shown: { ...shown, invoice: after } }
      })

      const read = Effect.fnUntraced(function* (
        workspace: Workspace,
        id: InvoiceId,
        by: "lock" | "version"
      ) {
        const today = yield* todayIn(workspace.zone)
        const found = yield* invoices.getShownForUpdate(workspace.id, id, today, by)
        const invoice = asOf(found.invoice, today)
        return {
          invoice,
          view: found.view,
          isNewlyOverdue: invoice.status !== found.invoice.status
        }
      })

      const shown = Effect.fnUntraced(function* (
        workspace: Workspace,
        { invoice, view, isNewlyOverdue }: Effect.Success<ReturnType<typeof read>>
      ) {
        const { project, document } = view.invoice
        const found = {
          invoice,
          references: { recipient: view.recipient, project, document },
          shown: yield* views.present(workspace, view)
        }
        return isNewlyOverdue ? yield* becomeOverdue(workspace, found) : found
      })

      return InvoiceChanges.of({
        record,
        recordAs,
        getForChange: (workspace, id, by = "version") =>
          Effect.flatMap(read(workspace, id, by), (found) => shown(workspace, found)),
        lock: Effect.fnUntraced(function* (workspace, id) {
          const found = yield* read(workspace, id, "lock")
          return found.isNewlyOverdue ? (yield* shown(workspace, found)).invoice : found.invoice
        })
      })
    })
  )
}
