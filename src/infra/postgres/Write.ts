/**
 * The two functions by which a repository changes rows. `write` has no error channel, because it is
 * sent later with the other writes of the transaction. Recipe: CONTRIBUTING.md, "Adding a write".
 */
import { Deferred, Effect } from "effect"
import type { Statement } from "effect/sql"
import { Transaction, type Written } from "../../app/ports/UnitOfWork.ts"
import { OpenTransaction, type Pending, type ResultRow } from "./OpenTransaction.ts"
import { RehearsedTransaction } from "./RehearsedTransaction.ts"
import {
  camelRows,
  compiled,
  equations,
  madeOnce,
  type Sent,
  type Steps,
  toSteps
} from "./Statements.ts"
import type { Table } from "./TableOrder.ts"

/** The whole primary key of a row, with values. */
export type Key = Readonly<Record<string, string>>

const textOfKey = (key: Key): string => Object.values(key).join(" ")

type Sql = Statement.Statement<unknown> | Readonly<Record<string, Statement.Statement<unknown>>>

interface WriteBase {
  readonly table: Table
  /**
   * Absent for a write of several rows, which shares no statement with other writes of its table.
   */
  readonly key?: Key
  /**
   * Data-modifying SQL that ends in RETURNING; the last step returns a row for each changed row.
   */
  readonly statement: Sql | Steps
  /** The transaction fails with `RowChanged` if no row was changed. */
  readonly mustChange?: boolean
}
interface ReturningWrite extends WriteBase {
  readonly returning: true
}
interface DecidingWrite extends WriteBase {
  readonly standIn: string
}
interface Write extends WriteBase {
  /** Returns the rows of the last step, as JSON. */
  readonly returning?: true
  /** A placeholder for the text that the write decides. */
  readonly standIn?: string
}

const current = Effect.flatMap(Transaction, (transaction) =>
  transaction instanceof OpenTransaction || transaction instanceof RehearsedTransaction
    ? Effect.succeed(transaction)
    : Effect.die(new Error("A write to the database in a transaction of another storage"))
)

const partOf = ({ table, key, statement, mustChange, returning, standIn }: Write): Pending => ({
  table,
  key: key && textOfKey(key),
  steps: toSteps(statement),
  mustChange: mustChange === true || standIn !== undefined,
  isHold: false,
  lock: key && (() => lockRow(table, key, "update")),
  returns: returning === true,
  standIn,
  result: Deferred.makeUnsafe<ReadonlyArray<ResultRow>>()
})

const settled = <A>(result: Deferred.Deferred<A>): Written<A> =>
  Effect.suspend(() =>
    Deferred.isDoneUnsafe(result)
      ? Deferred.await(result)
      : Effect.die(new Error("The result of a write was read before its transaction ended"))
  )

/** Changes rows at the end of the transaction, or before its next read. */
export function write(one: WriteBase): Effect.Effect<void, never, Transaction>
/** Also returns the rows of the last step, which are known after the transaction. */
export function write(
  one: ReturningWrite
): Effect.Effect<Written<ReadonlyArray<ResultRow>>, never, Transaction>
/**
 * Also returns a text that the write decides, the column `value` of its row, such as the next
 * invoice number. The engine replaces `standIn` by the text everywhere in this transaction. It is
 * unguessable, so that no other text contains it.
 */
export function write(one: DecidingWrite): Effect.Effect<Written<string>, never, Transaction>
export function write(one: Write): Effect.Effect<unknown, never, Transaction> {
  return Effect.flatMap(current, (transaction) => {
    const part = partOf(one)
    const rows = Effect.map(settled(part.result), camelRows)
    const result =
      one.standIn === undefined ? rows : Effect.map(rows, ([row]) => String(row?.["value"]))
    if (transaction instanceof RehearsedTransaction) {
      transaction.discard(part)
      return Effect.succeed(result)
    }
    if (transaction.flushesBefore(part)) {
      const added = Effect.orDie(transaction.turn.withPermit(transaction.add(part)))
      return Effect.as(added, result)
    }
    transaction.collect(part)
    return Effect.succeed(result)
  })
}

/** A further row that the decision depends on: it must not change before the commit. */
export interface Beside {
  readonly table: Table
  /** Its columns, by the columns of the view with their values; not held if one is null. */
  readonly key: Readonly<Record<string, string>>
  /** The column of the view with its `xmin::text`. */
  readonly seen: string
}

interface ReadForUpdate {
  readonly table: Table
  readonly key: Key
  /**
   * Selects the row and joined columns by its key; `seen` is its `xmin::text`. The default is all
   * columns.
   */
  readonly view?: Statement.Statement<unknown> | Sent
  readonly beside?: ReadonlyArray<Beside>
  /** `share` if the transaction does not write the row; several transactions may hold it so. */
  readonly lock?: "update" | "share"
  /**
   * `lock` (the default) locks the row before it is read, which also guards later reads: counts,
   * other rows. `version` reads it without a lock, and the commit fails if it changed. That is for
   * transactions that depend on these rows alone; they need no BEGIN.
   */
  readonly by?: "lock" | "version"
}

