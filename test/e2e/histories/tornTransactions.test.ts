/**
 * Transactions of the write engine whose fibers are interrupted at any moment: each is stored whole
 * or not at all, and one that never sends COMMIT is not stored. `HISTORIES=10` makes ten times as
 * many.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { control } from "../../../src/infra/postgres/Statements.ts"
import { sessionsOn } from "../../../src/infra/postgres/session/Sessions.ts"
import {
  createInvoice,
  engines,
  insertClient,
  readClient,
  rowsOf,
  saveClient,
  sessionPool
} from "../../support/engine.ts"
import { makeRandom, rounds } from "../../support/histories.ts"
import { freshDatabase } from "../../support/storages.ts"

const turn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Interrupts the work after so many turns of the event loop; answers how many it took. */
const interruptedAfter = Effect.fnUntraced(function* <A, E, R>(
  most: number,
  work: Effect.Effect<A, E, R>
) {
  const fiber = yield* Effect.forkChild(work, { startImmediately: true })
  let turns = 0
  for (; turns < most && fiber.pollUnsafe() === undefined; turns++) yield* turn
  yield* Fiber.interrupt(fiber)
  return turns
})

/** Runs that measure the length of the work. */
const uninterrupted = 30

/** Runs the work so many times, ten at once, and interrupts each at a moment of its length. */
const interruptedOften = Effect.fnUntraced(function* <A, E, R>(
  count: number,
  work: (id: string) => Effect.Effect<A, E, R>
) {
  const random = makeRandom()
  const whole = yield* Effect.forEach(
    Array.from({ length: uninterrupted }, (_, index) => `whole ${index}`),
    (id) => interruptedAfter(Number.POSITIVE_INFINITY, work(id)),
    { concurrency: 10 }
  )
  const most = Math.max(...whole)
  yield* Effect.forEach(
    Array.from({ length: count }, (_, index) => `part ${index}`),
    (id) => interruptedAfter(random.below(most), work(id)),
    { concurrency: 10, discard: true }
  )
})

describe.each(Object.entries(engines))("interrupted transactions on %s", (_name, engine) => {
  it.live("are stored whole or not at all", () =>
    Effect.gen(function* () {
      const { transact } = yield* UnitOfWork
      const random = makeRandom()
      yield* transact(insertClient("shared"))
      // As one statement, and in an open transaction.
      const work = (id: string) =>
        Effect.gen(function* () {
          const isOpen = random.chance(0.5)
          if (isOpen) {
            const found = yield* readClient("shared", "lock")
            yield* saveClient("shared", (found?.value ?? 0) + 1)
          }
          yield* createInvoice(id)
          yield* insertClient(id, isOpen ? 1 : 0)
        })
      yield* interruptedOften(rounds(1500), (id) => transact(work(id)))
      const [{ counter, invoices, clients, pairs, open, shared } = {}] = yield* rowsOf(`
        SELECT (SELECT value FROM counters) AS counter,
          (SELECT count(*)::int FROM invoices) AS invoices,
          (SELECT count(*)::int FROM clients WHERE id <> 'shared') AS clients,
          (SELECT count(*)::int FROM clients JOIN invoices USING (id)) AS pairs,
          (SELECT count(*)::int FROM clients WHERE id <> 'shared' AND value = 1) AS open,
          (SELECT value FROM clients WHERE id = 'shared') AS shared`)
      assert.isAbove(Number(invoices), 30)
      assert.isBelow(Number(invoices), rounds(1500) + uninterrupted)
      assert.deepStrictEqual(
        { counter, clients, pairs, shared },
        { counter: invoices, clients: invoices, pairs: invoices, shared: open }
      )
    }).pipe(Effect.provide(engine))
  )
})

describe("a transaction without COMMIT", () => {
  it.live("stores nothing, whenever its caller leaves", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const pool = yield* sessionPool(url, 4)
      const query = (text: string) => pool.use((connection) => connection.query(text, [], false))
      yield* query("CREATE TABLE things (id int)")
      const open = sessionsOn(pool, (work) => work, [])
      const work = Effect.scoped(
        Effect.flatMap(open, (session) =>
          session.begin.pipe(
            Effect.andThen(session.query(control("INSERT INTO things VALUES (1)"))),
            Effect.ensuring(session.rollback)
          )
        )
      )
      yield* interruptedOften(rounds(3000), () => work)
      const { rows } = yield* query("SELECT count(*)::int AS stored FROM things")
      assert.deepStrictEqual(rows, [{ stored: 0 }])
    })
  )
})
