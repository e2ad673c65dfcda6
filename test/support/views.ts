/** A client and an invoice as the API shows them, for tests of events and webhooks. */
import { DateTime } from "effect"
import type { ClientView } from "../../src/domain/clients/ClientResource.ts"
import { ClientId, InvoiceId } from "../../src/domain/Ids.ts"
import type { InvoiceView } from "../../src/domain/invoices/InvoiceResource.ts"
import { CurrencyCode } from "../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"

const at = DateTime.makeUnsafe("2026-03-10T12:00:00.123Z")

export const clientView: ClientView = {
  id: ClientId.fromUuid("0190a5b0-0000-7000-8000-00000000000c"),
  name: "Ada",
  email: "ada@acme.example",
  company: null,
  phone: null,
  address: null,
  notes: null,
  portalAccess: false,
  portalLastSeen: null,
  totalBilledMinor: 0,
  outstandingBalanceMinor: 0,
  activeProjects: 0,
  createdAt: at,
  updatedAt: at
}

export const invoiceView: InvoiceView = {
  id: InvoiceId.fromUuid("0190a5b0-0000-7000-8000-00000000001a"),
  number: "INV-1",
  status: "sent",
  client: { id: clientView.id, name: clientView.name, email: clientView.email },
  project: null,
  issueDate: CalendarDate.make("2026-03-10"),
  dueDate: CalendarDate.make("2026-04-09"),
  currency: CurrencyCode.make("EUR"),
  lineItems: [],
  subtotalMinor: 1000,
  taxRate: null,
  taxMinor: 0,
  discountMinor: 0,
  totalMinor: 1000,
  amountPaidMinor: 0,
  amountCreditedMinor: 0,
  notes: null,
  processorPaymentUrl: null,
  paidAt: null,
  delivery: null,
  document: null,
  documentWarnings: [],
  createdAt: at,
  updatedAt: at
}
