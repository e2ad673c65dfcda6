/**
 * The two verbs of the write engine, on every database: a transaction is stored as a whole, in
 * order, or not at all.
 */
import { assert, layer } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { RowChanged, UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { sql } from "../../../src/infra/postgres/Statements.ts"
import { readForUpdate, write } from "../../../src/infra/postgres/Write.ts"
import {
  createInvoice,
  engines,
  insertClient,
  readClient,
  removeClient,
  rowsOf,
  saveClient
} from "../../support/engine.ts"

const defectOf = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined

for (const [name, engine] of Object.entries(engines)) {
  layer(engine, { excludeTestServices: true, timeout: "60 seconds" })(`writes: ${name}`, (it) => {
    const fresh = Effect.gen(function* () {
      for (const table of ["clients", "tasks", "invoices"]) yield* rowsOf(`DELETE FROM ${table}`)
      yield* rowsOf("UPDATE counters SET value = 0")
      return yield* UnitOfWork
    })

    it.effect("two writes of one row are stored in their order", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(insertClient("a"))
        yield* transact(Effect.andThen(saveClient("a", 7), saveClient("a", 9)))
        assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients"), [{ value: 9 }])
      })
    )

    it.effect("an insert, saves and a removal of one row are stored in their order", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(
          Effect.all([
            insertClient("a", 1),
            saveClient("a", 2),
            insertClient("b"),
            saveClient("a", 3)
          ])
        )
        assert.deepStrictEqual(yield* rowsOf("SELECT id, value FROM clients ORDER BY id"), [
          { id: "a", value: 3 },
          { id: "b", value: 0 }
        ])
        yield* transact(Effect.all([removeClient("a"), insertClient("a", 4)]))
        assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients WHERE id = 'a'"), [
          { value: 4 }
        ])
      })
    )

    it.effect("rows are written in the order of tables and keys, whoever names them first", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* rowsOf(`CREATE TABLE written (place serial, name text)`)
        yield* rowsOf(`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO written (name) VALUES (TG_TABLE_NAME || ' ' || NEW.id); RETURN NEW; END $$`)
        for (const table of ["clients", "tasks", "counters"]) {
          yield* rowsOf(`CREATE TRIGGER note BEFORE INSERT OR UPDATE ON ${table}
            FOR EACH ROW EXECUTE FUNCTION note()`)
        }
        const task = (id: string) =>
          write({
            table: "tasks",
            key: { id },
            statement: sql`INSERT INTO tasks VALUES (${id}, 0) RETURNING 1`
          })
        const count = write({
          table: "counters",
          key: { id: "n" },
          statement: sql`UPDATE counters SET value = value + 1 WHERE id = 'n' RETURNING 1`
        })
        const writes = [count, task("2"), insertClient("b"), task("1"), insertClient("a")]
        yield* transact(Effect.all(writes))
        const written = yield* rowsOf("SELECT name FROM written ORDER BY place")
        yield* rowsOf("DROP FUNCTION note CASCADE")
        yield* rowsOf("DROP TABLE written")
        assert.deepStrictEqual(
          written.map(({ name }) => name),
          ["clients a", "clients b", "tasks 1", "tasks 2", "counters n"]
        )
      })
    )

    it.effect(
      "a write of several rows does not share a statement with a write of one of them",
      () =>
        Effect.gen(function* () {
          const { transact } = yield* fresh
          const doubled = write({
            table: "clients",
            statement: sql`UPDATE clients SET value = value * 2 RETURNING 1`
          })
          yield* transact(Effect.all([insertClient("a", 1), doubled, saveClient("a", 5), doubled]))
          assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients"), [{ value: 10 }])
        })
    )

    it.effect("a write that had to change a row and did not stores nothing, and says which", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const work = Effect.all([insertClient("new"), saveClient("missing", 1)])
        const defect = defectOf(yield* Effect.exit(transact(work)))
        assert.instanceOf(defect, RowChanged)
        assert.deepInclude(defect, { table: "clients", key: "missing" })
        assert.deepStrictEqual(yield* rowsOf("SELECT 1 FROM clients"), [])
      })
    )

    it.effect("a unique violation fails the transaction, not the write", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(insertClient("a", 1))
        let wasReached = false
        const work = Effect.andThen(
          insertClient("a", 2),
          Effect.sync(() => {
            wasReached = true
          })
        )
        assert.isDefined(defectOf(yield* Effect.exit(transact(work))))
        assert.isTrue(wasReached)
        assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients"), [{ value: 1 }])
      })
    )

    it.effect("a write sees what the transaction wrote, and others see it at the commit", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const seen = yield* transact(
          Effect.gen(function* () {
            yield* insertClient("a", 1)
            const own = yield* readClient("a")
            yield* saveClient("a", (own?.value ?? 0) + 1)
            return yield* readClient("a")
          })
        )
        assert.strictEqual(seen?.value, 2)
      })
    )

    it.effect("what a write returned is known after its transaction, and not inside", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const inserted = write({
          table: "clients",
          key: { id: "a" },
          statement: sql`INSERT INTO clients VALUES ('a', 3) RETURNING id, value`,
          returning: true
        })
        assert.deepStrictEqual(yield* Effect.flatten(transact(inserted)), [{ id: "a", value: 3 }])
        const early = transact(Effect.flatten(inserted))
        assert.include(String(defectOf(yield* Effect.exit(early))), "before its transaction ended")
      })
    )

    it.effect("a text that the database decides stands wherever its stand-in was written", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        assert.strictEqual(yield* Effect.flatten(transact(createInvoice("a"))), "N-1")
        const both = yield* transact(Effect.all([createInvoice("b"), createInvoice("c")]))
        assert.deepStrictEqual(yield* Effect.all(both), ["N-2", "N-3"])
        assert.deepStrictEqual(yield* rowsOf("SELECT number, note FROM invoices ORDER BY id"), [
          { number: "N-1", note: "note of N-1" },
          { number: "N-2", note: "note of N-2" },
          { number: "N-3", note: "note of N-3" }
        ])
      })
    )

    it.effect("a decided text also stands in what is written after it was sent", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(
          Effect.gen(function* () {
            const standIn = "number of a as decided"
            yield* createInvoice("a")
            yield* readClient("none", "lock")
            yield* insertClient(`client of ${standIn}`)
          })
        )
        assert.deepStrictEqual(yield* rowsOf("SELECT id FROM clients"), [{ id: "client of N-1" }])
      })
    )

    it.effect("a text that nothing mentions is decided all the same", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const decide = write({
          table: "counters",
          key: { id: "n" },
          statement: sql`UPDATE counters SET value = value + 1 RETURNING value::text AS value`,
          standIn: "mentioned nowhere"
        })
        assert.strictEqual(yield* Effect.flatten(transact(decide)), "1")
      })
    )

    it.effect("a text is decided for writes that do not fit into one statement", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const many = Array.from({ length: 400 }, (_, n) => insertClient(`${n}`))
        yield* transact(Effect.all([createInvoice("a"), ...many], { discard: true }))
        assert.deepStrictEqual(yield* rowsOf("SELECT number, note FROM invoices"), [
          { number: "N-1", note: "note of N-1" }
        ])
        assert.lengthOf(yield* rowsOf("SELECT 1 FROM clients"), 400)
      })
    )

    it.effect(
      "a unit of work inside of another knows the text when it ends, and shares its fate",
      () =>
        Effect.gen(function* () {
          const { transact } = yield* fresh
          const outer = (end: Effect.Effect<void, string>) =>
            transact(
              Effect.gen(function* () {
                const number = yield* Effect.flatten(transact(createInvoice("a")))
                yield* insertClient(number)
                yield* end
              })
            )
          yield* Effect.flip(outer(Effect.fail("no")))
          assert.deepStrictEqual(yield* rowsOf("SELECT 1 FROM invoices"), [])
          yield* outer(Effect.void)
          assert.deepStrictEqual(yield* rowsOf("SELECT id FROM clients"), [{ id: "N-1" }])
        })
    )

    it.effect("a transaction does not go on after a unit of work inside of it failed", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const inner = transact(Effect.andThen(insertClient("b"), Effect.fail("no" as const)))
        const outer = transact(Effect.andThen(insertClient("a"), Effect.ignore(inner)))
        assert.include(String(defectOf(yield* Effect.exit(outer))), "inside of it failed")
        assert.deepStrictEqual(yield* rowsOf("SELECT 1 FROM clients"), [])
      })
    )

    it.effect("any failure, defect or interruption undoes everything", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const wrote = Effect.all([insertClient("a"), saveClient("a", 1), readClient("a")])
        for (const end of [Effect.fail("no"), Effect.die("defect"), Effect.interrupt]) {
          assert.isTrue(Exit.isFailure(yield* Effect.exit(transact(Effect.andThen(wrote, end)))))
        }
        assert.deepStrictEqual(yield* rowsOf("SELECT 1 FROM clients"), [])
      })
    )

    it.effect(
      "a row that changes after it was read by version makes the transaction run again",
      () =>
        Effect.gen(function* () {
          const { transact } = yield* fresh
          yield* transact(insertClient("a", 0))
          let tries = 0
          yield* transact(
            Effect.gen(function* () {
              tries += 1
              const row = yield* readClient("a")
              // Outside of the transaction, as another process would.
              if (tries === 1) yield* rowsOf("UPDATE clients SET value = 10").pipe(outside)
              yield* saveClient("a", (row?.value ?? 0) + 1)
            })
          )
          assert.strictEqual(tries, 2)
          assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients"), [{ value: 11 }])
        })
    )

    it.effect("a row beside the one that was read is held too", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(Effect.all([insertClient("a", 1), insertClient("b", 2)]))
        let tries = 0
        const seen = yield* transact(
          Effect.gen(function* () {
            tries += 1
            const row = yield* readForUpdate<{ readonly other: number }>({
              table: "clients",
              key: { id: "a" },
              view: sql`SELECT a.xmin::text AS seen, b.id AS other_id, b.value AS other,
                  b.xmin::text AS other_seen
                FROM clients a JOIN clients b ON b.id = 'b' WHERE a.id = 'a'`,
              beside: [{ table: "clients", key: { id: "otherId" }, seen: "otherSeen" }],
              by: "version"
            })
            if (tries === 1)
              yield* rowsOf("UPDATE clients SET value = 20 WHERE id = 'b'").pipe(outside)
            yield* saveClient("a", row?.other ?? 0)
            return row?.other
          })
        )
        assert.deepStrictEqual([tries, seen], [2, 20])
      })
    )

    it.effect("read-modify-write from many fibers loses no update, by version and by lock", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(insertClient("a", 0))
        const add = (by: "lock" | "version") =>
          transact(
            Effect.flatMap(readClient("a", by), (row) => saveClient("a", (row?.value ?? 0) + 1))
          )
        yield* Effect.forEach(
          Array.from({ length: 40 }, (_, n) => n),
          (n) => add(n % 2 === 0 ? "lock" : "version"),
          { concurrency: 8, discard: true }
        )
        assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients"), [{ value: 40 }])
      })
    )

    it.effect("numbers have no gap and no double, whatever fails in between", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const created = (id: string) => Effect.asVoid(createInvoice(id))
        const one = (n: number): Effect.Effect<void, string> => {
          switch (n % 5) {
            case 0:
              return transact(Effect.andThen(created(`i${n}`), saveClient("missing", 1)))
            case 1:
              return transact(Effect.andThen(created(`i${n}`), Effect.fail("no")))
            case 2:
              return transact(Effect.andThen(created(`i${n}`), created(`i${n}b`)))
            default:
              return transact(created(`i${n}`))
          }
        }
        yield* Effect.forEach(
          Array.from({ length: 100 }, (_, n) => n),
          (n) => Effect.exit(one(n)),
          { concurrency: 16 }
        )
        const [counts] = yield* rowsOf(`SELECT count(*)::int AS invoices,
          max(substr(number, 3)::int) AS highest, (SELECT value FROM counters) AS counter FROM invoices`)
        assert.deepStrictEqual(counts, { invoices: 80, highest: 80, counter: 80 })
      })
    )

    it.effect("fibers of one transaction take turns", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(
          Effect.andThen(
            insertClient("a"),
            Effect.forEach(
              [1, 2, 3, 4],
              (n) => Effect.andThen(saveClient("a", n), readClient("a")),
              { concurrency: "unbounded" }
            )
          )
        )
        assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients"), [{ value: 4 }])
      })
    )

    it.effect("a write during a flush shares no statement with another of its row", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(
          Effect.gen(function* () {
            yield* insertClient("a")
            yield* readClient("a")
            yield* saveClient("a", 1)
            // The first flushes; the second collects its write during that.
            const both = [saveClient("a", 2), saveClient("a", 3)]
            yield* Effect.all(both, { concurrency: "unbounded" })
          })
        )
        assert.deepStrictEqual(yield* rowsOf("SELECT value FROM clients"), [{ value: 2 }])
      })
    )

    it.effect("a fiber that outlives its transaction writes nothing", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        const go = yield* Deferred.make<void>()
        const late = yield* transact(
          Effect.forkDetach(Effect.andThen(Deferred.await(go), insertClient("late")))
        )
        yield* Deferred.succeed(go, undefined)
        assert.isTrue(Exit.isFailure(yield* Fiber.await(late)))
        assert.deepStrictEqual(yield* rowsOf("SELECT 1 FROM clients"), [])
      })
    )

    it.effect("many writes are stored, however many parameters they have", () =>
      Effect.gen(function* () {
        const { transact } = yield* fresh
        yield* transact(
          Effect.forEach(
            Array.from({ length: 700 }, (_, n) => `c${n}`),
            (id) => insertClient(id),
            {
              discard: true
            }
          )
        )
        assert.deepStrictEqual(yield* rowsOf("SELECT count(*)::int AS n FROM clients"), [
          { n: 700 }
        ])
      })
    )
  })
}

/** Not in the transaction of the fiber. */
const outside = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.context<R>(), (context) =>
    Effect.flatMap(Effect.forkDetach(Effect.provide(work, context)), Fiber.join)
  )
