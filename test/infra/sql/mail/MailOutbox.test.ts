/**
 * Which of the outbox's jobs are free: a killed worker's after 15 seconds, a living one's never.
 * Workers share waiting jobs, and the result of a job is stored once, whatever its handler does.
 */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { type MailJob, MailOutbox } from "../../../../src/app/ports/mail/MailOutbox.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { InvoiceId, WorkspaceId } from "../../../../src/domain/Ids.ts"
import { random } from "../../../support/records.ts"
import { layerPglite, onDatabase } from "../../../support/storages.ts"
import { each } from "../../../support/transactions.ts"

const offer = Effect.fnUntraced(function* (message: string) {
  const job: MailJob = {
    kind: "invoice",
    workspaceId: yield* WorkspaceId.next(yield* random),
    invoiceId: yield* InvoiceId.next(yield* random),
    message
  }
  yield* (yield* each(MailOutbox)).offer(job)
})

interface Left {
  readonly state: string
  readonly attempts: number
  /** Seconds until it is due. */
  readonly due: number
  readonly isLocked: boolean
}

/** Its row in the table. */
const left = Effect.fnUntraced(function* (message: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Left>`
    SELECT state, attempts, acquired_by IS NOT NULL AS is_locked,
      round(extract(epoch FROM visible_at - updated_at))::int AS due
    FROM outbox WHERE element LIKE ${`%"${message}"%`}`
})

layer(onDatabase(layerPglite), { excludeTestServices: true })("the outbox", (it) => {
  it.effect(
    "brings back what a worker took and did not renew for 15 seconds, before newer jobs",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const outbox = yield* MailOutbox
        const takenAgo = (seconds: number, message: string) =>
          sql`UPDATE outbox SET acquired_by = ${crypto.randomUUID()}, attempts = 1,
          acquired_at = now() - make_interval(secs => ${seconds}::int)
          WHERE element LIKE ${`%${message}%`}`
        yield* offer("of a killed worker")
        yield* offer("of a living worker")
        // Each time is a moment between two renewals, or after the last one.
        yield* takenAgo(15, "of a killed worker")
        yield* takenAgo(8, "of a living worker")
        yield* offer("new")
        const take = Effect.gen(function* () {
          const taken: Array<readonly [string | null, number]> = []
          yield* outbox.take((job, attempt) =>
            Effect.sync(() => {
              if (job.kind === "invoice") taken.push([job.message, attempt])
            })
          )
          return taken
        })
        assert.deepStrictEqual(yield* take, [["of a killed worker", 2]])
        assert.deepStrictEqual(yield* take, [["new", 1]])
      })
  )

  it.effect("does not wait for a time from which the clock was set back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* offer("of an hour later")
      yield* sql`UPDATE outbox SET visible_at = visible_at + interval '1 hour',
        updated_at = updated_at + interval '1 hour' WHERE element LIKE '%of an hour later%'`
      const outbox = yield* MailOutbox
      const taken: Array<unknown> = []
      while (!taken.includes("of an hour later")) {
        yield* outbox.take((job) => Effect.sync(() => taken.push("message" in job && job.message)))
      }
    })
  )

  it.effect("gives all who wait what came by one statement, and forgets what is done", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* MailOutbox
      const { transact } = yield* UnitOfWork
      const messages = ["one", "two", "three"]
      const taken = yield* Effect.forEach(messages, () => Deferred.make<void>())
      const go = yield* Deferred.make<void>()
      const takers = yield* Effect.forEach(taken, (told) =>
        Effect.forkChild(
          outbox.take(() => Effect.andThen(Deferred.succeed(told, undefined), Deferred.await(go))),
          { startImmediately: true }
        )
      )
      yield* transact(Effect.forEach(messages, offer))
      yield* Effect.forEach(taken, Deferred.await)
      const locks = yield* sql`SELECT DISTINCT acquired_by FROM outbox
        WHERE acquired_by IS NOT NULL AND element ~ '"(one|two|three)"'`
      assert.strictEqual(locks.length, 1)
      yield* Deferred.succeed(go, undefined)
      yield* Effect.forEach(takers, Fiber.join)
      for (const message of messages) assert.deepStrictEqual(yield* left(message), [])
    })
  )

  it.effect("settles a job with the unit of work that says so, and not where that fails", () =>
    Effect.gen(function* () {
      const outbox = yield* MailOutbox
      const { transact } = yield* UnitOfWork
      yield* offer("undone")
      const undone = outbox.take((_job, _attempt, settled) =>
        transact(Effect.andThen(settled, Effect.fail("no")))
      )
      assert.strictEqual(yield* Effect.flip(undone), "no")
      const [again] = yield* left("undone")
      assert.deepStrictEqual(again, { state: "pending", attempts: 1, due: 5, isLocked: false })

      yield* offer("done")
      const found: Array<ReadonlyArray<Left>> = []
      const done = outbox.take((_job, _attempt, settled) =>
        Effect.gen(function* () {
          yield* transact(settled)
          found.push(yield* left("done"))
          return yield* Effect.fail("too late")
        })
      )
      assert.strictEqual(yield* Effect.flip(done), "too late")
      assert.deepStrictEqual([...found, yield* left("done")], [[], []])
    })
  )

  it.effect("counts no try that was broken off, and puts aside what nobody can read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* MailOutbox
      yield* offer("broken off")
      const taken = yield* Deferred.make<void>()
      const taker = yield* Effect.forkChild(
        outbox.take(() => Effect.andThen(Deferred.succeed(taken, undefined), Effect.never))
      )
      yield* Deferred.await(taken)
      yield* Fiber.interrupt(taker)
      const [back] = yield* left("broken off")
      assert.deepStrictEqual(back, { state: "pending", attempts: 0, due: 0, isLocked: false })

      yield* sql`UPDATE outbox SET element = '{"kind":"none","message":"broken off"}'
        WHERE element LIKE '%"broken off"%'`
      yield* offer("behind it")
      const read: Array<MailJob> = []
      yield* outbox.take((job) => Effect.sync(() => void read.push(job)))
      assert.deepStrictEqual(
        read.map((job) => "message" in job && job.message),
        ["behind it"]
      )
      const [aside] = yield* left("broken off")
      assert.deepInclude(aside, { state: "failed", isLocked: false })
    })
  )

  it.effect("gives back what came for somebody who is gone", () =>
    Effect.gen(function* () {
      const outbox = yield* MailOutbox
      const gone = yield* Effect.forkChild(
        outbox.take(() => Effect.die("it is gone")),
        {
          startImmediately: true
        }
      )
      yield* Fiber.interrupt(gone)
      yield* offer("for the next one")
      const read: Array<number> = []
      yield* outbox.take((_job, attempt) => Effect.sync(() => void read.push(attempt)))
      assert.deepStrictEqual(read, [1])
    })
  )
})
