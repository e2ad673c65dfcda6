/**
 * Sends a draft and enqueues its mail. A total of 0 is paid at once. The send is refused where the
 * chosen e-invoice cannot be written. A resend mails the stored document again.
 */
import { DateTime, Effect } from "effect"
import type { InvoiceId } from "../../domain/Ids.ts"
import { requireNone } from "../../domain/Invalid.ts"
import { requireDraft, requireResendable, send } from "../../domain/invoices/Invoice.ts"
import { requiresEInvoice } from "../../domain/invoices/InvoiceEInvoice.ts"
import type { InvoiceResend } from "../../domain/invoices/InvoiceInputs.ts"
import { InvoiceResource, queuedDelivery } from "../../domain/invoices/InvoiceResource.ts"
import { requireVatIds } from "../../domain/invoices/InvoiceTax.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { MailBounds } from "../mail/MailBounds.ts"
import { MailQueue } from "../mail/MailQueue.ts"
import { requireMatch } from "../Preconditions.ts"
import { EventLog } from "../ports/events/EventLog.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { InvoiceChanges } from "./InvoiceChanges.ts"
import { invoiceIdOf } from "./InvoiceViews.ts"

export interface SendResult {
  readonly id: InvoiceId
  readonly status: "sent"
  readonly sentAt: DateTime.Utc
  readonly sentTo: string
}

export const sendInvoice = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const mails = yield* MailQueue
  const { getForChange, recordAs } = yield* InvoiceChanges
  const { transact } = yield* UnitOfWork

  return useCase("Invoicing.send")(
    function* (
      workspace: Workspace,
      idText: string,
      message: string | null,
      email: string | null = null
    ) {
      const id = yield* invoiceIdOf(idText)
      yield* annotate({ "invoice.id": id })
      const { invoice, references, shown } = yield* getForChange(workspace, id)
      yield* requireMatch(InvoiceResource, shown.invoice)
      const draft = yield* Effect.fromResult(requireDraft(invoice, "send"))
      const { seller, projectName, invoice: previous } = shown
      // All mails about the invoice go to the address that it was sent to.
      const recipient = email === null ? shown.recipient : { ...shown.recipient, email }
      yield* Effect.fromResult(requireVatIds(draft, { recipient, seller }))
      if (requiresEInvoice(shown)) {
        yield* Effect.fromResult(requireNone(previous.eInvoiceProblems))
      }
      const now = yield* DateTime.now
      const sent = send(draft, { recipient, seller, projectName }, now)
      yield* invoices.save(sent, "draft")
      yield* mails.enqueue({
        job: { kind: "invoice", workspaceId: workspace.id, invoiceId: id, message },
        recipient: recipient.email,
        trigger: "first"
      })
      const changed = { invoice: sent, references }
      const view = yield* recordAs(workspace, changed, "invoice.sent", previous)
      if (sent.status === "paid") {
        const before = { ...view, status: "sent", paidAt: null } as const
        yield* recordAs(workspace, changed, "invoice.paid", before)
      }
      const result: SendResult = { id, status: "sent", sentAt: now, sentTo: recipient.email }
      return result
    },
    transact,
    permitted("send")
  )
})

/** As much as the log shows at once; a request is one of the latest lines of a draft. */
const latest = { order: "newest", beyond: null, limit: 100 } as const

/** A member asks an admin to send a draft: a line of the audit log, once. */
export const requestSend = Effect.gen(function* () {
  const { getForChange } = yield* InvoiceChanges
  const log = yield* EventLog
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("Invoicing.requestSend")(function* (workspace: Workspace, idText: string) {
    const id = yield* invoiceIdOf(idText)
    yield* annotate({ "invoice.id": id })
    const { invoice } = yield* getForChange(workspace, id, "lock")
    const { number } = yield* Effect.fromResult(requireDraft(invoice, "send"))
    const lines = yield* log.audit(workspace.id, { objectId: id }, latest)
    if (lines.some(({ action }) => action === "invoice.send_requested")) return
    yield* journal.note(workspace.id, "invoice.send_requested", null, { id, number })
  }, transact)
})

/** Part of a transaction: also a resend of the mail's record. */
export const writeInvoiceResend = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const bounds = yield* MailBounds
  const mails = yield* MailQueue
  const { getForChange, recordAs } = yield* InvoiceChanges

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    id: InvoiceId,
    { email = null, message = null }: InvoiceResend
  ) {
    const { invoice, references, shown } = yield* getForChange(workspace, id, "lock")
    const previous = shown.invoice
    yield* requireMatch(InvoiceResource, previous)
    const issued = yield* Effect.fromResult(requireResendable(invoice))
    const recipient = email ?? issued.recipient.email
    yield* bounds.require(workspace.id, recipient)
    yield* invoices.saveDelivery(workspace.id, id, queuedDelivery)
    yield* mails.enqueue({
      job: { kind: "invoice", workspaceId: workspace.id, invoiceId: id, email, message },
      recipient,
      trigger: "caller",
      isAgain: true
    })
    const changed = { invoice: { ...issued, delivery: queuedDelivery }, references }
    return yield* recordAs(workspace, changed, "invoice.resent", previous)
  })
})

export const resendInvoice = Effect.gen(function* () {
  const write = yield* writeInvoiceResend
  const { transact } = yield* UnitOfWork

  return useCase("Invoicing.resend")(
    function* (workspace: Workspace, idText: string, input: InvoiceResend) {
      const id = yield* invoiceIdOf(idText)
      yield* annotate({ "invoice.id": id })
      return yield* write(workspace, id, input)
    },
    transact,
    permitted("send")
  )
})
