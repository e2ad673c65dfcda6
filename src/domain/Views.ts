/**
 * The resources as everyone outside sees them (docs/spec.md §2): what a get answers, what events
 * carry. `toWire` gives their JSON.
 */
import type { DateTime } from "effect"
import type { CalendarDate } from "./CalendarDate.ts"
import type { CurrencyCode } from "./Currency.ts"
import type { EventChoice } from "./events/Event.ts"
import type { Attempt } from "./events/Webhook.ts"
import type {
  ClientId,
  DeliveryId,
  EventId,
  InvoiceId,
  ProjectId,
  WebhookEndpointId
} from "./Ids.ts"
import type { InvoiceDelivery, LineItem, SentFile } from "./invoices/Invoice.ts"
import type { InvoiceStatus } from "./invoices/InvoiceTransitions.ts"

/** Characters that would be boxes on the document, because no font of the service has them. */
export interface DocumentWarning {
  readonly script: string
  readonly characters: string
  /** Name and version of the npm package that has them, where one is known. */
  readonly package: string | null
  readonly message: string
}

export interface InvoiceView {
  readonly id: InvoiceId
  readonly number: string
  readonly status: InvoiceStatus
  readonly client: { readonly id: ClientId; readonly name: string; readonly email: string }
  readonly project: { readonly id: ProjectId; readonly name: string } | null
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly currency: CurrencyCode
  readonly lineItems: ReadonlyArray<LineItem>
  readonly subtotalMinor: number
  readonly taxRate: number | null
  readonly taxMinor: number
  readonly discountMinor: number
  readonly totalMinor: number
  readonly amountPaidMinor: number
  readonly notes: string | null
  readonly processorPaymentUrl: string | null
  readonly paidAt: DateTime.Utc | null
  readonly delivery: InvoiceDelivery | null
  readonly document: SentFile | null
  readonly documentWarnings: ReadonlyArray<DocumentWarning>
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

export interface WebhookEndpointView {
  readonly id: WebhookEndpointId
  readonly url: string
  /** Null is every kind. */
  readonly events: ReadonlyArray<EventChoice> | null
  readonly description: string | null
  readonly enabled: boolean
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
}

export interface WebhookDeliveryView {
  readonly id: DeliveryId
  readonly eventId: EventId
  readonly eventType: string
  readonly status: "pending" | "delivered" | "dead"
  readonly nextTryAt: DateTime.Utc | null
  readonly attempts: ReadonlyArray<Attempt>
  readonly createdAt: DateTime.Utc
}

export interface InvoiceListItem {
  readonly id: InvoiceId
  readonly number: string
  readonly status: InvoiceStatus
  readonly client: { readonly id: ClientId; readonly name: string }
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly subtotalMinor: number
  readonly taxMinor: number
  readonly totalMinor: number
  readonly amountPaidMinor: number
  readonly currency: CurrencyCode
  readonly createdAt: DateTime.Utc
}

/** Sums over invoices of one currency. */
export interface InvoiceSums {
  readonly totalOutstandingMinor: number
  readonly totalCollectedYtdMinor: number
}
