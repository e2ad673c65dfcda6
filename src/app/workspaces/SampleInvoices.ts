/**
 * Invoices of the sample data, in every state and spread over the past year, with their payments.
 */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Client } from "../../domain/clients/Client.ts"
import { InvoiceId, PaymentId, type ProjectId } from "../../domain/Ids.ts"
import * as Invoice from "../../domain/invoices/Invoice.ts"
import { draftInvoice } from "../../domain/invoices/InvoiceDraft.ts"
import { addDays, type CalendarDate } from "../../domain/time/CalendarDate.ts"
import { sellerOf, taxDefaults, type Workspace } from "../../domain/workspaces/Workspace.ts"
import { InvoiceChanges } from "../invoices/InvoiceChanges.ts"
import { InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import { PaymentRepository } from "../ports/payments/PaymentRepository.ts"
import { pick } from "./Samples.ts"

/** With the unit, and the rate where it differs from the invoice's. */
const tasks = [
  ["Design", "HUR", null],
  ["Development", "HUR", null],
  ["Copywriting", "HUR", 0.07],
  ["Workshops", "DAY", null],
  ["Hosting", "MON", null]
] as const

const lineOf = ([description, unit, taxRate]: (typeof tasks)[number]) => ({
  description,
  unit,
  taxRate
})

const linesOf = (index: number) =>
  Array.from({ length: 1 + (index % 4) }, (_, line) => ({
    ...lineOf(pick(tasks, index + line)),
    quantity: 1 + ((index + line) % 8) / 4,
    unitPriceMinor: 9_500 + 500 * ((index * 7 + line) % 40)
  }))

/** One in five stays a draft, one in ten is void, the rest was sent. */
const inItsState = (
  workspace: Workspace,
  client: Client,
  invoice: Invoice.DraftInvoice,
  index: number,
  now: DateTime.Utc
) => {
  if (index % 5 === 0) return invoice
  if (index % 10 === 7) return Invoice.becomeVoid(invoice, "Sample of a void invoice", now)
  const delivery = { status: "sent", attempts: 1, lastError: null } as const
  const issue = {
    recipient: Invoice.recipientOf(client),
    seller: sellerOf(workspace),
    projectName: null
  }
  return { ...Invoice.send(invoice, issue, now), delivery }
}

/**
 * A third of the invoices past their due day is unpaid, some are paid in part, the rest is paid.
 */
const addSamplePayment = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const payments = yield* PaymentRepository
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (
    invoice: Invoice.OverdueInvoice,
    index: number,
    now: DateTime.Utc
  ) {
    if (index % 3 === 0) return null
    const id = yield* PaymentId.next(random)
    const amountMinor = index % 4 === 3 ? Math.ceil(invoice.totalMinor / 2) : invoice.totalMinor
    const paidAt = DateTime.subtract(now, { days: index % 90 })
    yield* payments.insert({
      id,
      workspaceId: invoice.workspaceId,
      invoiceId: invoice.id,
      amountMinor,
      currency: invoice.currency,
      paidAt,
      method: pick(["bank_transfer", "card"], index),
      reference: null,
      processorReference: null,
      creditId: null,
      collected: true,
      reverses: null,
      reason: null,
      createdAt: now
    })
    yield* invoices.save(Invoice.applyPayment(invoice, amountMinor, paidAt, now), "overdue")
    return id
  })
})

/** Returns the ids of the invoice and of its payment, if it has one. */
export const addSampleInvoice = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  const { record } = yield* InvoiceChanges
  const addPayment = yield* addSamplePayment
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    client: Client,
    projectId: ProjectId,
    index: number,
    today: CalendarDate
  ) {
    const now = yield* DateTime.now
    const issueDate = addDays(today, -((index * 13) % 365))
    const draft = yield* Effect.fromResult(
      draftInvoice(
        {
          clientId: client.id,
          projectId,
          lineItems: linesOf(index),
          taxRate: 0.19,
          issueDate,
          servicePeriod: { start: addDays(issueDate, -30), end: addDays(issueDate, -1) },
          purchaseOrder: index % 3 === 0 ? `PO ${4500 + index}` : null
        },
        {
          id: yield* InvoiceId.next(random),
          workspaceId: workspace.id,
          now,
          today,
          currency: workspace.currency,
          paymentTermsDays: workspace.paymentTermsDays,
          tax: taxDefaults(workspace)
        }
      )
    ).pipe(Effect.orDie)
    const { standIn: number } = yield* invoices.nextNumber(workspace.id)
    // Overdue at once, so that the next sweep does not have to update them all.
    const invoice = Invoice.asOf(
      inItsState(workspace, client, { ...draft, number }, index, now),
      today
    )
    yield* invoices.insert(invoice)
    const paymentId = invoice.status === "overdue" ? yield* addPayment(invoice, index, now) : null
    // One event with the final state; the steps before it never happened.
    yield* record(workspace, invoice.id, "invoice.created", null)
    return { id: invoice.id, paymentId }
  })
})
