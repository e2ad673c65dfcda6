/** Updates a draft. */
import { DateTime, Effect } from "effect"
import { requireDraft } from "../../domain/invoices/Invoice.ts"
import { reviseInvoice } from "../../domain/invoices/InvoiceDraft.ts"
import type { InvoicePatch } from "../../domain/invoices/InvoiceInputs.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { requireMatch } from "../Preconditions.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { checkInvoiceReferences, InvoiceChanges } from "./InvoiceChanges.ts"
import { invoiceIdOf } from "./InvoiceViews.ts"

export const updateInvoice = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const { getForChange, recordAs } = yield* InvoiceChanges
  const checkReferences = yield* checkInvoiceReferences
  const { transact } = yield* UnitOfWork

  return useCase("Invoicing.update")(function* (
    workspace: Workspace,
    idText: string,
    patch: InvoicePatch
  ) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const { invoice, references, shown } = yield* getForChange(workspace, id)
    const draft = yield* Effect.fromResult(requireDraft(invoice, "update"))
    const previous = shown.invoice
    yield* requireMatch(InvoiceResource, previous)
    const revised = yield* Effect.fromResult(reviseInvoice(draft, patch, yield* DateTime.now))
    if (revised === draft) return previous
    const refersToOthers =
      revised.clientId !== draft.clientId || revised.projectId !== draft.projectId
    const others = refersToOthers ? yield* checkReferences(workspace, revised) : undefined
    // The reference is the buyer's own, so that of another client would be wrong.
    const { buyerReference } =
      patch.buyerReference === undefined && revised.clientId !== draft.clientId
        ? (others ?? revised)
        : revised
    const changed = {
      invoice: { ...revised, buyerReference },
      references: others?.references ?? references
    }
    yield* invoices.save(changed.invoice, "draft")
    return yield* recordAs(workspace, changed, "invoice.updated", previous)
  }, transact)
})
