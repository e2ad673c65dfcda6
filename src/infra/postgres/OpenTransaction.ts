/**
 * One transaction of the write engine. It collects writes and sends them at the end as one fused
 * statement, which commits by itself. A transaction that needs an answer earlier (a locked row, its
 * own writes, a second write of one row) uses BEGIN and COMMIT on a session. Optimistic locking:
 * rows that a decision depends on are read without a lock, and the fused statement checks their
 * version (`xmin`). A retry locks them before it reads.
 */
import { Deferred, Effect, Exit, Scope, Semaphore } from "effect"
import type { SqlError } from "effect/sql"
import type { OutcomeUnknown, Transaction } from "../../app/ports/UnitOfWork.ts"
import {
  fuse,
  maxParameters,
  type Part,
  parametersOf,
  rowsAnswered,
  withDecided
} from "./FusedStatement.ts"
import type { Sent } from "./Statements.ts"
import { type OpenSession, orUnknown, type Result, type Session } from "./session/Sessions.ts"
import { placeOf, type Table } from "./TableOrder.ts"

type Service = Transaction["Service"]

export type ResultRow = Readonly<Record<string, unknown>>
type Rows = ReadonlyArray<ResultRow>

type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Sends an autocommit statement. `restore` makes the wait for a connection interruptible. */
export type SendAlone = (
  sent: Sent,
  restore: Restore
) => Effect.Effect<Result, SqlError.SqlError | OutcomeUnknown>

export interface Connections {
  readonly open: OpenSession
  readonly sendAlone: SendAlone
  /** The `lock_timeout` of statements that are sent alone, if their session has none. */
  readonly lockTimeout?: string | undefined
  /** Reads outside of a transaction. */
  readonly read: (sent: Sent) => Effect.Effect<Result, SqlError.SqlError>
}

export interface Pending extends Part {
  readonly table: Table
  /** Locks a row that was read, before it is written. */
  readonly isHold: boolean
  /** Locks the row of a write; undefined without a key. */
  readonly lock: (() => Sent) | undefined
  readonly result: Deferred.Deferred<Rows>
}

/** Sent alone: its triggers read other tables, and triggers see all parts of a fused statement. */
const standsAlone: ReadonlySet<Table> = new Set<Table>(["payments"])

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const inLockOrder = (one: Pending, other: Pending): number =>
  placeOf[one.table] - placeOf[other.table] ||
  compare(one.key ?? "", other.key ?? "") ||
  Number(other.isHold) - Number(one.isHold)

const rowOf = ({ table, key }: Pick<Pending, "table" | "key">): string => `${table} ${key ?? ""}`

/** Splits the parts into statements within the bound of parameters. */
const split = (parts: ReadonlyArray<Pending>): ReadonlyArray<ReadonlyArray<Pending>> => {
  const statements: Array<Array<Pending>> = []
  let parameters = Number.POSITIVE_INFINITY
  for (const part of parts) {
    parameters += parametersOf(part)
    if (parameters > maxParameters) {
      statements.push([])
      parameters = parametersOf(part)
    }
    statements.at(-1)?.push(part)
  }
  return statements
}

export class OpenTransaction implements Service {
  private readonly connections: Connections
  private readonly scope = Scope.makeUnsafe()
  /** Fibers of one transaction that work at the same time take turns. */
  readonly turn = Semaphore.makeUnsafe(1)
  /** Whether rows are locked before they are read: so in a retry. */
  private readonly locksFirst: boolean
  private session: Session | undefined
  private pending: Array<Pending> = []
  private written = new Set<string>()
  private writtenTables = new Set<Table>()
  /** Known texts by their stand-ins. */
  private readonly decided = new Map<string, string>()
  private readonly afterwards: Array<Effect.Effect<void>> = []
  private state: "open" | "failed" | "ended" = "open"

  constructor(connections: Connections, locksFirst: boolean) {
    this.connections = connections
    this.locksFirst = locksFirst
  }

  readonly afterCommit: Service["afterCommit"] = (work) =>
    Effect.sync(() => {
      this.afterwards.push(work)
    })

  get isEnded(): boolean {
    return this.state === "ended"
  }

  /** Nothing is written or locked yet, so rows may be read without a lock. */
  get mayReadFirst(): boolean {
    return (
      !this.locksFirst && this.session === undefined && this.pending.every((part) => part.isHold)
    )
  }

  /** There are writes that only this transaction sees. */
  get hasWrites(): boolean {
    return this.session !== undefined || this.pending.some((part) => !part.isHold)
  }

  /** An inner unit of work failed, and its writes cannot be separated from the others. */
  fail(): void {
    this.state = "failed"
  }

  private isWritten({ table, key }: Pending): boolean {
    return key === undefined
      ? this.writtenTables.has(table)
      : this.written.has(rowOf({ table, key })) ||
          this.written.has(rowOf({ table, key: undefined }))
  }

  /** Whether earlier writes are sent first: two parts of one statement must not write one row. */
  flushesBefore(part: Pending): boolean {
    return (
      this.pending.length > 0 &&
      ((!part.isHold && this.isWritten(part)) ||
        standsAlone.has(part.table) ||
        this.pending.some(({ table }) => standsAlone.has(table)))
    )
  }

  /** Adds a part to the pending statement. */
  collect(part: Pending): void {
    if (this.state === "ended") throw new Error("A write after its transaction ended")
    // A hold and a write of one row share a statement: the hold comes first, and both see one
    // version.
    if (!part.isHold) {
      this.written.add(rowOf(part))
      this.writtenTables.add(part.table)
    }
    this.pending.push(part)
  }

