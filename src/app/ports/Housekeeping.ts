/** Deletes what is no longer needed: expired sessions, codes, tokens and keys, old deliveries. */
import { Context, type DateTime, type Effect } from "effect"

export class Housekeeping extends Context.Service<
  Housekeeping,
  {
    readonly purge: (now: DateTime.Utc) => Effect.Effect<void>
    /** Compacts the records of materialised totals; no total changes. */
    readonly foldTotals: Effect.Effect<void>
  }
>()("retainer/app/ports/Housekeeping") {}
