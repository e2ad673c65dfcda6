/**
 * Erases workspaces that were deleted: every row in batches, so that no statement is long, and the
 * row of the workspace last. It can be repeated wherever it ended. Bytes of files become leftovers;
 * the workspace stays until they are removed.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import {
  type WorkspaceTableName,
  workspaceTableNames
} from "../../../domain/workspaces/WorkspaceTables.ts"
import { storeMovedKeys } from "./move/MovedKeys.ts"
import { isOfWorkspace } from "./WorkspaceRows.ts"

const batch = 1000

interface Deleted {
  /** A UUID. */
  readonly id: string
  /** Its credentials and links go on leading to where it went. */
  readonly hasMoved: boolean
  /** It moved away and took its files along, by leaving them in the bucket of both. */
  readonly sharesFiles: boolean
}

const eraseWorkspace = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { id, hasMoved, sharesFiles }: Deleted,
  now: Date
): Effect.fn.Return<void, SqlError> {
  /** In the same statement: triggers of append-only tables let the rows of this workspace go. */
  const erasing = sql`(SELECT set_config('retainer.erased_workspace', ${id}, true) AS id) e`
  const repeated = Effect.fnUntraced(function* (
    statement: Effect.Effect<ReadonlyArray<object>, SqlError>
  ): Effect.fn.Return<void, SqlError> {
    while ((yield* statement).length === batch);
  })
  const remove = (table: WorkspaceTableName) => {
    const chosen = sql`SELECT ctid FROM ${sql(table)} WHERE ${isOfWorkspace(sql, table, id)}`
    // The newest payments first: a reversal names an older one.
    const rows = table === "payments" ? sql`${chosen} ORDER BY id DESC` : chosen
    return sql`DELETE FROM ${sql(table)} r USING ${erasing}
      WHERE e.id IS NOT NULL AND r.ctid = ANY(ARRAY(${rows} LIMIT ${batch}))`
  }

  yield* hasMoved
    ? storeMovedKeys(sql, id)
    : sql`DELETE FROM workspace_moves WHERE workspace_id = ${id}`
  // Payments and credits name each other, and so do the workspace and its logo.
  yield* repeated(sql`UPDATE payments r SET credit_id = NULL FROM ${erasing}
    WHERE e.id IS NOT NULL AND r.ctid = ANY(ARRAY(SELECT ctid FROM payments
      WHERE workspace_id = ${id} AND credit_id IS NOT NULL LIMIT ${batch})) RETURNING 1`)
  yield* sql`UPDATE workspaces SET logo_hash = NULL WHERE id = ${id}`
  for (const table of workspaceTableNames) {
    if (table === "files" && !sharesFiles) {
      yield* repeated(sql`WITH gone AS (${remove(table)} RETURNING r.workspace_id, r.id)
        INSERT INTO file_leftovers (workspace_id, id, due_at)
        SELECT workspace_id, id, ${now}::timestamptz FROM gone RETURNING 1`)
    } else if (table === "file_leftovers") {
      const bytes = yield* sql`SELECT 1 FROM file_leftovers WHERE workspace_id = ${id} LIMIT 1`
      if (bytes.length > 0) return
    } else {
      yield* repeated(sql`${remove(table)} RETURNING 1`)
    }
  }
  yield* Effect.logInfo("A deleted workspace was erased", { workspace: id })
})

/** Erases those that were deleted until `before`; not one whose move is undecided. */
export const eraseWorkspaces = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  before: Date,
  now: Date
) {
  const deleted = yield* sql<Deleted>`
    SELECT w.id::text AS id, m.closed_at IS NOT NULL AS has_moved,
      coalesce(m.closed_at IS NOT NULL AND m.shares_files, false) AS shares_files
    FROM workspaces w LEFT JOIN workspace_moves m ON m.workspace_id = w.id
    WHERE w.deleted_at <= ${before} AND m.target IS NULL ORDER BY w.id LIMIT 100`
  for (const one of deleted) yield* eraseWorkspace(sql, one, now)
})
