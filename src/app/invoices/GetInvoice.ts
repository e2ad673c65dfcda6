/**
 * Reads an invoice, or the calculation of its amounts. A sent one always has the hash of the file
 * that its client receives.
 */
import { Effect } from "effect"
import { calculationOf } from "../../domain/invoices/Calculation.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import { isToBeDrawn, SentDocuments } from "./documents/SentDocuments.ts"
import { InvoiceViews, invoiceIdOf } from "./InvoiceViews.ts"

export const getInvoice = Effect.gen(function* () {
  const views = yield* InvoiceViews
  const sentDocuments = yield* SentDocuments

  return useCase("Invoicing.get")(function* (workspace: Workspace, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const view = yield* views.get(workspace, id)
    // After the first attempt of the mail only the mail retries the drawing, so reads do not wait
    // for it.
    if (!isToBeDrawn(view) || view.delivery?.attempts !== 0) return view
    // The mail has not drawn the file yet, so this read draws it.
    return yield* views.document(workspace, view.id).pipe(
      Effect.flatMap(sentDocuments.ensure),
      Effect.andThen(views.get(workspace, view.id)),
      Effect.catchTag("PdfNotDrawn", () => Effect.succeed(view))
    )
  })
})

export const addressedInvoice = Effect.gen(function* () {
  const views = yield* InvoiceViews

  return useCase("Invoicing.addressed")(function* (workspace: Workspace, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    return yield* views.addressed(workspace, id)
  })
})

export const invoiceCalculation = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository

  return useCase("Invoicing.calculation")(function* (workspace: Workspace, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const today = yield* todayIn(workspace.zone)
    const { invoice, moneyVersion } = yield* invoices.view(workspace.id, id, today)
    return calculationOf({ ...invoice, moneyVersion })
  })
})
