/** A rehearsal on the write engine: it reads, and neither writes nor locks. */
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { Transaction, UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { rehearse } from "../../../src/domain/Rehearsal.ts"
import { sql } from "../../../src/infra/postgres/Statements.ts"
import { write } from "../../../src/infra/postgres/Write.ts"
import {
  createInvoice,
  engines,
  insertClient,
  readClient,
  rowsOf,
  saveClient
} from "../../support/engine.ts"

const defectOf = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "no failure"

const rehearsed = <A, E, R>(work: Effect.Effect<A, E, R>) => rehearse(work, (result) => result)

const { "server without groups": _, ...tried } = engines

for (const [name, engine] of Object.entries(tried)) {
  layer(engine, { excludeTestServices: true, timeout: "60 seconds" })(
    `rehearsals: ${name}`,
    (it) => {
      const fresh = Effect.gen(function* () {
        for (const table of ["clients", "invoices"]) yield* rowsOf(`DELETE FROM ${table}`)
        yield* rowsOf("UPDATE counters SET value = 0")
        const { transact } = yield* UnitOfWork
        yield* transact(insertClient("a", 1))
        return transact
      })
      const stored = rowsOf(`SELECT (SELECT value FROM clients) AS client,
        (SELECT value FROM counters) AS counter, (SELECT count(*)::int FROM invoices) AS invoices`)
      const untouched = [{ client: 1, counter: 0, invoices: 0 }]

      it.effect("stores nothing, takes no number and does nothing afterwards", () =>
        Effect.gen(function* () {
          const transact = yield* fresh
          let done = 0
          const number = yield* rehearse(
            Effect.flatten(
              transact(
                Effect.gen(function* () {
                  assert.strictEqual((yield* readClient("a"))?.value, 1)
                  assert.strictEqual((yield* readClient("a", "lock"))?.value, 1)
                  yield* saveClient("a", 7)
                  yield* saveClient("a", 8)
                  const { afterCommit } = yield* Transaction
                  yield* afterCommit(Effect.sync(() => void done++))
                  return yield* createInvoice("i")
                })
              )
            ),
            (text, hide) => [text, hide({ text })]
          )
          assert.deepStrictEqual(number, ["number of i as decided", { text: null }])
          assert.strictEqual(done, 0)
          assert.deepStrictEqual(yield* stored, untouched)
        })
      )

      it.effect("knows its number where another unit of work reads it", () =>
        Effect.gen(function* () {
          const transact = yield* fresh
          const outer = Effect.gen(function* () {
            const number = yield* Effect.flatten(transact(createInvoice("i")))
            yield* saveClient("a", 7)
            return number
          })
          assert.strictEqual(yield* rehearsed(transact(outer)), "number of i as decided")
          assert.deepStrictEqual(yield* stored, untouched)
        })
      )

      it.effect("must not read after a write, which storage lacks", () =>
        Effect.gen(function* () {
          const transact = yield* fresh
          const client = yield* SqlClient.SqlClient
          const reads: ReadonlyArray<Effect.Effect<unknown, unknown, Transaction>> = [
            readClient("a"),
            readClient("a", "lock"),
            client`SELECT 1`
          ]
          for (const read of reads) {
            const exit = yield* Effect.exit(
              rehearsed(transact(Effect.andThen(saveClient("a", 2), read)))
            )
            assert.include(defectOf(exit), "A rehearsal reads after its write to clients")
          }
        })
      )

      it.effect("does not know the rows of a write", () =>
        Effect.gen(function* () {
          const transact = yield* fresh
          const returning = write({
            table: "clients",
            key: { id: "a" },
            statement: sql`UPDATE clients SET value = 2 RETURNING value`,
            returning: true
          })
          const exit = yield* Effect.exit(rehearsed(Effect.flatten(transact(returning))))
          assert.include(defectOf(exit), "before its transaction ended")
        })
      )

      it.effect("fails as a real one does after a unit of work inside of it failed", () =>
        Effect.gen(function* () {
          const transact = yield* fresh
          const ignoring = transact(Effect.ignore(transact(Effect.fail("no"))))
          for (const run of [ignoring, rehearsed(ignoring)]) {
            assert.include(defectOf(yield* Effect.exit(run)), "goes on after one inside of it")
          }
          assert.strictEqual(yield* Effect.flip(rehearsed(transact(Effect.fail("no")))), "no")
        })
      )
    }
  )
}
