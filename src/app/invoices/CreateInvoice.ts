/** Creates a draft with the next number of the workspace, from an input or as a duplicate. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { InvoiceId } from "../../domain/Ids.ts"
import { contentOf, draftInvoice } from "../../domain/invoices/InvoiceDraft.ts"
import type { InvoiceInput } from "../../domain/invoices/InvoiceInputs.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import { taxDefaults, type Workspace } from "../../domain/workspaces/Workspace.ts"
import { requireMatch } from "../Preconditions.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { checkInvoiceReferences, InvoiceChanges, withNumber } from "./InvoiceChanges.ts"
import { invoiceIdOf } from "./InvoiceViews.ts"

/** A new draft of this input, by the workspace's defaults; stored nowhere. */
export const newDraft = Effect.map(SecureRandom.SecureRandom, (random) =>
  Effect.fnUntraced(function* (workspace: Workspace, input: InvoiceInput) {
    return yield* Effect.fromResult(
      draftInvoice(input, {
        id: yield* InvoiceId.next(random),
        workspaceId: workspace.id,
        now: yield* DateTime.now,
        today: yield* todayIn(workspace.zone),
        currency: workspace.currency,
        paymentTermsDays: workspace.paymentTermsDays,
        tax: taxDefaults(workspace)
      })
    )
  })
)

/** Part of a transaction: inserts a draft of this input. */
export const insertDraft = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const { recordAs } = yield* InvoiceChanges
  const checkReferences = yield* checkInvoiceReferences
  const draftOf = yield* newDraft

  return Effect.fnUntraced(function* (workspace: Workspace, input: InvoiceInput) {
    const draft = yield* draftOf(workspace, input)
    yield* annotate({ "invoice.id": draft.id })
    const { references, buyerReference } = yield* checkReferences(workspace, draft)
    const { standIn, number } = yield* invoices.nextNumber(workspace.id)
    const invoice = {
      ...draft,
      number: standIn,
      buyerReference: input.buyerReference === undefined ? buyerReference : draft.buyerReference
    }
    yield* invoices.insert(invoice)
    const view = yield* recordAs(workspace, { invoice, references }, "invoice.created", null)
    return { view, number }
  })
})

export const createInvoice = Effect.gen(function* () {
  const insert = yield* insertDraft
  const { transact } = yield* UnitOfWork
  return useCase("Invoicing.create")(
    function* (workspace: Workspace, input: InvoiceInput) {
      return yield* insert(workspace, input)
    },
    transact,
    withNumber
  )
})

/** Part of a transaction: a draft with the content of an invoice; it has dates of its own. */
export const writeDuplicate = Effect.gen(function* () {
  const { getForChange } = yield* InvoiceChanges
  const projects = yield* ProjectRepository
  const insert = yield* insertDraft

  return Effect.fnUntraced(function* (workspace: Workspace, idText: string) {
    const { invoice, shown } = yield* getForChange(workspace, yield* invoiceIdOf(idText))
    yield* requireMatch(InvoiceResource, shown.invoice)
    const { projectId } = invoice
    const project =
      projectId === null ? null : yield* projects.findForReference(workspace.id, projectId)
    const isOpen = project !== null && project.status !== "archived"
    return yield* insert(workspace, contentOf(invoice, isOpen ? projectId : null))
  })
})

/** Duplicates an invoice in any state. */
export const duplicateInvoice = Effect.gen(function* () {
  const write = yield* writeDuplicate
  const { transact } = yield* UnitOfWork
  return useCase("Invoicing.duplicate")(
    function* (workspace: Workspace, idText: string) {
      return yield* write(workspace, idText)
    },
    transact,
    withNumber
  )
})
