/**
 * The columns with texts of the vault, each with the place to which its texts belong. Texts under
 * an older key are encrypted again at the start after a change of keys, and when a workspace moves
 * to an installation with another key.
 */
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import {
  answerPlace,
  factorPlace,
  type Place,
  type Vault,
  webhookPlace
} from "../../app/ports/Vault.ts"
import { UserId, WebhookEndpointId, WorkspaceId } from "../../domain/Ids.ts"

interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Columns of which the place is made. */
  readonly keys: ReadonlyArray<string>
  readonly placeOf: (workspaceId: WorkspaceId, keys: ReadonlyArray<string>) => Place
}

const ofEndpoint = (column: string): SealedColumn => ({
  table: "webhook_endpoints",
  column,
  keys: ["id"],
  placeOf: (workspaceId, [id = ""]) =>
    webhookPlace({ workspaceId, id: WebhookEndpointId.fromUuid(id) })
})

export const webhookSecrets: ReadonlyArray<SealedColumn> = [
  ofEndpoint("secret"),
  ofEndpoint("previous_secret")
]

export const factorSecrets: SealedColumn = {
  table: "second_factors",
  column: "secret",
  keys: ["user_id"],
  placeOf: (workspaceId, [id = ""]) => factorPlace({ workspaceId, id: UserId.fromUuid(id) })
}

/** They expire within a day. */
export const storedAnswers: SealedColumn = {
  table: "idempotency_keys",
  column: "body",
  keys: ["credential", "route", "key"],
  placeOf: (workspaceId, [credential = "", route = "", key = ""]) =>
    answerPlace({ workspaceId, credential, route, key })
}

/** The beginning of each text that is encrypted under the key. */
export const sealedUnder = (keyId: string): string => `v2.${keyId}.`

interface SealedRow {
  readonly ctid: string
  readonly workspaceId: string
  readonly text: string
  readonly keys: ReadonlyArray<string>
}

/**
 * Encrypts the texts of a column that begin otherwise, of the rows that meet the condition, at most
 * so many; null is all. A text that was replaced since it was read is not changed. Returns how many
 * were read, and how many of them did not open.
 */
export const renewColumn = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { table, column, keys, placeOf }: SealedColumn,
  { prefix, renew }: { readonly prefix: string; readonly renew: Vault["Service"]["renew"] },
  { condition, most }: { readonly condition: Statement.Fragment; readonly most: number | null }
): Effect.fn.Return<{ readonly read: number; readonly closed: number }, SqlError.SqlError> {
  const names = keys.map((key) => `"${key}"::text`).join(", ")
  const rows = yield* sql<SealedRow>`SELECT ctid::text AS ctid, workspace_id,
      ${sql(column)} AS text, ARRAY[${sql.literal(names)}] AS keys
    FROM ${sql(table)} WHERE ${condition} AND NOT starts_with(${sql(column)}, ${prefix})
    LIMIT ${most}::bigint`
  const renewed = rows.flatMap((row) => {
    const text = renew(row.text, placeOf(WorkspaceId.fromUuid(row.workspaceId), row.keys))
    return text === null ? [] : [{ ...row, renewed: text }]
  })
  yield* sql`UPDATE ${sql(table)} r SET ${sql(column)} = n.renewed
    FROM unnest(${renewed.map(({ ctid }) => ctid)}::text[],
      ${renewed.map(({ text }) => text)}::text[],
      ${renewed.map((one) => one.renewed)}::text[]) n (place, text, renewed)
    WHERE r.ctid = n.place::tid AND r.${sql(column)} = n.text`
  return { read: rows.length, closed: rows.length - renewed.length }
})
