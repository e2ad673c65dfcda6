/**
 * Saves the result of a document's mail on the invoice or credit note; a failure is an event.
 */
import { Effect } from "effect"
import type { InvoiceDelivery } from "../../domain/invoices/InvoiceResource.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { Journal } from "../Journal.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import type { JobOf } from "../ports/mail/MailOutbox.ts"
import { findWorkspaceOfJob } from "./MailParts.ts"

export const reportDelivery = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const views = yield* InvoiceViews
  const journal = yield* Journal
  const workspaceOf = yield* findWorkspaceOfJob
  return Effect.fnUntraced(function* (
    { workspaceId, invoiceId }: JobOf<"invoice">,
    delivery: InvoiceDelivery
  ) {
    const save = invoices.saveDelivery(workspaceId, invoiceId, delivery)
    if (delivery.status !== "failed") return yield* save
    const workspace = yield* workspaceOf(workspaceId)
    const locked = yield* invoices.getForUpdate(workspaceId, invoiceId)
    // Voided while the mail was in progress: the void has settled its delivery.
    if (locked.status === "void" || locked.status === "draft") return
    const previous = yield* views.get(workspace, invoiceId)
    yield* save
    const failed = yield* views.get(workspace, invoiceId)
    yield* journal.record(workspaceId, "invoice.delivery_failed", previous, failed)
  }, Effect.orDie)
})

export const reportCreditNote = Effect.gen(function* () {
  const notes = yield* CreditNoteRepository
  const journal = yield* Journal
  return Effect.fnUntraced(function* (
    { workspaceId, creditNoteId }: JobOf<"credit_note">,
    delivery: InvoiceDelivery
  ) {
    const save = notes.saveDelivery(workspaceId, creditNoteId, delivery)
    if (delivery.status !== "failed") return yield* save
    const previous = yield* notes.view(workspaceId, creditNoteId)
    yield* save
    if (previous === null) return
    const failed = { ...previous, delivery }
    yield* journal.record(workspaceId, "credit_note.delivery_failed", previous, failed)
  })
})
