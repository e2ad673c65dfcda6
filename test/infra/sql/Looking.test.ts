/** A change that looks before it locks loses nothing, whoever comes in between, and waits for no others' lock. */
import { assert, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Busy, CurrentLane, laneOf } from "../../../src/app/Lane.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { WorkspaceId } from "../../../src/domain/Ids.ts"
import { afterOthers, changeOf } from "../../../src/infra/sql/Change.ts"
import { layerServer } from "../../../src/infra/sql/Database.ts"
import { both, changing, lookedAt } from "../../../src/infra/sql/InUnit.ts"
import { type Restore, type Sent, Sessions } from "../../../src/infra/sql/Session.ts"
import { UnitOfWorkSql } from "../../../src/infra/sql/UnitOfWorkSql.ts"
import { freshDatabase, layerPglite } from "../../support/storages.ts"

const lane = laneOf(WorkspaceId.fromUuid("0190a5b0-0000-7000-8000-000000000001"))

/** What was sent by itself. */
const quick: Array<Sent> = []
const watched = Layer.effect(
  Sessions,
  Effect.map(Sessions, (sessions) => ({
    ...sessions,
    once: (sent: Sent, restore: Restore) => {
      quick.push(sent)
      return sessions.once(sent, restore)
    }
  }))
)

const inProcess = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { plain } = yield* Sessions
  const { transact } = yield* UnitOfWork
  const row = sql`SELECT id, n, xmin::text AS seen FROM looked WHERE id = 1`
  const locked = (as = sql``) => sql`SELECT * FROM looked WHERE id = 1 ${as} FOR UPDATE`
  let tries = 0
  return {
    sql,
    transact,
    triesOf: () => tries,
    /** Adds one to what was read, and does something in between. */
    addAfter: (between: Effect.Effect<unknown>) =>
      Effect.gen(function* () {
        tries += 1
        const found = yield* Effect.orDie(
          lookedAt(sql, {
            name: "thing 1",
            look: row,
            hold: (seen) =>
              changeOf(
                { thing_held: locked(sql`AND xmin = ${seen}::xid`) },
                { as_it_was: "thing_held" }
              ),
            locked: both(sql, locked(), row)
          })
        )
        yield* between
        const saved = sql`UPDATE looked SET n = ${Number(found?.row["n"]) + 1}
          WHERE id = 1 AND ${afterOthers(sql)} RETURNING 1`
        yield* Effect.orDie(
          changing(sql, changeOf({ thing_saved: saved }, { there: "thing_saved" }))
        )
      }),
    /** In no unit: as another process would. */
    elsewhere: (text: string) => Effect.orDie(plain.execute(text, [], undefined)),
    value: Effect.map(sql<{ n: number }>`SELECT n FROM looked`, ([found]) => found?.n)
  }
})

