/** An invoice in each of its states, as the domain makes it. */
import { DateTime, Result } from "effect"
import { ClientId, InvoiceId, WorkspaceId } from "../../src/domain/Ids.ts"
import {
  applyPayment,
  becomeOverdue,
  becomeVoid,
  type DraftInvoice,
  type Invoice,
  type Issue,
  type SentInvoice,
  send
} from "../../src/domain/invoices/Invoice.ts"
import { type DraftContext, draftInvoice } from "../../src/domain/invoices/InvoiceDraft.ts"
import type { InvoiceInput } from "../../src/domain/invoices/InvoiceInputs.ts"
import type { InvoiceStatus } from "../../src/domain/invoices/InvoiceTransitions.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"
import { recipientWith, sellerWith } from "./parties.ts"

const uuid = "0190f5fe-7c00-7a00-8abc-012345678901"
export const now = DateTime.makeUnsafe("2026-03-01T12:00:00Z")
export const today = CalendarDate.make("2026-03-01")

export const issue: Issue = {
  recipient: recipientWith({}),
  seller: sellerWith({}),
  projectName: null
}

export const notTaxed = { taxRate: null, taxCategory: null, exemptionReason: null } as const

export const draftContext: DraftContext = {
  id: InvoiceId.fromUuid(uuid),
  workspaceId: WorkspaceId.fromUuid(uuid),
  now,
  today,
  currency: CurrencyCode.make("EUR"),
  paymentTermsDays: 14,
  tax: notTaxed
}

export const inputOf = (change: Partial<InvoiceInput> = {}): InvoiceInput => ({
  clientId: ClientId.fromUuid(uuid),
  lineItems: [{ description: "Work", quantity: 1, unitPriceMinor: 1000 }],
  ...change
})

export const draftOf = (change: Partial<InvoiceInput> = {}): DraftInvoice => ({
  ...Result.getOrThrow(draftInvoice(inputOf(change), draftContext)),
  number: "INV-0001"
})

/** A draft of one line with this price. */
export const pricedDraft = (unitPriceMinor: number): DraftInvoice =>
  draftOf({ lineItems: [{ description: "Work", quantity: 1, unitPriceMinor }] })

export const sentOf = (unitPriceMinor = 1000): SentInvoice => {
  const sent = send(pricedDraft(unitPriceMinor), issue, now)
  if (sent.status !== "sent") throw new Error("expected a sent invoice")
  return sent
}

export const invoiceIn: Readonly<Record<InvoiceStatus, () => Invoice>> = {
  draft: () => draftOf(),
  sent: () => sentOf(),
  overdue: () => becomeOverdue(sentOf()),
  paid: () => applyPayment(sentOf(), 1000, now, now),
  void: () => becomeVoid(draftOf(), null, now)
}
