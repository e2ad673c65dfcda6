/** Voids an invoice that nothing was paid of; one that is void stays as it is. */
import { DateTime, Effect } from "effect"
import { requireVoidable, becomeVoid as voided } from "../../domain/invoices/Invoice.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { InvoiceChanges } from "./InvoiceChanges.ts"
import { invoiceIdOf } from "./InvoiceIds.ts"
import { InvoiceViews } from "./InvoiceViews.ts"

export const voidInvoice = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const views = yield* InvoiceViews
  const { lock, record } = yield* InvoiceChanges
  const { transact } = yield* UnitOfWork

  return useCase("Invoicing.void")(function* (
    workspace: Workspace,
    idText: string,
    reason: string | null
  ) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const voidable = yield* Effect.fromResult(requireVoidable(yield* lock(workspace, id)))
    const previous = yield* views.get(workspace, id)
    if (voidable.status === "void") return previous
    yield* invoices.save(voided(voidable, reason, yield* DateTime.now), voidable.status)
    return yield* record(workspace, id, "invoice.voided", previous)
  }, transact)
})
