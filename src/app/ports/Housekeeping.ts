/** Deletes what is no longer needed: expired sessions, codes, tokens and keys, old deliveries. */
import { Context, type DateTime, type Effect } from "effect"

export class Housekeeping extends Context.Service<
  Housekeeping,
  {
    readonly purge: (now: DateTime.Utc) => Effect.Effect<void>
    /** Makes few records of the many that kept totals consist of; no total changes. */
    readonly foldTotals: Effect.Effect<void>
  }
>()("retainer/app/ports/Housekeeping") {}
