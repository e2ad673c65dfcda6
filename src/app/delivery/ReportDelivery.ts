/**
 * Saves the result of a document's mail on the invoice or credit note; a failure is an event.
 */
import { Effect } from "effect"
import type { InvoiceDelivery } from "../../domain/invoices/InvoiceResource.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { Journal } from "../Journal.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import type { JobOf, RecordedJob } from "../ports/mail/MailOutbox.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"
import { findWorkspaceOfJob } from "./MailParts.ts"

/** Whether the document was not mailed again since: its delivery is that of the newest mail. */
const isNewestMail = Effect.map(MailRepository, (mails) =>
  Effect.fnUntraced(function* ({ workspaceId, kind, mail }: RecordedJob, object: string) {
    const filter = { object, kinds: [kind] }
    const { items } = yield* mails.list(workspaceId, filter, { limit: 1, after: null })
    const [newest] = items
    return mail === undefined || newest === undefined || newest.id <= mail.id
  })
)

export const reportDelivery = Effect.gen(function* () {
  const isNewest = yield* isNewestMail
  const invoices = yield* InvoiceRepository
  const views = yield* InvoiceViews
  const journal = yield* Journal
  const workspaceOf = yield* findWorkspaceOfJob
  return Effect.fnUntraced(function* (job: JobOf<"invoice">, delivery: InvoiceDelivery) {
    const { workspaceId, invoiceId } = job
    const save = invoices.saveDelivery(workspaceId, invoiceId, delivery, job.mail?.id)
    if (delivery.status !== "failed") return yield* save
    const workspace = yield* workspaceOf(workspaceId)
    const locked = yield* invoices.getForUpdate(workspaceId, invoiceId)
    // Voided while the mail was in progress: the void has settled its delivery.
    if (locked.status === "void" || locked.status === "draft") return
    if (!(yield* isNewest(job, invoiceId))) return
    const previous = yield* views.get(workspace, invoiceId)
    yield* save
    const failed = yield* views.get(workspace, invoiceId)
    yield* journal.record(workspaceId, "invoice.delivery_failed", previous, failed)
  }, Effect.orDie)
})

export const reportCreditNote = Effect.gen(function* () {
  const isNewest = yield* isNewestMail
  const notes = yield* CreditNoteRepository
  const journal = yield* Journal
  return Effect.fnUntraced(function* (job: JobOf<"credit_note">, delivery: InvoiceDelivery) {
    const { workspaceId, creditNoteId } = job
    const save = notes.saveDelivery(workspaceId, creditNoteId, delivery, job.mail?.id)
    if (delivery.status !== "failed") return yield* save
    const previous = yield* notes.viewForUpdate(workspaceId, creditNoteId)
    if (previous === null) return
    if (!(yield* isNewest(job, creditNoteId))) return
    yield* save
    const failed = { ...previous, delivery }
    yield* journal.record(workspaceId, "credit_note.delivery_failed", previous, failed)
  })
})
