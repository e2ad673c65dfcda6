/**
 * Sends one reminder of an invoice, with its event and its mail: at most one a day, and one for
 * each chosen day, for any number of processes.
 */
import { DateTime, Effect, Result } from "effect"
import { ClientNotFound } from "../../../domain/clients/Client.ts"
import { ClientId, type InvoiceId, parseOrFail } from "../../../domain/Ids.ts"
import { type OpenInvoice, requireRemindable } from "../../../domain/invoices/Invoice.ts"
import { InvoiceRemindedToday } from "../../../domain/invoices/InvoiceErrors.ts"
import { InvoiceResource } from "../../../domain/invoices/InvoiceResource.ts"
import { todayIn } from "../../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { permitted } from "../../CurrentActor.ts"
import { MailBounds } from "../../mail/MailBounds.ts"
import { MailQueue } from "../../mail/MailQueue.ts"
import { requireMatch } from "../../Preconditions.ts"
import { ClientRepository } from "../../ports/clients/ClientRepository.ts"
import { ReminderRepository } from "../../ports/invoices/ReminderRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { annotate, useCase } from "../../UseCase.ts"
import { InvoiceChanges } from "../InvoiceChanges.ts"
import { invoiceIdOf } from "../InvoiceViews.ts"

export interface RemindResult {
  readonly id: InvoiceId
  readonly status: OpenInvoice["status"]
  readonly remindedAt: DateTime.Utc
  readonly remindedTo: string
}

/**
 * Part of a transaction, whose last step is `record`: it appends to the log. `scheduledDays` is
 * null for a reminder by hand.
 */
const writeReminder = Effect.gen(function* () {
  const reminders = yield* ReminderRepository
  const { getForChange, recordAs } = yield* InvoiceChanges
  const bounds = yield* MailBounds
  const mails = yield* MailQueue

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    id: InvoiceId,
    scheduledDays: number | null,
    message: string | null
  ) {
    const found = yield* getForChange(workspace, id, "lock")
    const shown = found.shown.invoice
    yield* requireMatch(InvoiceResource, shown)
    const invoice = yield* Effect.fromResult(requireRemindable(found.invoice))
    if (scheduledDays === null) yield* bounds.require(workspace.id, invoice.recipient.email)
    const now = yield* DateTime.now
    const day = yield* todayIn(workspace.zone)
    const about = { workspaceId: workspace.id, invoiceId: id, day }
    const isFirst = yield* reminders.insert({ ...about, scheduledDays, createdAt: now })
    if (!isFirst) return yield* new InvoiceRemindedToday({ number: invoice.number })
    yield* mails.enqueue({
      job: { kind: "reminder", ...about, message },
      recipient: invoice.recipient.email,
      trigger: scheduledDays === null ? "caller" : "consequence"
    })
    const { status, recipient } = invoice
    const result: RemindResult = { id, status, remindedAt: now, remindedTo: recipient.email }
    return { result, record: recordAs(workspace, found, "invoice.reminded", shown) }
  })
})

/** By hand. */
export const remindOfInvoice = Effect.gen(function* () {
  const write = yield* writeReminder
  const { transact } = yield* UnitOfWork

  return useCase("Reminders.remind")(
    function* (workspace: Workspace, idText: string, message: string | null) {
      const id = yield* invoiceIdOf(idText)
      yield* annotate({ "invoice.id": id })
      const { result, record } = yield* write(workspace, id, null, message)
      yield* record
      return result
    },
    transact,
    permitted("remind")
  )
})

/** Bounds one transaction; a client with more is reminded of the others by the next press. */
const maxAtOnce = 50

/** By hand, of every overdue invoice of a client that has no reminder of today. */
export const remindOfClient = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const reminders = yield* ReminderRepository
  const write = yield* writeReminder
  const { transact } = yield* UnitOfWork

  return useCase("Reminders.remindClient")(
    function* (workspace: Workspace, idText: string) {
      const missing = () => new ClientNotFound({ id: idText })
      const clientId = yield* parseOrFail(ClientId, idText, missing)
      const client = yield* clients.findForReference(workspace.id, clientId)
      if (client === null) return yield* missing()
      yield* annotate({ "client.id": clientId })
      const today = yield* todayIn(workspace.zone)
      const ids = yield* reminders.overdueWithout(workspace.id, clientId, today, maxAtOnce)
      const records: Array<Effect.Success<ReturnType<typeof write>>["record"]> = []
      for (const id of ids) {
        const written = yield* Effect.result(write(workspace, id, null, null))
        if (Result.isSuccess(written)) records.push(written.success.record)
        else if (written.failure._tag === "MailBoundReached") {
          if (records.length === 0) return yield* written.failure
          break
        }
        // Otherwise it was paid, voided or reminded of since the query.
      }
      // After every invoice is locked: the log's counter is the last row that is locked.
      for (const record of records) yield* record
      return records.length
    },
    transact,
    permitted("remind")
  )
})

/** On a day that the workspace chose. */
export const sendScheduledReminder = Effect.gen(function* () {
  const write = yield* writeReminder
  const { transact } = yield* UnitOfWork

  return (workspace: Workspace, id: InvoiceId, scheduledDays: number) =>
    transact(Effect.flatMap(write(workspace, id, scheduledDays, null), ({ record }) => record))
})