/** The table, as one process changes it. */
const things = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DROP TABLE IF EXISTS looked`
  yield* sql`CREATE TABLE looked (id int PRIMARY KEY, n int NOT NULL)`
  yield* sql`INSERT INTO looked VALUES (1, 0)`
  quick.length = 0
  return yield* inProcess
})

const tests = (name: string, storage: Layer.Layer<SqlClient.SqlClient | Sessions, never, never>) =>
  layer(UnitOfWorkSql.pipe(Layer.provideMerge(watched), Layer.provideMerge(storage)), {
    excludeTestServices: true
  })(`looking first on ${name}`, (it) => {
    it.effect("is one statement, which commits by itself", () =>
      Effect.gen(function* () {
        const { transact, addAfter, value, triesOf } = yield* things
        yield* transact(addAfter(Effect.void))
        assert.strictEqual(yield* value, 1)
        assert.strictEqual(triesOf(), 1)
        assert.lengthOf(quick, 1)
      })
    )

    it.effect("is done again under a lock where the row was changed in between", () =>
      Effect.gen(function* () {
        const { transact, addAfter, elsewhere, value, triesOf } = yield* things
        let others = 0
        const once = Effect.suspend(() =>
          others++ === 0 ? elsewhere("UPDATE looked SET n = n + 10 WHERE id = 1") : Effect.void
        )
        yield* transact(addAfter(once))
        assert.strictEqual(yield* value, 11)
        assert.strictEqual(triesOf(), 2)
      })
    )

    it.effect("is done again where the row is gone, and then finds none", () =>
      Effect.gen(function* () {
        const { transact, addAfter, elsewhere, sql } = yield* things
        let others = 0
        const once = Effect.suspend(() =>
          others++ === 0 ? elsewhere("DELETE FROM looked WHERE id = 1") : Effect.fail("gone")
        )
        assert.isTrue(Exit.isFailure(yield* Effect.exit(transact(addAfter(Effect.orDie(once))))))
        assert.lengthOf(yield* sql`SELECT 1 FROM looked`, 0)
      })
    )

    it.effect(
      "is for the first at a row of a process; the others lock it, and each is done once",
      () =>
        Effect.gen(function* () {
          const { transact, addAfter, value, triesOf } = yield* things
          const all = Array.from({ length: 20 }, () => transact(addAfter(Effect.void)))
          yield* Effect.all(all, { concurrency: "unbounded", discard: true })
          assert.strictEqual(yield* value, 20)
          assert.isAtMost(triesOf(), 21)
        })
    )

    it.effect("leaves the row to the next where one fails or is interrupted", () =>
      Effect.gen(function* () {
        const { transact, addAfter, value } = yield* things
        const never = yield* Effect.forkChild(transact(addAfter(Effect.never)))
        const next = yield* Effect.forkChild(transact(addAfter(Effect.die("no"))))
        const last = yield* Effect.forkChild(transact(addAfter(Effect.void)))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(never)
        yield* Fiber.await(next)
        yield* Fiber.join(last)
        assert.strictEqual(yield* value, 1)
      })
    )
  })

tests("PGlite", Layer.orDie(layerPglite))

const onServer = Layer.unwrap(Effect.map(freshDatabase, (url) => layerServer(url)))
tests("PostgreSQL", Layer.orDie(onServer))

const twoProcesses = Effect.gen(function* () {
  const url = yield* freshDatabase
  const process = Layer.build(
    UnitOfWorkSql.pipe(Layer.provideMerge(watched), Layer.provideMerge(layerServer(url)))
  )
  return [yield* process, yield* process] as const
})

layer(Layer.empty, { excludeTestServices: true })("looking first in two processes", (it) => {
  it.effect("loses nothing", () =>
    Effect.gen(function* () {
      const [one, other] = yield* twoProcesses
      const here = yield* Effect.provideContext(things, one)
      const there = yield* Effect.provideContext(inProcess, other)
      const all = Array.from({ length: 30 }, (_, index) =>
        index % 2 === 0
          ? Effect.provideContext(here.transact(here.addAfter(Effect.void)), one)
          : Effect.provideContext(there.transact(there.addAfter(Effect.void)), other)
      )
      yield* Effect.all(all, { concurrency: "unbounded", discard: true })
      assert.strictEqual(yield* here.value, 30)
    })
  )

  it.effect("is busy where another keeps the row locked, and holds up nobody meanwhile", () =>
    Effect.gen(function* () {
      const [one, other] = yield* twoProcesses
      const { transact, addAfter, sql, value } = yield* Effect.provideContext(things, one)
      yield* sql`INSERT INTO looked VALUES (2, 0)`
      const { transact: elsewhere } = yield* Effect.provideContext(UnitOfWork, other)
      const held = yield* Deferred.make<void>()
      const end = yield* Deferred.make<void>()
      const holder = yield* Effect.forkChild(
        Effect.provideContext(
          elsewhere(
            Effect.orDie(
              SqlClient.SqlClient.use(
                (client) => client`SELECT 1 FROM looked WHERE id = 1 FOR UPDATE`
              )
            ).pipe(
              Effect.andThen(Deferred.succeed(held, undefined)),
              Effect.andThen(Deferred.await(end))
            )
          ),
          other
        )
      )
      yield* Deferred.await(held)
      const waiting = yield* Effect.forkChild(
        Effect.exit(transact(addAfter(Effect.void))).pipe(Effect.provideService(CurrentLane, lane))
      )
      // Another row is changed by the same connection while the first is waited for.
      const two = sql`UPDATE looked SET n = 1 WHERE id = 2 RETURNING 1`
      yield* transact(Effect.orDie(changing(sql, changeOf({ two }))))
      assert.isUndefined(waiting.pollUnsafe())
      const exit = yield* Fiber.join(waiting)
      assert.instanceOf(Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined, Busy)
      yield* Deferred.succeed(end, undefined)
      yield* Fiber.join(holder)
      assert.strictEqual(yield* value, 0)
    })
  )
})
