/** Housekeeping on PostgreSQL: more rows than a batch has, and jobs that failed. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Housekeeping } from "../../../src/app/ports/Housekeeping.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { newWorkspace, now } from "../../support/records.ts"
import { layerPostgres, onDatabase } from "../../support/storages.ts"

const purgeAfter = (days: number) =>
  Effect.flatMap(Housekeeping, ({ purge }) => purge(DateTime.add(now, { days })))

layer(onDatabase(layerPostgres), { excludeTestServices: true })("housekeeping", (it) => {
  it.effect("deletes more rows than one batch has", () =>
    Effect.gen(function* () {
      const maintenance = yield* MaintenanceClient
      const workspace = WorkspaceId.toUuid((yield* newWorkspace).id)
      yield* maintenance`INSERT INTO idempotency_keys
          (workspace_id, credential, route, key, request_hash, created_at)
        SELECT ${workspace}::uuid, 'key_1', 'POST /v1/clients', n::text, 'h', ${DateTime.toDateUtc(now)}
        FROM generate_series(1, 2500) n`
      const sql = yield* SqlClient.SqlClient
      const left = Effect.map(
        sql`SELECT 1 FROM idempotency_keys WHERE workspace_id = ${workspace}`,
        (rows) => rows.length
      )
      assert.strictEqual(yield* left, 2500)
      yield* purgeAfter(2)
      assert.strictEqual(yield* left, 0)
    })
  )

  it.effect("deletes a job 30 days after it failed, and none that waits", () =>
    Effect.gen(function* () {
      const maintenance = yield* MaintenanceClient
      const at = DateTime.toDateUtc(now)
      for (const state of ["failed", "pending"]) {
        yield* maintenance`INSERT INTO outbox
            (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
          VALUES (${state}, 'none', '{}', ${state}, 9, ${at}, ${at}, ${at})`
      }
      const left = Effect.map(
        maintenance<{ id: string }>`SELECT id FROM outbox WHERE queue_name = 'none' ORDER BY id`,
        (rows) => rows.map(({ id }) => id)
      )
      yield* purgeAfter(30)
      assert.deepStrictEqual(yield* left, ["failed", "pending"])
      yield* purgeAfter(31)
      assert.deepStrictEqual(yield* left, ["pending"])
    })
  )
})
