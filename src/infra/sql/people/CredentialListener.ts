/**
 * Hears of credentials that other processes, or an operator in psql, changed: on one connection of its
 * own, outside the pools. A connection that ended, or that does not answer in time, is made anew; until
 * then nothing counts as heard.
 */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { type Duration, Effect, Layer, Queue, type Redacted, Schedule } from "effect"
import { onServer } from "../Database.ts"
import { credentialChannel } from "../migrations/0013_credential_changes.ts"
import { CredentialWrites, workspaceOfText } from "./CredentialWrites.ts"

/** A connection may die without a word: how often it is asked, and how long it has to answer. */
interface Pulse {
  readonly every: Duration.Input
  readonly deadline: Duration.Input
}

/** Listens until the connection fails, which is how it ends. */
const listenOnce = (url: Redacted.Redacted, { every, deadline }: Pulse) =>
  Effect.gen(function* () {
    const { tell, hear } = yield* CredentialWrites
    const connection = yield* PgConnection.make(onServer(url))
    const session = yield* connection.pin
    const notifications = yield* session.listen(credentialChannel)
    const hearOne = Effect.map(Queue.take(notifications), ({ payload }) =>
      tell(workspaceOfText(payload))
    )
    // The question is only given up when its connection is: that it takes long is told before.
    const silence = Effect.andThen(
      Effect.delay(
        Effect.sync(() => hear(false)),
        deadline
      ),
      Effect.fail("the connection does not answer")
    )
    const ask = Effect.raceFirst(session.query(`SELECT 1 AS ${credentialChannel}`), silence)
    return yield* Effect.acquireUseRelease(
      Effect.sync(() => hear(true)),
      () => Effect.raceFirst(Effect.forever(hearOne), Effect.forever(Effect.delay(ask, every))),
      // Before the connection is released, which may take as long as it likes.
      () => Effect.sync(() => hear(false))
    )
  }).pipe(Effect.scoped)

/** Listens for as long as the layer lives. */
export const layerListening = (
  url: Redacted.Redacted,
  pulse: Pulse = { every: "5 seconds", deadline: "3 seconds" }
) =>
  Layer.effectDiscard(
    listenOnce(url, pulse).pipe(
      Effect.tapCause((cause) =>
        Effect.logWarning(
          "Changes to credentials are not heard: every request asks for its own",
          cause
        )
      ),
      Effect.retry(Schedule.spaced("1 second")),
      Effect.forkScoped
    )
  )
