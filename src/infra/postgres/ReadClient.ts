/**
 * The SqlClient that repositories read with. Its connections are read-only, so only `write` changes
 * rows. Inside a unit of work it reads the writes of that transaction. `MaintenanceClient` is for
 * work outside of use cases: migrations, key renewal, housekeeping.
 */
import { Context, Effect, Stream } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlConnection, type SqlError } from "effect/sql"
import { Transaction } from "../../app/ports/UnitOfWork.ts"
import { OpenTransaction } from "./OpenTransaction.ts"
import { RehearsedTransaction } from "./RehearsedTransaction.ts"
import { camelAnswer, camelRows, compiler, type Sent } from "./Statements.ts"
import type { OpenSession, Result, Session } from "./session/Sessions.ts"

type Connection = SqlConnection.Connection
type Run = (sent: Sent) => Effect.Effect<Result, SqlError.SqlError>

/** Adapts a function that runs a statement to a connection of Effect's client. */
const connectionBy = (run: Run): Connection => {
  const execute: Connection["execute"] = (text, parameters, transform) =>
    Effect.map(run({ text, parameters }), ({ rows }) =>
      transform === undefined ? rows : transform(rows)
    )
  const values: Connection["executeValues"] = (text, parameters) =>
    Effect.map(run({ text, parameters }), ({ rows }) => rows.map((row) => Object.values(row)))
  return {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => run({ text, parameters }),
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (text, parameters, transform) =>
      Stream.fromIterableEffect(execute(text, parameters, transform))
  }
}

const options = {
  driver: "pg",
  compiler,
  transformRows: camelRows,
  spanAttributes: [["db.system.name", "postgresql"]] as const
}

/**
 * A value that comes with the first read of a work, as a column of its statement. A first read by
 * the SqlClient does not bring it, nor one that does not end before the next begins.
 */
export class Companion extends Context.Service<
  Companion,
  {
    /** The expression of the column; its parameter comes after those of the statement. */
    readonly expression: (place: string) => string
    readonly parameter: unknown
    state: "awaited" | "reading" | "read" | "lost"
    /** Undefined until the state is `read`. */
    value: unknown
  }
>()("retainer/infra/postgres/Companion") {}

const companionColumn = "companion"
/** Texts with the column, by the text without it: as many as the driver prepares statements. */
const widened = new Map<string, string>()

const withColumn = (
  { text, parameters }: Sent,
  { expression, parameter }: Companion["Service"]
): Sent => {
  const place = `$${parameters.length + 1}`
  let wider = widened.get(text)
  if (wider === undefined) {
    wider = `SELECT q.*, ${expression(place)} AS ${companionColumn} FROM (${text}) q`
    widened.set(text, wider)
  }
  return { text: wider, parameters: [...parameters, parameter] }
}

const readWithCompanion = (read: Run, sent: Sent, companion: Companion["Service"]) => {
  companion.state = "reading"
  return Effect.map(read(withColumn(sent, companion)), (result) => {
    const [row] = result.rows
    if (companion.state === "reading" && row !== undefined) {
      companion.state = "read"
      companion.value = row[companionColumn]
    }
    return result
  })
}

/** Runs statements in the transaction if it is open, and otherwise by `read`. */
const runIn = (transaction: Transaction["Service"] | undefined, read: Run): Run => {
  if (transaction instanceof OpenTransaction && !transaction.isEnded) {
    return (sent) => transaction.read(sent)
  }
  return transaction instanceof RehearsedTransaction
    ? (sent) => Effect.andThen(transaction.mayRead, read(sent))
    : read
}

/** Runs a statement in the fiber's open transaction, or by `read`. */
const inTransaction =
  (read: Run, bringsCompanion: boolean): Run =>
  (sent) =>
    Effect.withFiber((fiber) => {
      const run = runIn(Context.getOrUndefined(fiber.context, Transaction), read)
      const companion = Context.getOrUndefined(fiber.context, Companion)
      if (companion === undefined || companion.state === "read") return run(sent)
      if (bringsCompanion && companion.state === "awaited") {
        return readWithCompanion(run, sent, companion)
      }
      companion.state = "lost"
      return run(sent)
    })

/** Whether the reads of the fiber may take long. */
const IsLong = Context.Reference<boolean>("retainer/infra/postgres/IsLong", {
  defaultValue: () => false
})

/**
 * Marks reads that may take long, such as pages of logs and ranks of clients. A connection answers
 * in order, so these run one at a time on a connection of their own, by turns of workspaces.
 */
export const longRead = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(work, IsLong, true)

/** `read` runs a statement outside of any transaction; `readLong` runs a long one. */
export const makeReadClient = (read: Run, readLong: Run = read) => {
  const connection = connectionBy(
    inTransaction(
      (sent) => Effect.withFiber((fiber) => (fiber.getRef(IsLong) ? readLong(sent) : read(sent))),
      false
    )
  )
  return SqlClient.make({
    ...options,
    acquirer: Effect.succeed(connection),
    borrower: (use) => use(connection),
    transactionAcquirer: Effect.die(new Error("Transactions begin with UnitOfWork.transact"))
  }).pipe(Effect.provide(Reactivity.layer))
}

/** Runs a statement and returns its rows. */
export type ReadRows = <Row extends object = Readonly<Record<string, unknown>>>(
  sent: Sent
) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>

/**
 * Runs compiled statements (`fixedRead`) in a third of the SqlClient's effects: it creates no span,
 * fiber transform or statement object.
 */
export const makeRows = (read: Run): ReadRows => {
  const run = inTransaction(read, true)
  // The caller names the type of the rows, as it does for the SqlClient.
  function rows<Row extends object>(
    sent: Sent
  ): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
  function rows(sent: Sent): Effect.Effect<ReadonlyArray<object>, SqlError.SqlError> {
    return Effect.map(run(sent), camelAnswer)
  }
  return rows
}

/** Reads on a connection of its own, so that health does not depend on queues. */
export class HealthClient extends Context.Service<HealthClient, SqlClient.SqlClient>()(
  "retainer/infra/postgres/HealthClient"
) {}

/** A SqlClient that may change everything, statement by statement or in `withTransaction`. */
export class MaintenanceClient extends Context.Service<MaintenanceClient, SqlClient.SqlClient>()(
  "retainer/infra/postgres/MaintenanceClient"
) {}

/** Maps the control statements of `sql.withTransaction` to the session. */
const controlledBy = (session: Session): Connection => {
  const control: Readonly<Record<string, Effect.Effect<unknown, SqlError.SqlError>>> = {
    BEGIN: session.begin,
    ROLLBACK: session.rollback
  }
  const none = { rows: [], fields: [], command: "", rowCount: 0, oid: null }
  const connection = connectionBy((sent) => {
    const controlled = control[sent.text]
    return controlled === undefined ? session.query(sent) : Effect.as(controlled, none)
  })
  commits.set(connection, Effect.catchTag(session.commit, "OutcomeUnknown", Effect.die))
  return connection
}

const commits = new WeakMap<Connection, Effect.Effect<void, SqlError.SqlError>>()

export const makeMaintenanceClient = (open: OpenSession) => {
  const acquirer = Effect.map(open, controlledBy)
  return SqlClient.make({
    ...options,
    acquirer,
    transactionAcquirer: acquirer,
    prepareTransactionControls: false,
    commit: (connection) => commits.get(connection) ?? Effect.die(new Error("No session to commit"))
  }).pipe(Effect.provide(Reactivity.layer))
}
