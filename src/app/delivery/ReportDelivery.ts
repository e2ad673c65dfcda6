/**
 * Saves the result of a document's mail on the invoice or credit note; a failure is an event. A
 * mail that went out during the void of its invoice is followed by the notice of the void.
 */
import { Effect } from "effect"
import { type Invoice, isCredited, issuedOf } from "../../domain/invoices/Invoice.ts"
import type { InvoiceDelivery } from "../../domain/invoices/InvoiceResource.ts"
import { InvoiceViews } from "../invoices/InvoiceViews.ts"
import { Journal } from "../Journal.ts"
import { MailQueue, voidNotice } from "../mail/MailQueue.ts"
import { CreditNoteRepository } from "../ports/creditnotes/CreditNoteRepository.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import type { JobOf } from "../ports/mail/MailOutbox.ts"
import { MailRepository } from "../ports/mail/MailRepository.ts"
import { findWorkspaceOfJob } from "./MailParts.ts"

/** Whether the document was not mailed again since: its delivery is that of the newest mail. */
const isNewestMail = Effect.map(MailRepository, (mails) =>
  Effect.fnUntraced(function* (
    { workspaceId, kind, mail }: JobOf<"invoice"> | JobOf<"credit_note">,
    object: string
  ) {
    const filter = { object, kind }
    const { items } = yield* mails.list(workspaceId, filter, { limit: 1, after: null })
    const [newest] = items
    return mail === undefined || newest === undefined || newest.id <= mail.id
  })
)

const informOfVoid = Effect.gen(function* () {
  const mails = yield* MailRepository
  const queue = yield* MailQueue
  return Effect.fnUntraced(function* (
    { workspaceId, invoiceId }: JobOf<"invoice">,
    invoice: Invoice
  ) {
    const issued = issuedOf(invoice)
    if (invoice.status !== "void" || issued === null || isCredited(invoice)) return
    const notices = { object: invoiceId, kind: "notice" } as const
    const { total } = yield* mails.list(workspaceId, notices, { limit: 1, after: null })
    if (total > 0) return
    yield* queue.enqueue(voidNotice(workspaceId, invoiceId, issued.recipient.email))
  })
})

export const reportDelivery = Effect.gen(function* () {
  const isNewest = yield* isNewestMail
  const invoices = yield* InvoiceRepository
  const views = yield* InvoiceViews
  const journal = yield* Journal
  const workspaceOf = yield* findWorkspaceOfJob
  const inform = yield* informOfVoid
  return Effect.fnUntraced(function* (job: JobOf<"invoice">, delivery: InvoiceDelivery) {
    const { workspaceId, invoiceId } = job
    const save = invoices.saveDelivery(workspaceId, invoiceId, delivery, job.mail?.id)
    if (delivery.status === "queued") return yield* save
    if (delivery.status === "sent") {
      const invoice = yield* invoices.getForUpdate(workspaceId, invoiceId, "version")
      yield* inform(job, invoice)
      return yield* save
    }
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
