/** Recent activity of Home: the steps of the work of an agency that people look for. */
import type { DateTime } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { CurrencyCode } from "../money/Currency.ts"
import type { NamedInvoice, Party } from "./Attention.ts"

/** Types of the log that Home lists; one step of the work has one line. */
export const activityKinds = [
  "invoice.created",
  "invoice.send_requested",
  "invoice.sent",
  "invoice.resent",
  "invoice.delivery_failed",
  "invoice.reminded",
  "invoice.overdue",
  "invoice.payment_recorded",
  "invoice.payment_reversed",
  "invoice.processor_refunded",
  "invoice.voided",
  "credit_note.created",
  "client.created",
  "client.invited",
  "project.created",
  "milestone.completed"
] as const
export type ActivityKind = (typeof activityKinds)[number]

export interface ActivityLine {
  readonly kind: ActivityKind
  readonly at: DateTime.Utc
  readonly actor: Actor
  readonly object: {
    readonly id: string
    /** The number of a document, or a name. */
    readonly name: string
  }
  /** The invoice of a document's line. */
  readonly invoice: NamedInvoice | null
  readonly party: Party | null
  /** The payment, or its reversal; never negative. */
  readonly money: { readonly amountMinor: number; readonly currency: CurrencyCode } | null
  /** True if the invoice's last payment stands and can be reversed here. */
  readonly isReversible: boolean
}
