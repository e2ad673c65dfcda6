/** Long reads run one at a time on a connection of their own, and other reads pass them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { CurrentLane } from "../../../src/app/AdmissionControl.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { layerPostgresServer } from "../../../src/infra/postgres/Database.ts"
import { longRead, MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { freshDatabase } from "../../support/storages.ts"

const waits = "SELECT pg_advisory_lock_shared(7), pg_advisory_unlock_shared(7)"

const workspace = (digit: number) => ({
  kind: "workspace" as const,
  workspaceId: WorkspaceId.fromUuid(`00000000-0000-7000-8000-00000000000${digit}`)
})

describe("a long read", () => {
  it.live("delays no other read, and the next one waits for it without a connection", () =>
    Effect.gen(function* () {
      const database = yield* Layer.build(
        layerPostgresServer(yield* freshDatabase, { poolSize: 10 })
      )
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const admin = yield* MaintenanceClient
        const short = sql<{ n: number }>`SELECT 1 AS n`
        const long = (digit: number) =>
          longRead(sql.unsafe(waits)).pipe(Effect.provideService(CurrentLane, workspace(digit)))
        const waiting = sql<{ n: number }>`
          SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'advisory'`
        const fibers = yield* admin.withTransaction(
          Effect.gen(function* () {
            yield* admin`SELECT pg_advisory_xact_lock(7)`
            const started = yield* Effect.forEach([1, 1, 2], (digit) =>
              Effect.forkDetach(long(digit), { startImmediately: true })
            )
            while ((yield* waiting)[0]?.n === 0) yield* Effect.yieldNow
            const answers = yield* Effect.forEach(Array.from({ length: 40 }), () => short, {
              concurrency: "unbounded"
            })
            assert.lengthOf(answers, 40)
            assert.strictEqual((yield* waiting)[0]?.n, 1)
            return started
          })
        )
        yield* Effect.forEach(fibers, Fiber.join)
      }).pipe(Effect.provide(database))
    })
  )
})
