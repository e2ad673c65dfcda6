/** Idempotency keys in PostgreSQL: the primary key makes a twin wait for the first one's commit. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  IdempotencyRepository,
  type KeyScope,
  type StoredAnswer
} from "../../app/ports/IdempotencyRepository.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import { write } from "../postgres/Write.ts"
import { dateOf } from "./Rows.ts"

const keyOf = ({ workspaceId, credential, route, key }: KeyScope) => ({
  workspaceId: WorkspaceId.toUuid(workspaceId),
  credential,
  route,
  key
})

export const IdempotencyRepositorySql = Layer.effect(
  IdempotencyRepository,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    find: Effect.fnUntraced(function* (scope, expired) {
      const { workspaceId, credential, route, key } = keyOf(scope)
      const rows = yield* sql<StoredAnswer>`SELECT request_hash, status, body FROM idempotency_keys
        WHERE workspace_id = ${workspaceId} AND credential = ${credential} AND route = ${route}
          AND key = ${key} AND created_at >= ${dateOf(expired)}`
      return rows[0] ?? null
    }, Effect.orDie),

    insert: (scope, { requestHash, status, body }, now, expired) => {
      const key = keyOf(scope)
      const row = { ...key, requestHash, status, body, createdAt: dateOf(now) }
      return write({
        table: "idempotency_keys",
        key,
        // An expired answer gives way; one that is not was stored by a twin, which overtook this
        // request.
        statement: sql`INSERT INTO idempotency_keys AS k ${sql.insert(row)}
          ON CONFLICT (workspace_id, credential, route, key) DO UPDATE
            SET request_hash = excluded.request_hash, status = excluded.status,
              body = excluded.body, created_at = excluded.created_at
            WHERE k.created_at < ${dateOf(expired)}
          RETURNING 1`,
        mustChange: true
      })
    }
  }))
)
