/**
 * Entries of Home that need the attention of the agency: each says what it is about and since
 * when. The kinds stand in the order of their urgency.
 */
import type { DateTime } from "effect"
import type {
  ClientId,
  CreditId,
  InvoiceId,
  MilestoneId,
  ProjectId,
  UserId,
  WebhookEndpointId
} from "../Ids.ts"
import type { MailKind, MailObjectType } from "../mail/MailResource.ts"
import type { CurrencyCode } from "../money/Currency.ts"

/** A client as people know it: company and person. */
export interface Party {
  readonly company: string | null
  readonly name: string
}

export interface NamedInvoice {
  readonly id: InvoiceId
  readonly number: string
}

interface Waiting {
  readonly at: DateTime.Utc
}

interface OfInvoice extends Waiting {
  readonly invoice: NamedInvoice
  readonly party: Party
}

/** The last mail of its kind about its object failed. */
export interface MailFailed extends Waiting {
  readonly kind: "mail_failed"
  readonly mail: MailKind
  readonly object: {
    readonly type: MailObjectType
    readonly id: string
    /** The number of a document, or the name of a person. */
    readonly name: string
  }
  /** Whom it could not be delivered to. */
  readonly party: Party
  readonly error: string | null
}

/** Money went back at the processor, and no credit note followed. */
interface ProcessorRefunded extends OfInvoice {
  readonly kind: "processor_refunded"
}

interface WebhookFailing extends Waiting {
  readonly kind: "webhook_failing"
  readonly endpointId: WebhookEndpointId
  readonly url: string
  /** False if the service disabled it. */
  readonly isEnabled: boolean
}

interface SendRequested extends OfInvoice {
  readonly kind: "send_requested"
  readonly by: string
}

export interface MilestoneToBill extends Waiting {
  readonly kind: "milestone_to_bill"
  readonly milestone: { readonly id: MilestoneId; readonly name: string }
  readonly project: { readonly id: ProjectId; readonly name: string }
  readonly party: Party | null
  /** In the workspace's currency. */
  readonly amountMinor: number
}

interface CreditLeft extends OfInvoice {
  readonly kind: "credit_left"
  readonly creditId: CreditId
  readonly clientId: ClientId
  readonly remainingMinor: number
  readonly currency: CurrencyCode
}

interface OldDraft extends OfInvoice {
  readonly kind: "old_draft"
  readonly totalMinor: number
  readonly currency: CurrencyCode
}

interface NotJoined extends Waiting {
  readonly kind: "not_joined"
  readonly user: { readonly id: UserId; readonly name: string; readonly email: string }
}

/** No reminder is sent by itself although invoices are overdue. */
interface RemindersOff {
  readonly kind: "reminders_off"
  readonly overdue: number
}

/** Anyone with a payment link can mark its invoice as paid. */
interface TestProcessor {
  readonly kind: "test_processor"
}

/** Entries that storage finds. */
export type StoredAttention =
  | MailFailed
  | ProcessorRefunded
  | WebhookFailing
  | SendRequested
  | MilestoneToBill
  | CreditLeft
  | OldDraft
  | NotJoined

export type Attention = StoredAttention | RemindersOff | TestProcessor
export type AttentionKind = Attention["kind"]

const byUrgency: ReadonlyArray<AttentionKind> = [
  "mail_failed",
  "processor_refunded",
  "test_processor",
  "webhook_failing",
  "send_requested",
  "milestone_to_bill",
  "credit_left",
  "reminders_off",
  "old_draft",
  "not_joined"
]

/** Storage finds at most as many of each kind. */
export const maxOfKind = 50

/** Days after which a draft, or an invitation of a colleague, needs attention. */
export const waitingDays = 7

/** The most urgent first; those of a kind in the given order. */
export const inUrgency = (all: ReadonlyArray<Attention>): ReadonlyArray<Attention> =>
  byUrgency.flatMap((kind) => all.filter((one) => one.kind === kind))

/**
 * At most `limit`, with one of each kind before a second one of any: many old drafts hide no failed
 * webhook.
 */
export const mostUrgent = (
  all: ReadonlyArray<Attention>,
  limit: number
): ReadonlyArray<Attention> => {
  const places = new Map<AttentionKind, number>()
  const placed = inUrgency(all).map((one) => {
    const place = places.get(one.kind) ?? 0
    places.set(one.kind, place + 1)
    return { one, place }
  })
  const chosen = placed.toSorted((a, b) => a.place - b.place).slice(0, limit)
  return inUrgency(chosen.map(({ one }) => one))
}
