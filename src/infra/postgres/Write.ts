/**
 * The two verbs by which a repository changes rows. `write` has no error channel: it is sent later, with the
 * other writes of the transaction, so that there is nothing to catch where it is called. Recipe: CONTRIBUTING.md,
 * "Adding a write".
 */
import { Deferred, Effect } from "effect"
import type { Statement } from "effect/sql"
import { Transaction, type Written } from "../../app/ports/UnitOfWork.ts"
import { camelRows } from "./CamelRows.ts"
import { OpenTransaction, type Pending, type Row } from "./OpenTransaction.ts"
import { compiled, equations, madeOnce, type Sent, type Steps, toSteps } from "./Statements.ts"
import type { Table } from "./TableOrder.ts"

/** The columns that identify a row, with their values: the whole primary key. */
export type Key = Readonly<Record<string, string>>

const textOfKey = (key: Key): string => Object.values(key).join(" ")

type Sql = Statement.Statement<unknown> | Readonly<Record<string, Statement.Statement<unknown>>>

interface WriteBase {
  readonly table: Table
  /** Absent for a write of several rows, which then shares no statement with another write of the table. */
  readonly key?: Key
  /** Data-modifying SQL that ends in RETURNING; in several steps, the last one has a row for each changed row. */
  readonly statement: Sql | Steps
  /** The transaction fails with `RowChanged` where no row was changed. */
  readonly mustChange?: boolean
}
interface ReturningWrite extends WriteBase {
  readonly returning: true
}
interface DecidingWrite extends WriteBase {
  readonly standIn: string
}
export interface Write extends WriteBase {
  /** Answers the rows of the last step, as JSON. */
  readonly returning?: true
  /** Stands for the text that the write decides. */
  readonly standIn?: string
}

const current = Effect.flatMap(Transaction, (transaction) =>
  transaction instanceof OpenTransaction
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
  result: Deferred.makeUnsafe<ReadonlyArray<Row>>()
})

const settled = <A>(result: Deferred.Deferred<A>): Written<A> =>
  Effect.suspend(() =>
    Deferred.isDoneUnsafe(result)
      ? Deferred.await(result)
      : Effect.die(new Error("The result of a write was read before its transaction ended"))
  )

/** Changes rows at the end of the transaction, or before its next read. */
export function write(one: WriteBase): Effect.Effect<void, never, Transaction>
/** The same, with the rows of the last step; they are known when the transaction has ended. */
export function write(
  one: ReturningWrite
): Effect.Effect<Written<ReadonlyArray<Row>>, never, Transaction>
/**
 * The same for a text that the write decides, as the column `value` of its row: the next invoice number. `standIn` may
 * be written anywhere in this transaction; the engine puts the text in its place. It is unique and unguessable, so that
 * nothing else contains it.
 */
export function write(one: DecidingWrite): Effect.Effect<Written<string>, never, Transaction>
export function write(one: Write): Effect.Effect<unknown, never, Transaction> {
  return Effect.flatMap(current, (transaction) => {
    const part = partOf(one)
    const rows = Effect.map(settled(part.result), camelRows)
    const result =
      one.standIn === undefined ? rows : Effect.map(rows, ([row]) => String(row?.["value"]))
    if (transaction.flushesBefore(part)) {
      const added = Effect.orDie(transaction.turn.withPermit(transaction.add(part)))
      return Effect.as(added, result)
    }
    transaction.collect(part)
    return Effect.succeed(result)
  })
}

/** A row beside the one that is read, by which the transaction decides too: it stays as it is until commit. */
export interface Beside {
  readonly table: Table
  /** Its columns, with the columns of the view that have their values; nothing is held where one is null. */
  readonly key: Readonly<Record<string, string>>
  /** The column of the view with its `xmin::text`. */
  readonly seen: string
}

export interface ReadForUpdate {
  readonly table: Table
  readonly key: Key
  /** Selects the row, and what is shown with it, by its key; `seen` is its `xmin::text`. Without it, all columns. */
  readonly view?: Statement.Statement<unknown> | Sent
  readonly beside?: ReadonlyArray<Beside>
  /** `share` where the transaction only decides by the row: others may read it so at the same time. */
  readonly lock?: "update" | "share"
  /**
   * `lock` (the default) locks the row before it is read, so that it also guards what is read after it: counts,
   * other rows. `version` reads it without a lock and lets the commit fail where it changed, which is for
   * transactions that decide by these rows alone; they need no BEGIN.
   */
  readonly by?: "lock" | "version"
}

type LockStrength = NonNullable<ReadForUpdate["lock"]>

/** Never FOR UPDATE: the foreign key checks of others would wait for it. */
const lockClause = { update: "FOR NO KEY UPDATE", share: "FOR SHARE" }

/** A statement about one row, with `values` beside its key. */
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

/** Locks the row in the fused statement, if it still has the version that was read. */
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
  result: Deferred.makeUnsafe<ReadonlyArray<Row>>()
})

const keyBeside = (row: Row, { key }: Beside): Key | undefined => {
  const found: Record<string, string> = {}
  for (const [column, from] of Object.entries(key)) {
    const value = row[from]
    if (value === null || value === undefined) return undefined
    found[column] = String(value)
  }
  return found
}

/**
 * Reads a row that this transaction decides by, and holds it as it was read until the commit; undefined where
 * there is none.
 */
export function readForUpdate<A extends object = Row>(
  read: ReadForUpdate
): Effect.Effect<A | undefined, never, Transaction>
// The overload says what the columns of the view are, as the type of a `sql` statement does.
export function readForUpdate({
  table,
  key,
  view,
  beside = [],
  lock = "update",
  by = "lock"
}: ReadForUpdate): Effect.Effect<Row | undefined, never, Transaction> {
  return Effect.flatMap(current, (transaction) =>
    transaction.turn.withPermit(
      Effect.gen(function* () {
        const sent = view === undefined ? wholeRow(table, key) : compiled(view)
        if (by === "version" && transaction.mayReadFirst) {
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
        }
        // Statements of their own: what a statement reads is as old as its wait for the lock.
        const [, first] = yield* transaction.ask([lockRow(table, key, lock), sent])
        const [row] = camelRows(first?.rows ?? [])
        const others = beside.flatMap((one) => {
          const other = row && keyBeside(row, one)
          return other === undefined ? [] : [lockRow(one.table, other, "share")]
        })
        if (others.length === 0) return row
        const again = yield* transaction.ask([...others, sent])
        return camelRows(again.at(-1)?.rows ?? [])[0]
      })
    )
  ).pipe(Effect.orDie)
}
