/**
 * A server that falls silent: one missed deadline closes every connection that was there, and work
 * goes on.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { layerPostgresServer } from "../../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { mustChange } from "../../../src/infra/sql/migrations/0028_write_engine.ts"
import { UnitOfWorkSql } from "../../../src/infra/sql/UnitOfWorkSql.ts"
import { insertClient } from "../../support/engine.ts"
import { startSilencer } from "../../support/silence.ts"
import { freshDatabase } from "../../support/storages.ts"

const behindSilencer = Effect.gen(function* () {
  const url = yield* freshDatabase
  const silencer = yield* Effect.acquireRelease(
    Effect.promise(() => startSilencer(new URL(Redacted.value(url)))),
    ({ stop }) => Effect.sync(stop)
  )
  const through = Redacted.make(silencer.url.href)
  const context = yield* Layer.build(
    UnitOfWorkSql.pipe(
      Layer.provideMerge(layerPostgresServer(through, { poolSize: 10, deadline: "1 second" }))
    )
  )
  return { silencer, context }
})

describe("a silent loss of all connections", () => {
  it.live("costs one deadline: reads succeed, the write in flight has no known outcome", () =>
    Effect.gen(function* () {
      const { silencer, context } = yield* behindSilencer
      yield* Effect.gen(function* () {
        const admin = yield* MaintenanceClient
        const sql = yield* SqlClient.SqlClient
        const { transact } = yield* UnitOfWork
        yield* admin.unsafe(mustChange)
        yield* admin`CREATE TABLE clients (id text PRIMARY KEY, value int NOT NULL)`
        const write = (id: string) => transact(insertClient(id))
        const read = sql<{ n: number }>`SELECT count(*)::int AS n FROM clients`
        // Every connection has been used.
        yield* Effect.forEach(
          Array.from({ length: 40 }, (_, n) => `warm${n}`),
          write,
          {
            concurrency: 20
          }
        )
        yield* Effect.forEach(Array.from({ length: 40 }), () => read, { concurrency: 20 })
        silencer.loseAll()
        const [lost, found] = yield* Effect.all([Effect.exit(write("lost")), read], {
          concurrency: "unbounded"
        })
        assert.isTrue(Exit.isFailure(lost))
        assert.include(JSON.stringify(lost), "OutcomeUnknown")
        assert.strictEqual(found[0]?.n, 40)
        // The others were closed with it: none of these meets a deadline.
        const began = performance.now()
        yield* Effect.forEach(
          Array.from({ length: 20 }, (_, n) => `after${n}`),
          write,
          {
            concurrency: 20
          }
        )
        assert.strictEqual((yield* read)[0]?.n, 60)
        assert.strictEqual(silencer.lost(), 0, `after ${performance.now() - began} ms`)
      }).pipe(Effect.provide(context))
    })
  )
})
