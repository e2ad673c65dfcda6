/**
 * The outbox in the same database: an offer is one more row of the business transaction, a take locks a row for
 * its handler and gives it back after a crash. All of a process who wait for a mail take by one statement, and
 * what became of it may be part of the transaction that removes it.
 */
import { Cause, Deferred, Duration, Effect, Exit, Latch, Layer, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  MailJobJson,
  MailOutbox,
  mostTurns,
  retryDelayAfter
} from "../../../app/ports/mail/MailOutbox.ts"
import { Transaction, UnitOfWork } from "../../../app/ports/UnitOfWork.ts"
import { lockSeconds, outboxRows, renewedEvery, type TakenRow } from "./OutboxRows.ts"

const encode = Schema.encodeEffect(MailJobJson)
const decode = Schema.decodeEffect(MailJobJson)

/** The interval of polls for jobs of other processes and for retries. */
const pollInterval = "500 millis"

/** A job whose result is not stored before the lock ends is repeated. */
const whileLocked = Schedule.spaced("500 millis").pipe(
  Schedule.upTo({ duration: Duration.seconds(lockSeconds) })
)

interface Taken extends TakenRow {
  isSettled: boolean
}

/** Rows for those who wait, which are taken together, and who holds which. */
const makeTaking = Effect.fnUntraced(function* (rows: ReturnType<typeof outboxRows>) {
  const waiting: Array<Deferred.Deferred<Taken>> = []
  const held = new Set<Taken>()
  /** A worker waits. */
  const wanted = Latch.makeUnsafe(false)
  /** A job was offered since the last poll. */
  const offered = Latch.makeUnsafe(false)

  const { transact } = yield* UnitOfWork

  const settle = (taken: Taken, change: Effect.Effect<void, never, Transaction>) =>
    transact(change).pipe(
      Effect.sandbox,
      Effect.retry(whileLocked),
      Effect.orDie,
      Effect.ensuring(Effect.sync(() => held.delete(taken))),
      Effect.asVoid
    )
  const idleGarbageCollection = (taken: Taken) => settle(taken, rows.idleGarbageCollection(taken))

  const handOut = (row: TakenRow) => {
    const taken: Taken = { ...row, isSettled: false }
    held.add(taken)
    const told = waiting.shift()
    if (told === undefined) return idleGarbageCollection(taken)
    Deferred.doneUnsafe(told, Exit.succeed(taken))
    return Effect.void
  }

  const turn = Effect.gen(function* () {
    yield* wanted.await
    // Workers of the same turn share one claim.
    yield* Effect.yieldNow
    offered.closeUnsafe()
    const count = waiting.length
    if (count === 0) {
      wanted.closeUnsafe()
      return
    }
    const taken = yield* Effect.flatten(transact(rows.take(count)))
    yield* Effect.forEach(taken, handOut, { discard: true })
    if (taken.length < count) yield* Effect.race(Effect.sleep(pollInterval), offered.await)
  })
  const inTheBackground = <A, E>(work: Effect.Effect<A, E>) =>
    work.pipe(
      Effect.tapCause((cause) => Effect.logWarning("The outbox could not be asked", cause)),
      Effect.sandbox,
      Effect.retry(Schedule.spaced("500 millis")),
      Effect.forkScoped
    )
  yield* inTheBackground(Effect.forever(turn))
  const renew = Effect.suspend(() =>
    held.size === 0 ? Effect.void : transact(rows.renew([...held]))
  )
  yield* inTheBackground(Effect.schedule(renew, Schedule.fixed(renewedEvery)))
  const failCutOff = Effect.andThen(wanted.await, transact(rows.failCutOff))
  yield* inTheBackground(Effect.repeat(failCutOff, Schedule.spaced("1 minute")))

  /** An interrupted worker releases its job. */
  const next = Effect.suspend(() => {
    const told = Deferred.makeUnsafe<Taken>()
    waiting.push(told)
    wanted.openUnsafe()
    return Effect.onInterrupt(Deferred.await(told), () => {
      const place = waiting.indexOf(told)
      if (place >= 0) waiting.splice(place, 1)
      return place >= 0 ? Effect.void : Effect.flatMap(Deferred.await(told), idleGarbageCollection)
    })
  })
  return {
    next,
    settle,
    idleGarbageCollection,
    signalOffer: Effect.sync(() => offered.openUnsafe())
  }
})

const afterCommit = (work: Effect.Effect<void>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.afterCommit(work))

export const MailOutboxSql = Layer.effect(
  MailOutbox,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = outboxRows(sql)
    const { next, settle, idleGarbageCollection, signalOffer } = yield* makeTaking(rows)

    const settleAs = (taken: Taken, exit: Exit.Exit<unknown, unknown>) => {
      if (taken.isSettled) return settle(taken, Effect.void)
      if (Exit.isSuccess(exit)) return settle(taken, rows.done(taken))
      if (Cause.hasInterruptsOnly(exit.cause)) return idleGarbageCollection(taken)
      const reason = Cause.pretty(exit.cause)
      return taken.attempts >= mostTurns
        ? settle(taken, rows.fail(taken, reason))
        : settle(taken, rows.putOff(taken, retryDelayAfter(taken.attempts), reason))
    }

    const take: MailOutbox["Service"]["take"] = (handle) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(next), (taken) => {
          const settled = Effect.andThen(
            rows.done(taken),
            afterCommit(
              Effect.sync(() => {
                taken.isSettled = true
              })
            )
          )
          return Effect.matchCauseEffect(decode(taken.element), {
            // An unreadable job is skipped.
            onFailure: (cause) =>
              Effect.andThen(settle(taken, rows.fail(taken, Cause.pretty(cause))), take(handle)),
            onSuccess: (job) =>
              restore(handle(job, taken.attempts, settled)).pipe(
                Effect.onExit((exit) => settleAs(taken, exit))
              )
          })
        })
      )

    return MailOutbox.of({
      offer: (job) =>
        encode(job).pipe(
          Effect.flatMap(rows.offer),
          Effect.andThen(afterCommit(signalOffer)),
          Effect.orDie
        ),
      take
    })
  })
)
