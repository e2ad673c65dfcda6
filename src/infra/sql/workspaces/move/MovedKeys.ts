/**
 * The workspaces of what may arrive alone: by the rows of credentials and links while they are
 * there, and afterwards by what was stored of them when a moved workspace was erased.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { MovedKey } from "../../../../app/ports/workspaces/WorkspaceMoves.ts"
import { AppId, WorkspaceId } from "../../../../domain/Ids.ts"

/** Tables whose rows are found by a hash alone; the codes of apps end before a move does. */
export const hashedCredentials = [
  "api_keys",
  "oauth_access_tokens",
  "oauth_refresh_tokens",
  "sessions",
  "portal_sessions",
  "user_links",
  "invitations"
] as const

/** Digits of a payment link (`PaymentLinks.ts`), as the index has them. */
const ending = "right(id::text, 8)"

const textOf = (key: Exclude<MovedKey, { readonly workspace: WorkspaceId }>): string =>
  "hash" in key ? key.hash : "app" in key ? AppId.toUuid(key.app) : key.invoicesEndingIn

/** A query of the ids of workspaces. */
export const ownersOf = (sql: SqlClient.SqlClient, key: MovedKey): Statement.Fragment => {
  if ("workspace" in key) return sql`SELECT ${WorkspaceId.toUuid(key.workspace)}::uuid`
  const text = textOf(key)
  const stored = sql`SELECT workspace_id FROM moved_keys WHERE key = ${text}`
  if ("app" in key) {
    return sql`${stored} UNION ALL SELECT workspace_id FROM oauth_apps WHERE id = ${text}::uuid`
  }
  if ("invoicesEndingIn" in key) {
    return sql`${stored} UNION ALL SELECT workspace_id FROM invoices
      WHERE ${sql.literal(ending)} = ${text} AND sent_at IS NOT NULL`
  }
  return hashedCredentials.reduce(
    (query, table) =>
      sql`${query} UNION ALL SELECT workspace_id FROM ${sql(table)} WHERE hash = ${text}`,
    stored
  )
}

/** Stores the keys of a workspace whose rows are about to be erased; may be repeated. */
export const storeMovedKeys = (sql: SqlClient.SqlClient, id: string) => {
  const keys = [
    ...hashedCredentials.map(
      (table) => sql`SELECT hash AS key FROM ${sql(table)} WHERE workspace_id = ${id}`
    ),
    sql`SELECT id::text FROM oauth_apps WHERE workspace_id = ${id}`,
    sql`SELECT ${sql.literal(ending)} FROM invoices
      WHERE workspace_id = ${id} AND sent_at IS NOT NULL`
  ]
  const all = keys.reduce((query, one) => sql`${query} UNION ${one}`)
  return sql`INSERT INTO moved_keys (key, workspace_id) SELECT key, ${id}::uuid FROM (${all}) k
    ON CONFLICT DO NOTHING`
}
