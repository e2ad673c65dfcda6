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
  language: null,
  vatId: null,
  registration: null,
  buyerReference: null,
  electronicAddress: null,
  eInvoice: "auto",
  portalAccess: false,
  portalLastSeen: null,
  totalBilledMinor: 0,
  outstandingBalanceMinor: 0,
  activeProjects: 0,
  createdAt: at,
  updatedAt: at
}

/** Fields that most invoices lack. */
export const plainFields = {
  taxCategory: null,
  exemptionReason: null,
  taxes: [],
  buyerReference: null,
  purchaseOrder: null,
  contractReference: null,
  buyerAccountingReference: null,
  deliveryDate: null,
  servicePeriod: null
} as const

/** A line that follows the invoice's tax. */
export const lineOf = (
  description: string,
  quantity: number,
  unitPriceMinor: number,
  totalMinor: number = quantity * unitPriceMinor
): InvoiceView["lineItems"][number] => ({
  description,
  quantity,
  unit: null,
  unitPriceMinor,
  taxRate: null,
  taxCategory: null,
  exemptionReason: null,
  totalMinor
})

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
  ...plainFields,
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
  eInvoiceProblems: [],
  createdAt: at,
  updatedAt: at
}

/** Fields of a line, and of an invoice, that have no value where none is given, on the wire. */
export const plainLine = {
  unit: null,
  tax_rate: null,
  tax_category: null,
  exemption_reason: null
}
export const plainInvoice = {
  exemption_reason: null,
  buyer_reference: null,
  purchase_order: null,
  contract_reference: null,
  buyer_accounting_reference: null,
  delivery_date: null,
  service_period: null
}
