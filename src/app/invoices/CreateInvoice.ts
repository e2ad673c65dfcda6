/** Creates a draft with the next number of the workspace. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { InvoiceId } from "../../domain/Ids.ts"
import { draftInvoice } from "../../domain/invoices/InvoiceDraft.ts"
import type { InvoiceInput } from "../../domain/invoices/InvoiceInputs.ts"
import type { InvoiceView } from "../../domain/invoices/InvoiceResource.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import { taxDefaults, type Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { UnitOfWork, type Written } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { checkInvoiceReferences, InvoiceChanges } from "./InvoiceChanges.ts"

/** The view with its number, which is known after the transaction. */
const withNumber = <E, R>(
  created: Effect.Effect<{ readonly view: InvoiceView; readonly number: Written<string> }, E, R>
): Effect.Effect<InvoiceView, E, R> =>
  Effect.flatMap(created, ({ view, number }) =>
    Effect.map(number, (taken): InvoiceView => ({ ...view, number: taken }))
  )

export const createInvoice = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const { recordAs } = yield* InvoiceChanges
  const checkReferences = yield* checkInvoiceReferences
  const { transact } = yield* UnitOfWork
  const random = yield* SecureRandom.SecureRandom

  return useCase("Invoicing.create")(
    function* (workspace: Workspace, input: InvoiceInput) {
      const draft = yield* Effect.fromResult(
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
    },
    transact,
    withNumber
  )
})
