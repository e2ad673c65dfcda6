/**
 * Deletes rows that are no longer needed, after these times (docs/operator.md lists them too).
 * Events and the audit log are deleted with their whole workspace alone.
 */
import { Context, type DateTime, Duration, type Effect } from "effect"

/**
 * Sessions, links and access tokens, counted from their end so that a late visitor still learns the
 * reason. Also idempotency keys.
 */
export const shortRetention = Duration.days(1)

/** Webhook deliveries, codes, refresh tokens, grants, invitations and failed jobs. */
export const longRetention = Duration.days(30)

/** A deleted workspace, counted from its deletion; until then it can be taken back. */
export const erasedAfter = Duration.days(14)

/** Records of mails. */
export const mailRecords = Duration.days(90)

export class Housekeeping extends Context.Service<
  Housekeeping,
  {
    readonly purge: (now: DateTime.Utc) => Effect.Effect<void>
    /** Compacts the records of materialised totals; no total changes. */
    readonly foldTotals: Effect.Effect<void>
  }
>()("retainer/app/ports/Housekeeping") {}
