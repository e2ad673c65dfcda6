/** Deletes what has expired, a day later so that a late look still finds out why it is refused. */
import { DateTime, Effect, Layer } from "effect"
import { Housekeeping } from "../../app/ports/Housekeeping.ts"
import { MaintenanceClient } from "../postgres/ReadClient.ts"
import { outboxTable } from "./Migrations.ts"
import { dateOf } from "./Rows.ts"
import { foldTotals } from "./Totals.ts"

export const HousekeepingSql = Layer.effect(
  Housekeeping,
  Effect.map(MaintenanceClient, (sql) => ({
    purge: Effect.fnUntraced(function* (now) {
      const expired = dateOf(DateTime.subtract(now, { days: 1 }))
      const old = dateOf(DateTime.subtract(now, { days: 30 }))
      // Over all workspaces at once: nothing is read, and nobody's is spared.
      yield* sql`DELETE FROM sessions WHERE expires_at < ${expired}`
      yield* sql`DELETE FROM portal_sessions WHERE expires_at < ${expired}`
      yield* sql`DELETE FROM user_links WHERE expires_at < ${expired}`
      yield* sql`DELETE FROM oauth_codes WHERE expires_at < ${old}`
      yield* sql`DELETE FROM oauth_access_tokens WHERE expires_at < ${expired}`
      yield* sql`DELETE FROM oauth_refresh_tokens WHERE expires_at < ${old}`
      yield* sql`DELETE FROM idempotency_keys WHERE created_at < ${expired}`
      yield* sql`DELETE FROM logos l WHERE unused_since < ${expired} AND NOT EXISTS (
        SELECT 1 FROM invoices i WHERE i.workspace_id = l.workspace_id AND i.seller_logo = l.hash)`
      yield* sql`DELETE FROM webhook_deliveries
        WHERE status <> 'pending' AND created_at < ${old}`
      // Of processes of earlier versions, which mark what is done.
      yield* sql`DELETE FROM ${sql(outboxTable)} WHERE state = 'completed' AND updated_at < ${expired}`
    }, Effect.orDie),
    foldTotals: foldTotals(sql)
  }))
)
