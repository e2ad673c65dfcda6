/**
 * Corrects a sent invoice in one transaction: a credit note for all that is left of it, and a draft
 * with its content to change and send. Neither exists without the other, and a repeated correction
 * is refused because nothing is left to credit.
 */
import { Effect } from "effect"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { writeDuplicate } from "../invoices/CreateInvoice.ts"
import { withNumber } from "../invoices/InvoiceChanges.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { writeCreditNote } from "./CreateCreditNote.ts"

export const correctInvoice = Effect.gen(function* () {
  const credit = yield* writeCreditNote
  const duplicate = yield* writeDuplicate
  const { transact } = yield* UnitOfWork

  return useCase("CreditNotes.correct")(
    function* (workspace: Workspace, idText: string, reason: string) {
      // The copy is read before the note changes the invoice.
      const copy = yield* duplicate(workspace, idText)
      yield* credit(workspace, idText, { reason })
      return copy
    },
    transact,
    withNumber,
    permitted("credit")
  )
})
