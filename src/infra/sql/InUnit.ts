/**
 * What adapters do in the unit of work that their fiber is in, if it is in one: gather what tells nothing, look
 * before they lock, ask for two things at once, and leave something to be done after the commit or the end.
 */
import { Context, Effect, type Fiber } from "effect"
import { type SqlClient, type SqlError, Statement } from "effect/sql"
import { camelRows } from "./CamelRows.ts"
import type { Change } from "./Change.ts"
import type { Row } from "./Columns.ts"
import type { Sent, Sessions } from "./Session.ts"
import { sentBy, Unit } from "./Unit.ts"

type Transaction = SqlClient.SqlClient["transactionService"]

/** Somebody watches single statements. */
const isWatched = (fiber: Fiber.Fiber<unknown, unknown>): boolean =>
  fiber.cache.tracer !== undefined || fiber.getRef(Statement.CurrentTransformer) !== undefined

/** The unit of whoever works with these services; none once it is over. */
const unitIn = <R>(context: Context.Context<R>, transactionService: Transaction) => {
  const [unit] = Context.getOrUndefined(context, transactionService) ?? []
  return unit instanceof Unit && !unit.isOver ? unit : undefined
}

/** The unit that the fiber works in; none where somebody watches single statements. */
const unitOf = (sql: SqlClient.SqlClient) =>
  Effect.withFiber<Unit | undefined>((fiber) => {
    const unit = unitIn(fiber.context, sql.transactionService)
    return Effect.succeed(isWatched(fiber) ? undefined : unit)
  })

/** What a client does after a commit, where the commit may be that of a unit of work. */
export const afterCommitOf = (sql: SqlClient.SqlClient): SqlClient.SqlClient["afterCommit"] => {
  const { afterCommit, transactionService } = sql
  return <R>(work: Effect.Effect<void, never, R>) =>
    Effect.flatMap(Effect.context<R>(), (context) => {
      const unit = unitIn(context, transactionService)
      if (unit === undefined) return afterCommit(work)
      // All of it in place of the fiber's, so nothing has to be merged.
      return Effect.sync(() => unit.after(Effect.updateContext(work, () => context)))
    })
}

/** Done once the unit that the fiber works in is over, however it ends; at once where there is none. */
export const onceOver = (
  sql: SqlClient.SqlClient,
  work: Effect.Effect<void>
): Effect.Effect<void> =>
  Effect.withFiber((fiber) => unitIn(fiber.context, sql.transactionService)?.onceOver(work) ?? work)

const sentOf = (one: Statement.Statement<unknown>): Sent => {
  const [text, parameters] = one.compile()
  return { text, parameters }
}

/**
 * For a change that tells nothing: in a unit of work it is gathered, and a failure of it is one of the flush
 * that it leaves with. By itself it is sent at once.
 */
export const eventually = (
  sql: SqlClient.SqlClient,
  change: Statement.Statement<unknown>
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(unitOf(sql), (unit) =>
    unit === undefined ? Effect.asVoid(change) : unit.gather(sentOf(change))
  )

/**
 * The same for a change that one statement may be made of with others of its unit: one whose changes are all
 * of this kind, and that has asked for nothing in between, is sent as one when it commits.
 */
export const changing = (
  sql: SqlClient.SqlClient,
  change: Change
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(unitOf(sql), (unit) =>
    unit === undefined
      ? Effect.asVoid(sql.unsafe(sentBy(change).text, sentBy(change).parameters))
      : unit.gather(change)
  )

/**
 * A change that is a unit of work of its own, and is committed with others that come at the same time. It fails
 * where it did not do what it had to.
 */
export const committed = (
  sql: SqlClient.SqlClient,
  sessions: Sessions["Service"],
  change: Change
): Effect.Effect<void, SqlError.SqlError> =>
  Effect.withFiber((fiber) => {
    const sent = sentBy(change)
    return isWatched(fiber)
      ? Effect.asVoid(sql.unsafe(sent.text, sent.parameters))
      : Effect.uninterruptibleMask((restore) => sessions.once(sent, restore))
  })

/** The unit that the fiber works in, where it may look at rows before it locks them. */
export const lookingUnit = (sql: SqlClient.SqlClient): Effect.Effect<Unit | undefined> =>
  Effect.map(unitOf(sql), (unit) => (unit?.mayLook === true ? unit : undefined))

/**
 * A row to be changed and how it is shown: looked at with readers, where nothing is locked yet, and then held
 * with the changes that follow, if it is as it was `seen`; or locked first, the second time or after others.
 */
export const lookedAt = (
  sql: SqlClient.SqlClient,
  options: {
    /** Of all workspaces. */
    readonly name: string
    readonly look: Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
    readonly hold: (seen: unknown) => Change
    readonly locked: Effect.Effect<
      readonly [rows: ReadonlyArray<Row>, views: ReadonlyArray<Row>],
      SqlError.SqlError
    >
  }
): Effect.Effect<{ readonly row: Row; readonly view: Row } | undefined, SqlError.SqlError> =>
  Effect.gen(function* () {
    const unit = yield* unitOf(sql)
    if (unit === undefined || !unit.isAloneAt(options.name)) {
      const [[row], [view]] = yield* options.locked
      return row && view && { row, view }
    }
    const [row] = yield* options.look
    if (row === undefined) return undefined
    unit.hold(options.hold(row["seen"]))
    return { row, view: row }
  })

/** The rows of both, asked for in this order and in one flush of the unit of work. */
export const both = (
  sql: SqlClient.SqlClient,
  first: Statement.Statement<Row>,
  second: Statement.Statement<Row>
): Effect.Effect<readonly [ReadonlyArray<Row>, ReadonlyArray<Row>], SqlError.SqlError> =>
  Effect.flatMap(unitOf(sql), (unit) =>
    unit === undefined
      ? Effect.all([first, second])
      : Effect.map(
          unit.flush([sentOf(first), sentOf(second)]),
          ([one, other]) => [camelRows(one?.rows ?? []), camelRows(other?.rows ?? [])] as const
        )
  )