  add(part: Pending): Effect.Effect<void, SqlError.SqlError> {
    return Effect.suspend(() =>
      this.flushesBefore(part)
        ? // Judged anew, because another fiber may collect a write during the flush.
          Effect.andThen(this.flush(), this.add(part))
        : Effect.sync(() => this.collect(part))
    )
  }

  private begun(): Effect.Effect<Session, SqlError.SqlError> {
    return Effect.suspend(() => {
      if (this.session !== undefined) return Effect.succeed(this.session)
      return Effect.flatMap(Scope.provide(this.connections.open, this.scope), (session) => {
        this.session = session
        return Effect.as(session.begin, session)
      })
    })
  }

  /** The writes so far, in lock order. */
  private takePending(): ReadonlyArray<ReadonlyArray<Pending>> {
    const parts = this.pending.sort(inLockOrder)
    this.pending = []
    this.written = new Set()
    this.writtenTables = new Set()
    const statements = split(parts)
    if (statements.length < 2) return statements
    // Writes that decide a text precede those that mention it.
    const deciding = parts.filter(({ standIn }) => standIn !== undefined)
    const others = split(parts.filter(({ standIn }) => standIn === undefined))
    return deciding.length === 0 ? others : [deciding, ...others]
  }

  private statementOf(parts: ReadonlyArray<Pending>, lockTimeout?: string): Sent {
    return fuse(
      parts.map((part) => withDecided(part, this.decided)),
      lockTimeout
    )
  }

  private answer(parts: ReadonlyArray<Pending>, { rows }: Result): void {
    parts.forEach(({ result, standIn }, place) => {
      const answered = rowsAnswered(rows[0], place)
      if (standIn !== undefined) this.decided.set(standIn, String(answered[0]?.["value"]))
      Deferred.doneUnsafe(result, Exit.succeed(answered))
    })
  }

  /**
   * A statement that waited for a lock sees other rows as they were when it began. So a retry locks
   * its rows by separate statements, and the snapshot of the write is newer.
   */
  private lockedFirst(
    session: Session,
    parts: ReadonlyArray<Pending>
  ): Effect.Effect<void, SqlError.SqlError> {
    const locks = this.locksFirst
      ? parts.flatMap(({ lock }) => (lock === undefined ? [] : [lock()]))
      : []
    if (locks.length === 0) return Effect.void
    return Effect.flatMap(session.queryAll(locks), (exits) => Effect.asVoid(Exit.asVoidAll(exits)))
  }

  /** Sends the pending writes in an open transaction. */
  flush(): Effect.Effect<void, SqlError.SqlError> {
    return Effect.suspend(() => {
      if (this.pending.length === 0) return Effect.void
      return Effect.flatMap(this.begun(), (session) =>
        Effect.forEach(
          this.takePending(),
          (parts) =>
            this.lockedFirst(session, parts).pipe(
              Effect.andThen(session.query(this.statementOf(parts))),
              Effect.map((result) => this.answer(parts, result))
            ),
          { discard: true }
        )
      )
    })
  }

  /** Runs statements in the open transaction, after the pending writes. */
  queryAll(all: ReadonlyArray<Sent>): Effect.Effect<ReadonlyArray<Result>, SqlError.SqlError> {
    return Effect.gen({ self: this }, function* () {
      yield* this.flush()
      const session = yield* this.begun()
      const exits = yield* session.queryAll(all)
      const results: Array<Result> = []
      for (const exit of exits) results.push(yield* exit)
      return results
    })
  }

  /** Runs a read, which sees the writes of this transaction. */
  read(sent: Sent): Effect.Effect<Result, SqlError.SqlError> {
    return Effect.suspend(() =>
      this.hasWrites && !this.isEnded
        ? this.turn.withPermit(
            Effect.andThen(
              this.flush(),
              Effect.flatMap(this.begun(), (session) => session.query(sent))
            )
          )
        : this.connections.read(sent)
    )
  }

  /** Makes the texts known that pending writes decide. */
  settleStandIns(): Effect.Effect<void, SqlError.SqlError> {
    return this.pending.some(({ standIn }) => standIn !== undefined) ? this.flush() : Effect.void
  }

  /** Once the last message is sent, an interrupted caller waits for its answer. */
  commit(restore: Restore): Effect.Effect<void, SqlError.SqlError | OutcomeUnknown> {
    return Effect.suspend(() => {
      if (this.state === "failed") {
        return Effect.die(new Error("A unit of work goes on after one inside of it failed"))
      }
      const { session } = this
      if (session !== undefined) return Effect.andThen(this.flush(), session.commit)
      if (!this.hasWrites) return Effect.void
      const [parts, ...more] = this.takePending()
      if (parts === undefined) return Effect.void
      if (more.length > 0 || this.locksFirst) {
        this.pending = [parts, ...more].flat()
        return Effect.andThen(
          this.flush(),
          Effect.suspend(() => this.session?.commit ?? Effect.void)
        )
      }
      const { sendAlone, lockTimeout } = this.connections
      return Effect.map(sendAlone(this.statementOf(parts, lockTimeout), restore), (result) =>
        this.answer(parts, result)
      )
    })
  }

  rollback(): Effect.Effect<void> {
    this.pending = []
    return this.session?.rollback ?? Effect.void
  }

  /** Releases the session; later writes of the transaction are defects. */
  close(exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> {
    this.state = "ended"
    return Scope.close(this.scope, exit)
  }

  get afterCommitted(): Effect.Effect<void> {
    return Effect.forEach(this.afterwards, (work) => Effect.ignoreCause(work, { log: "Warn" }), {
      discard: true
    })
  }
}

/** The outcome of a statement that commits by itself. */
export const committing = (
  sent: Effect.Effect<Result, SqlError.SqlError>
): Effect.Effect<Result, SqlError.SqlError | OutcomeUnknown> => Effect.mapError(sent, orUnknown)
