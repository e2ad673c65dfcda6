/** Voids an invoice without payments; a void invoice is unchanged. */
import { DateTime, Effect } from "effect"
import { requireVoidable, becomeVoid as voided } from "../../domain/invoices/Invoice.ts"
import { InvoiceResource } from "../../domain/invoices/InvoiceResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { requireMatch } from "../Preconditions.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { InvoiceChanges } from "./InvoiceChanges.ts"
import { invoiceIdOf } from "./InvoiceViews.ts"

export const voidInvoice = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const { getForChange, recordAs } = yield* InvoiceChanges
  const { transact } = yield* UnitOfWork

  return useCase("Invoicing.void")(function* (
    workspace: Workspace,
    idText: string,
    reason: string | null
  ) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const { invoice, references, shown } = yield* getForChange(workspace, id)
    yield* requireMatch(InvoiceResource, shown.invoice)
    const voidable = yield* Effect.fromResult(requireVoidable(invoice))
    if (voidable.status === "void") return shown.invoice
    const changed = { invoice: voided(voidable, reason, yield* DateTime.now), references }
    yield* invoices.save(changed.invoice, voidable.status)
    return yield* recordAs(workspace, changed, "invoice.voided", shown.invoice)
  }, transact)
})
