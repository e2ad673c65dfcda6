/**
 * Transactional outbox in PostgreSQL: an offer is a row of the business transaction. A take leases
 * a row to its handler, and the lease of a crashed one expires. Waiting takers of a process share
 * one statement. The transaction that records a mail's outcome may remove its row.
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

/** Polls for rows of other processes and for retries that are due. */
const pollInterval = "500 millis"

/** Retries while the lock is held; after that another worker may have the row. */
const whileLocked = Schedule.spaced("500 millis").pipe(
  Schedule.upTo({ duration: Duration.seconds(lockSeconds) })
)

interface Taken extends TakenRow {
  isSettled: boolean
}

const forkForever = <A, E>(work: Effect.Effect<A, E>) =>
  work.pipe(
    Effect.tapCause((cause) =>
      Effect.logWarning("the mail outbox could not be read; retrying in 500 ms", cause)
    ),
    Effect.sandbox,
    Effect.retry(Schedule.spaced("500 millis")),
    Effect.forkScoped
  )

/** Batches waiting takers into one statement and renews the locks of taken rows. */
const makeTaking = Effect.fnUntraced(function* (rows: ReturnType<typeof outboxRows>) {
  const waiting: Array<Deferred.Deferred<Taken>> = []
  const held = new Set<Taken>()
  /** Open while takers wait. */
  const wanted = Latch.makeUnsafe(false)
  /** Open if this process offered a row since the last read. */
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
  const release = (taken: Taken) => settle(taken, rows.release(taken))

  const handOut = (row: TakenRow) => {
    const taken: Taken = { ...row, isSettled: false }
    held.add(taken)
    const taker = waiting.shift()
    if (taker === undefined) return release(taken)
    Deferred.doneUnsafe(taker, Exit.succeed(taken))
    return Effect.void
  }

  const turn = Effect.gen(function* () {
    yield* wanted.await
    // Takers of the same tick join the batch.
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
  yield* forkForever(Effect.forever(turn))
  const renew = Effect.suspend(() =>
    held.size === 0 ? Effect.void : transact(rows.renew([...held]))
  )
  yield* forkForever(Effect.schedule(renew, Schedule.fixed(renewedEvery)))
  const failCutOff = Effect.andThen(wanted.await, transact(rows.failCutOff))
  yield* forkForever(Effect.repeat(failCutOff, Schedule.spaced("1 minute")))
  const rescheduleLate = Effect.andThen(wanted.await, transact(rows.rescheduleLate))
  yield* forkForever(Effect.repeat(rescheduleLate, Schedule.spaced(renewedEvery)))

  /** An interrupted taker releases a row that it was given. */
  const next = Effect.suspend(() => {
    const taker = Deferred.makeUnsafe<Taken>()
    waiting.push(taker)
    wanted.openUnsafe()
    return Effect.onInterrupt(Deferred.await(taker), () => {
      const place = waiting.indexOf(taker)
      if (place >= 0) waiting.splice(place, 1)
      return place >= 0 ? Effect.void : Effect.flatMap(Deferred.await(taker), release)
    })
  })
  return {
    next,
    settle,
    release,
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
    const { next, settle, release, signalOffer } = yield* makeTaking(rows)

    const settleAs = (taken: Taken, exit: Exit.Exit<unknown, unknown>) => {
      if (taken.isSettled) return settle(taken, Effect.void)
      if (Exit.isSuccess(exit)) return settle(taken, rows.done(taken))
      if (Cause.hasInterruptsOnly(exit.cause)) return release(taken)
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
            // A row that cannot be decoded fails for good; its taker gets the next one.
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
