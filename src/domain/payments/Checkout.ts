/** Payment processors, and payments that were begun at them. */
import { DateTime, Duration } from "effect"
import type { InvoiceId, WorkspaceId } from "../Ids.ts"

/**
 * Payment processors: a closed set. Each name has its settings in Config.ts and its adapter
 * in Runtime.ts, in tables that must name all of them.
 */
export const processorNames = ["test", "stripe"] as const
export type ProcessorName = (typeof processorNames)[number]

/** A warning for the operator who chooses it; null where there is none. */
export const processorCautions: Readonly<Record<ProcessorName, string | null>> = {
  stripe: null,
  test: "whoever holds a payment link can mark its invoice as paid"
}

/**
 * A payment that was begun at the processor. It is in progress between the client's return and the
 * processor's message; the client is not offered a second payment.
 */
export interface Checkout {
  readonly workspaceId: WorkspaceId
  readonly invoiceId: InvoiceId
  /** The processor's own name for it. */
  readonly reference: string
  readonly begunAt: DateTime.Utc
  /** Since when the client is known to have paid; null until then. */
  readonly pendingSince: DateTime.Utc | null
}

/** Messages arrive within seconds; a later one is announced to the client, with the next step. */
const usuallyConfirmedWithin = Duration.minutes(15)

const elapsed = (since: DateTime.Utc, now: DateTime.Utc): Duration.Duration =>
  DateTime.distance(since, now)

/** Whether the message is long overdue. */
export const isLate = (since: DateTime.Utc, now: DateTime.Utc): boolean =>
  Duration.isGreaterThanOrEqualTo(elapsed(since, now), usuallyConfirmedWithin)

/**
 * Seconds before a page reloads: two at first, then half of the time so far, at most a minute.
 */
export const reloadDelaySeconds = (since: DateTime.Utc, now: DateTime.Utc): number =>
  Math.min(60, Math.max(2, Math.round(Duration.toSeconds(elapsed(since, now)) / 2)))