type LockStrength = NonNullable<ReadForUpdate["lock"]>

/** Not FOR UPDATE, for which foreign key checks of others would wait. */
const lockClause = { update: "FOR NO KEY UPDATE", share: "FOR SHARE" }

/** A statement for one row: the parameters are its key, then `values`. */
const ofRow = (
  verb: string,
  table: Table,
  key: Key,
  make: (where: string, next: string) => string,
  values: ReadonlyArray<unknown> = []
): Sent => ({
  text: madeOnce(`${verb} ${table} ${Object.keys(key).join(" ")}`, () => {
    const columns = equations(key, 0)
    return make(`FROM ${table} WHERE ${columns.join(" AND ")}`, `$${columns.length + 1}`)
  }),
  parameters: [...Object.values(key), ...values]
})

const wholeRow = (table: Table, key: Key): Sent =>
  ofRow("read", table, key, (where) => `SELECT *, xmin::text AS seen ${where}`)

const lockRow = (table: Table, key: Key, lock: LockStrength): Sent =>
  ofRow(`lock ${lock}`, table, key, (where) => `SELECT 1 ${where} ${lockClause[lock]}`)

/** Locks the row in the fused statement if its version is the one that was read. */
const hold = (table: Table, key: Key, seen: unknown, lock: LockStrength): Pending => ({
  table,
  key: textOfKey(key),
  steps: [
    {
      name: "only",
      ...ofRow(
        `hold ${lock}`,
        table,
        key,
        (where, version) => `SELECT 1 ${where} AND xmin = ${version}::xid ${lockClause[lock]}`,
        [seen]
      )
    }
  ],
  mustChange: true,
  isHold: true,
  lock: undefined,
  returns: false,
  standIn: undefined,
  result: Deferred.makeUnsafe<ReadonlyArray<ResultRow>>()
})

const keyBeside = (row: ResultRow, { key }: Beside): Key | undefined => {
  const found: Record<string, string> = {}
  for (const [column, from] of Object.entries(key)) {
    const value = row[from]
    if (value === null || value === undefined) return undefined
    found[column] = String(value)
  }
  return found
}

/** Reads a row without a lock, and holds its version and those beside it until the commit. */
const readAndHold = Effect.fnUntraced(function* (
  transaction: OpenTransaction,
  sent: Sent,
  { table, key, beside = [], lock = "update" }: ReadForUpdate
) {
  const [row] = camelRows((yield* transaction.read(sent)).rows)
  if (row === undefined) return undefined
  yield* transaction.add(hold(table, key, row["seen"], lock))
  for (const one of beside) {
    const other = keyBeside(row, one)
    if (other !== undefined) {
      yield* transaction.add(hold(one.table, other, row[one.seen], "share"))
    }
  }
  return row
})

/** Two statements: the snapshot of a statement is as old as its wait for a lock. */
const lockAndRead = Effect.fnUntraced(function* (
  transaction: OpenTransaction,
  sent: Sent,
  { table, key, beside = [], lock = "update" }: ReadForUpdate
) {
  const [, first] = yield* transaction.queryAll([lockRow(table, key, lock), sent])
  const [row] = camelRows(first?.rows ?? [])
  const others = beside.flatMap((one) => {
    const other = row && keyBeside(row, one)
    return other === undefined ? [] : [lockRow(one.table, other, "share")]
  })
  if (others.length === 0) return row
  const reread = yield* transaction.queryAll([...others, sent])
  return camelRows(reread.at(-1)?.rows ?? [])[0]
})

/**
 * Reads a row that this transaction depends on, and guards it against changes until the commit;
 * undefined if there is none.
 */
export function readForUpdate<A extends object = ResultRow>(
  read: ReadForUpdate
): Effect.Effect<A | undefined, never, Transaction>
// The overload types the columns of the view, as a `sql` statement does.
export function readForUpdate(
  read: ReadForUpdate
): Effect.Effect<ResultRow | undefined, never, Transaction> {
  const { table, key, view, by = "lock" } = read
  return Effect.flatMap(current, (transaction) => {
    const sent = view === undefined ? wholeRow(table, key) : compiled(view)
    if (transaction instanceof RehearsedTransaction) {
      return Effect.map(transaction.read(sent), ({ rows }) => camelRows(rows)[0])
    }
    return transaction.turn.withPermit(
      Effect.suspend(() =>
        by === "version" && transaction.mayReadFirst
          ? readAndHold(transaction, sent, read)
          : lockAndRead(transaction, sent, read)
      )
    )
  }).pipe(Effect.orDie)
}
