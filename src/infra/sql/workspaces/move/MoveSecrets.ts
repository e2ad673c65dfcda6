/**
 * Encrypts the secrets of a moved workspace under the key of the target. A secret that does not
 * open stops the move, because it would be lost.
 */
import { Effect } from "effect"
import {
  answerPlace,
  factorPlace,
  type Place,
  type Vault,
  webhookPlace
} from "../../../../app/ports/Vault.ts"
import { UserId, WebhookEndpointId, WorkspaceId } from "../../../../domain/Ids.ts"
import type { Side } from "./CopyRows.ts"
import { MoveRefused } from "./MoveErrors.ts"

interface SealedRow {
  readonly ctid: string
  readonly text: string
  readonly keys: ReadonlyArray<string>
}

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

/** Every column with a text of the vault that is stored for longer than a request. */
const sealedColumns: ReadonlyArray<SealedColumn> = [
  ofEndpoint("secret"),
  ofEndpoint("previous_secret"),
  {
    table: "second_factors",
    column: "secret",
    keys: ["user_id"],
    placeOf: (workspaceId, [id = ""]) => factorPlace({ workspaceId, id: UserId.fromUuid(id) })
  },
  {
    table: "idempotency_keys",
    column: "body",
    keys: ["credential", "route", "key"],
    placeOf: (workspaceId, [credential = "", route = "", key = ""]) =>
      answerPlace({ workspaceId, credential, route, key })
  }
]

const batch = 200

/** `prefix` is how texts under the target's first key begin. */
export const resealSecrets = Effect.fnUntraced(function* (
  { sql, id }: Side,
  renew: Vault["Service"]["renew"],
  prefix: string
) {
  const workspaceId = WorkspaceId.fromUuid(id)
  for (const { table, column, keys, placeOf } of sealedColumns) {
    const names = keys.map((key) => `"${key}"::text`).join(", ")
    for (;;) {
      const rows = yield* sql<SealedRow>`SELECT ctid::text AS ctid, ${sql(column)} AS text,
          ARRAY[${sql.literal(names)}] AS keys FROM ${sql(table)}
        WHERE workspace_id = ${id} AND NOT starts_with(${sql(column)}, ${prefix}) LIMIT ${batch}`
      const texts: Array<string> = []
      for (const { text, keys: values } of rows) {
        const again = renew(text, placeOf(workspaceId, values))
        if (again === null) {
          return yield* new MoveRefused({
            reason: `a secret of ${table} needs a key that SECRET_KEY does not have`
          })
        }
        texts.push(again)
      }
      yield* sql`UPDATE ${sql(table)} r SET ${sql(column)} = n.text
        FROM unnest(${rows.map(({ ctid }) => ctid)}::text[], ${texts}::text[]) n (row, text)
        WHERE r.ctid = n.row::tid`
      if (rows.length < batch) break
    }
  }
})
