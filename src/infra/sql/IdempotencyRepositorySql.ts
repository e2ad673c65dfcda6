/** Kept answers in PostgreSQL: the primary key makes a twin wait for the first one's commit. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { IdempotencyRepository, type KeyScope } from "../../app/ports/IdempotencyRepository.ts"
import { WorkspaceId } from "../../domain/Ids.ts"
import { dateOf } from "./Rows.ts"

interface KeyRow {
  readonly requestHash: string
  readonly status: number | null
  readonly body: string | null
}

export const IdempotencyRepositorySql = Layer.effect(
  IdempotencyRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const matching = ({ workspaceId, credential, route, key }: KeyScope) =>
      sql.and([
        sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}`,
        sql`credential = ${credential}`,
        sql`route = ${route}`,
        sql`key = ${key}`
      ])
    return {
      reserve: Effect.fnUntraced(function* (scope, requestHash, now, expired) {
        yield* sql`DELETE FROM idempotency_keys
            WHERE ${matching(scope)} AND created_at < ${dateOf(expired)}`
        const taken = yield* sql`INSERT INTO idempotency_keys ${sql.insert({
          ...scope,
          workspaceId: WorkspaceId.toUuid(scope.workspaceId),
          requestHash,
          createdAt: dateOf(now)
        })} ON CONFLICT DO NOTHING RETURNING 1`
        if (taken.length === 1) return null
        const rows = yield* sql<KeyRow>`
            SELECT request_hash, status, body FROM idempotency_keys WHERE ${matching(scope)}`
        const row = rows[0]
        // A key is committed only together with its answer.
        return row === undefined || row.status === null || row.body === null
          ? yield* Effect.die(new Error("an idempotency key was kept without its answer"))
          : { requestHash: row.requestHash, status: row.status, body: row.body }
      }, Effect.orDie),
      keep: Effect.fnUntraced(function* (scope, status, body) {
        yield* sql`UPDATE idempotency_keys SET status = ${status}, body = ${body}
          WHERE ${matching(scope)}`
      }, Effect.orDie)
    }
  })
)
