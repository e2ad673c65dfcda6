/** Reads what the page of an invoice shows beside it: payments, credit notes, files and mails. */
import { Effect } from "effect"
import type { InvoiceId } from "../../domain/Ids.ts"
import { paymentViewOf } from "../../domain/payments/PaymentResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceDossiers } from "../ports/invoices/InvoiceDossiers.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { annotate, useCase } from "../UseCase.ts"

/** The page shows the latest of each. */
const most = 50

export const invoiceDossier = Effect.gen(function* () {
  const dossiers = yield* InvoiceDossiers
  const payments = yield* PaymentRepository

  return useCase("Invoicing.dossier")(function* (workspace: Workspace, id: InvoiceId) {
    yield* annotate({ "invoice.id": id })
    const read = yield* Effect.all(
      {
        dossier: dossiers.read(workspace.id, id, most),
        payments: payments.list(workspace.id, id, { limit: most, after: null })
      },
      { concurrency: "unbounded" }
    )
    return { ...read.dossier, payments: read.payments.items.map(paymentViewOf) }
  })
})
