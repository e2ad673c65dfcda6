/** The wait for a database server on the test's clock, and its message. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { awaitDatabase } from "../../../../src/infra/sql/schema/DatabaseWait.ts"

const url = Redacted.make("postgres://user:very-secret@db.example/retainer?sslmode=require")

const refused = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({
    cause: new Error("connect ECONNREFUSED\n 127.0.0.1:5432"),
    message: "PgConnection: Failed to connect",
    operation: "connect"
  })
})
const turnedAway = new SqlError.SqlError({
  reason: new SqlError.AuthenticationError({
    cause: new Error('password authentication failed for user "user"'),
    message: "PgConnection: Failed to connect",
    operation: "connect"
  })
})

/** A database that refuses so many times. */
const awayFor = (refusals: number, error = refused) => {
  let asked = 0
  const ask = Effect.suspend(() => {
    asked += 1
    return asked <= refusals ? Effect.fail(error) : Effect.succeed("here")
  })
  return { ask, asked: () => asked }
}

const line =
  "DATABASE_URL: the database at db.example:5432/retainer cannot be used: connect ECONNREFUSED 127.0.0.1:5432"

describe("a database server that is away", () => {
  it.effect("is waited for, and found when it comes", () =>
    Effect.gen(function* () {
      const { ask, asked } = awayFor(20)
      const waiting = yield* Effect.forkChild(awaitDatabase(url, "30 seconds", ask))
      yield* TestClock.adjust("19 seconds")
      yield* Fiber.join(waiting)
      assert.strictEqual(asked(), 21)
    })
  )

  it.effect("is given up after the time, in one line without the password", () =>
    Effect.gen(function* () {
      const { ask, asked } = awayFor(1_000_000)
      const waiting = yield* Effect.forkChild(Effect.flip(awaitDatabase(url, "30 seconds", ask)))
      yield* TestClock.adjust("29 seconds")
      const before = asked()
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* Fiber.join(waiting)).message, line)
      assert.isAbove(before, 20)
      assert.isAtMost(asked() - before, 2)
    })
  )

  it.effect("is asked once where nobody waits, and where it turns us away", () =>
    Effect.gen(function* () {
      const impatient = awayFor(1)
      const error = yield* Effect.flip(awaitDatabase(url, 0, impatient.ask))
      assert.strictEqual(error.message, line)
      assert.strictEqual(impatient.asked(), 1)
      const wrong = awayFor(1, turnedAway)
      const refusal = yield* Effect.flip(awaitDatabase(url, "30 seconds", wrong.ask))
      assert.include(refusal.message, 'password authentication failed for user "user"')
      assert.strictEqual(wrong.asked(), 1)
    })
  )
})
