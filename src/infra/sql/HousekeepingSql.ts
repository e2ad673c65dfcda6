/**
 * Deletes expired rows in batches: no statement locks more than a thousand rows, and none waits for
 * a locked row. It reads no content of rows and applies to all workspaces.
 */
import { DateTime, Effect, Layer } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import {
  erasedAfter,
  Housekeeping,
  longRetention,
  mailRecords,
  shortRetention
} from "../../app/ports/Housekeeping.ts"
import { MaintenanceClient } from "../postgres/ReadClient.ts"
import { foldTotals } from "./lists/Totals.ts"
import { dateOf } from "./Rows.ts"
import { outboxTable } from "./schema/Migrations.ts"
import { eraseWorkspaces } from "./workspaces/EraseWorkspaces.ts"

const batch = 1000

/** The bound of batches for one table in one hourly run. */
const mostBatches = 500

/** Tables with the condition under which a row can be deleted; `r` is the row. */
const overdue = (
  sql: SqlClient.SqlClient,
  expired: Date,
  old: Date,
  oldMail: Date
): ReadonlyArray<readonly [table: string, isOver: Statement.Fragment]> => {
  const ofGrant = (table: string) => sql`SELECT 1 FROM ${sql(table)} t
    WHERE t.workspace_id = r.workspace_id AND t.grant_id = r.id`
  return [
    ["sessions", sql`r.expires_at < ${expired}`],
    ["portal_sessions", sql`r.expires_at < ${expired}`],
    ["user_links", sql`r.expires_at < ${expired}`],
    ["oauth_codes", sql`r.expires_at < ${old}`],
    ["oauth_access_tokens", sql`r.expires_at < ${expired}`],
    ["oauth_refresh_tokens", sql`r.expires_at < ${old}`],
    // Grants that are revoked, or that have no code and no token.
    [
      "oauth_grants",
      sql`(r.revoked_at < ${old} OR (r.created_at < ${old}
        AND NOT EXISTS (${ofGrant("oauth_codes")})
        AND NOT EXISTS (${ofGrant("oauth_access_tokens")})
        AND NOT EXISTS (${ofGrant("oauth_refresh_tokens")})))`
    ],
    ["mails", sql`r.created_at < ${oldMail}`],
    ["idempotency_keys", sql`r.created_at < ${expired}`],
    [
      "logos",
      sql`r.unused_since < ${expired} AND NOT EXISTS (SELECT 1 FROM invoices i
        WHERE i.workspace_id = r.workspace_id AND i.seller_logo = r.hash)`
    ],
    // Pending deliveries of enabled endpoints stay, however long the service was away.
    [
      "webhook_deliveries",
      sql`r.created_at < ${old} AND (r.status <> 'pending' OR EXISTS (
        SELECT 1 FROM webhook_endpoints e WHERE e.workspace_id = r.workspace_id
          AND e.id = r.endpoint_id AND NOT e.enabled))`
    ],
    [outboxTable, sql`r.state = 'failed' AND r.updated_at < ${old}`],
    // Processes of earlier versions mark completed jobs instead of deleting them.
    [outboxTable, sql`r.state = 'completed' AND r.updated_at < ${expired}`]
  ]
}

/** Repeats a statement that returns its deleted rows, until it finds less than a whole batch. */
const inBatches = Effect.fnUntraced(function* (
  statement: Statement.Statement<object>
): Effect.fn.Return<void, Effect.Error<typeof statement>> {
  for (let turn = 0; turn < mostBatches; turn++) {
    if ((yield* statement).length < batch) return
  }
})

export const HousekeepingSql = Layer.effect(
  Housekeeping,
  Effect.map(MaintenanceClient, (sql) => ({
    purge: Effect.fnUntraced(function* (now) {
      const expired = dateOf(DateTime.subtractDuration(now, shortRetention))
      const old = dateOf(DateTime.subtractDuration(now, longRetention))
      const oldMail = dateOf(DateTime.subtractDuration(now, mailRecords))
      for (const [table, isOver] of overdue(sql, expired, old, oldMail)) {
        yield* inBatches(sql`DELETE FROM ${sql(table)} r WHERE ${isOver} AND r.ctid = ANY(ARRAY(
          SELECT r.ctid FROM ${sql(table)} r WHERE ${isOver}
          LIMIT ${batch} FOR UPDATE SKIP LOCKED)) RETURNING 1`)
      }
      // A client's newest invitation stays, because the portal shows its projects.
      yield* inBatches(sql`
        WITH ended AS (SELECT i.workspace_id, i.id FROM invitations i
          WHERE least(i.used_at, i.revoked_at, i.expires_at) < ${old} AND EXISTS (
            SELECT 1 FROM invitations n WHERE n.workspace_id = i.workspace_id
              AND n.client_id = i.client_id AND (n.created_at, n.id) > (i.created_at, i.id))
          LIMIT ${batch} FOR UPDATE SKIP LOCKED),
        projects AS (DELETE FROM invitation_projects p USING ended e
          WHERE p.workspace_id = e.workspace_id AND p.invitation_id = e.id)
        DELETE FROM invitations i USING ended e
          WHERE i.workspace_id = e.workspace_id AND i.id = e.id RETURNING 1`)
      const erased = dateOf(DateTime.subtractDuration(now, erasedAfter))
      yield* eraseWorkspaces(sql, erased, dateOf(now))
    }, Effect.orDie),
    foldTotals: foldTotals(sql)
  }))
)
