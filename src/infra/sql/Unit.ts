/**
 * The statements of one unit of work. What changes something and tells nothing is gathered, and leaves in
 * one flush with the statement whose answer is needed next, or with COMMIT: the unit waits once for all of
 * them. A transaction begins with the first flush, and reads before it are made where readers read. A
 * failure in a flush fails what it was sent with, as if it had been waited for, and undoes everything.
 */
import type * as PgConnection from "@effect/sql-pg/PgConnection"
import { Array as Arr, Effect, Exit, Scope, Semaphore, Stream } from "effect"
import type { SqlConnection, SqlError } from "effect/sql"
import { type Change, together } from "./Change.ts"
import { onlyReads } from "./PooledClient.ts"
import { type Restore, type Sent, type Session, type Sessions, transformed } from "./Session.ts"
import { begin, commit, isRolledBack, rollback, rolledBack, statement } from "./Transactions.ts"

type Connection = SqlConnection.Connection
type Answers = Effect.Effect<ReadonlyArray<PgConnection.Result>, SqlError.SqlError>

/** As many may wait for a flush: what is longer is sent meanwhile. */
const most = 50

/** How many units of the process are at a row. */
export type RowsInUse = Map<string, number>

const isChange = (entry: Sent | Change): entry is Change => "parts" in entry

export const sentBy = (entry: Sent | Change): Sent => {
  if (!isChange(entry)) return entry
  const sent = together([entry])
  if (sent === undefined) throw new Error(`two parts of a change are named alike: ${entry.done}`)
  return sent
}

const asOne = (entries: ReadonlyArray<Sent | Change>): Sent | undefined =>
  entries.every(isChange) ? together(entries) : undefined

export class Unit implements Connection {
  private readonly sessions: Sessions["Service"]
  private readonly scope = Scope.makeUnsafe()
  private readonly opening = Semaphore.makeUnsafe(1)
  private session: Session | undefined
  private gathered: Array<Sent | Change> = []
  private afterwards: Array<Effect.Effect<void>> = []
  private readonly rows: RowsInUse | undefined
  private readonly at: Array<string> = []
  /** What still works in it is in no unit any more. */
  isOver = false
  /** It decided by rows that it had not locked, and fails where they changed before it did. */
  hasLooked = false

  /** It looks at rows before it locks them, where those are given that its process is at. */
  constructor(sessions: Sessions["Service"], rows?: RowsInUse) {
    this.sessions = sessions
    this.rows = rows
  }

  /** As long as it has neither locked nor changed anything: then all it does may still be one statement. */
  get mayLook(): boolean {
    return this.rows !== undefined && this.session === undefined && this.gathered.length === 0
  }

  /**
   * Whether the row may be looked at without a lock: it is, unless another unit of this process is at it, which
   * would find it changed, or would change it first. Who comes second waits for the lock, as one of its kind.
   */
  isAloneAt(row: string): boolean {
    const { rows, mayLook } = this
    if (rows === undefined) return false
    const others = rows.get(row) ?? 0
    rows.set(row, others + 1)
    this.at.push(row)
    return mayLook && others === 0
  }

  /** Locks what was looked at, with whatever is sent next, and fails where it is not as it was. */
  hold(change: Change): void {
    this.hasLooked = true
    this.gathered.push(change)
  }

  /** Sent with whatever is sent next. */
  gather(sent: Sent | Change): Effect.Effect<void, SqlError.SqlError> {
    this.gathered.push(sent)
    return this.gathered.length < most ? Effect.void : Effect.asVoid(this.flush([]))
  }

  /** Sends these after what was gathered; the answers to these. */
  flush(statements: ReadonlyArray<Sent>): Answers {
    return Effect.suspend(() => {
      if (this.session !== undefined) return this.sendTo(this.session, statements)
      return this.opening.withPermit(
        Effect.suspend(() => {
          if (this.session !== undefined) return this.sendTo(this.session, statements)
          return Effect.flatMap(Scope.provide(this.sessions.open, this.scope), (session) => {
            this.session = session
            this.gathered.unshift(begin)
            return this.sendTo(session, statements)
          })
        })
      )
    })
  }

  private sendTo(session: Session, statements: ReadonlyArray<Sent>): Answers {
    const all = [...this.gathered.map(sentBy), ...statements]
    this.gathered = []
    if (!Arr.isReadonlyArrayNonEmpty(all)) return Effect.succeed([])
    return Effect.map(session.send(all), (results) =>
      results.slice(results.length - statements.length)
    )
  }

  /** Everything or nothing; `restore` lets a wait for the turn be interrupted, nothing being sent yet. */
  commit(restore: Restore): Effect.Effect<void, SqlError.SqlError> {
    if (this.session === undefined && this.gathered.length === 0) return Effect.void
    const one = this.session === undefined ? asOne(this.gathered) : undefined
    if (one !== undefined) {
      this.gathered = []
      return this.sessions.once(one, restore)
    }
    const open =
      this.session === undefined
        ? Effect.map(restore(Scope.provide(this.sessions.open, this.scope)), (session) => {
            this.session = session
            this.gathered.unshift(begin)
            return session
          })
        : Effect.succeed(this.session)
    return Effect.flatMap(open, (session) =>
      Effect.flatMap(this.sendTo(session, [commit]), ([ended]) =>
        isRolledBack(ended) ? Effect.fail(rolledBack) : Effect.void
      )
    )
  }

  rollback(): Effect.Effect<void> {
    this.gathered = []
    return this.session === undefined || this.session.isAbandoned()
      ? Effect.void
      : Effect.ignore(this.session.send([rollback]))
  }

  /** Done once everything is committed. */
  after(work: Effect.Effect<void>): void {
    this.afterwards.push(work)
  }

  /** Done once it is committed or rolled back. */
  onceOver(work: Effect.Effect<void>): Effect.Effect<void> {
    return Scope.addFinalizer(this.scope, work)
  }

  /** What was to be done after the commit: failures of it are nobody's. */
  get done(): Effect.Effect<void> {
    return Effect.forEach(this.afterwards, (work) => Effect.ignoreCause(work, { log: "Warn" }), {
      discard: true
    })
  }

  close(exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> {
    this.isOver = true
    for (const row of this.at) {
      const others = (this.rows?.get(row) ?? 1) - 1
      if (others === 0) this.rows?.delete(row)
      else this.rows?.set(row, others)
    }
    return Scope.close(this.scope, exit)
  }

  /** The effect as a unit of its own inside of this one, which goes on where that one fails. */
  nested<A, E, R>(depth: number, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    const name = `inner_${depth}`
    const savepoint = statement(`SAVEPOINT ${name}`)
    const release = statement(`RELEASE SAVEPOINT ${name}`)
    return Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        this.gathered.push(savepoint)
        const before = this.afterwards.length
        return Effect.flatMap(Effect.exit(restore(effect)), (exit) => {
          const at = this.gathered.indexOf(savepoint)
          if (Exit.isFailure(exit)) this.afterwards.length = before
          if (Exit.isSuccess(exit)) {
            // What was not sent yet stands or falls with the unit around it.
            if (at >= 0) this.gathered.splice(at, 1)
            else this.gathered.push(release)
            return exit
          }
          if (at >= 0) {
            this.gathered.length = at
            return exit
          }
          this.gathered = []
          if (this.session === undefined || this.session.isAbandoned()) return exit
          const undo = [statement(`ROLLBACK TO SAVEPOINT ${name}`), release] as const
          return Effect.andThen(Effect.orDie(this.session.send(undo)), exit)
        })
      })
    )
  }

  private answer(text: string, parameters: ReadonlyArray<unknown>) {
    return Effect.map(this.flush([{ text, parameters }]), ([result]) => result?.rows ?? [])
  }

  private isElsewhere(text: string): boolean {
    if (this.isOver) return true
    return this.session === undefined && this.gathered.length === 0 && onlyReads(text)
  }

  readonly execute: Connection["execute"] = (text, parameters, transform) =>
    Effect.suspend(() =>
      this.isElsewhere(text)
        ? this.sessions.plain.execute(text, parameters, transform)
        : Effect.map(this.answer(text, parameters), (rows) => transformed(rows, transform))
    )
  readonly executeUnprepared = this.execute
  readonly executeRaw: Connection["executeRaw"] = (text, parameters) =>
    Effect.map(this.flush([{ text, parameters }]), ([result]) => result)
  readonly executeValues: Connection["executeValues"] = (text, parameters) =>
    Effect.map(this.answer(text, parameters), (rows) => rows.map((row) => Object.values(row)))
  readonly executeValuesUnprepared = this.executeValues
  readonly executeStream: Connection["executeStream"] = (text, parameters, transform) =>
    Stream.fromIterableEffect(this.execute(text, parameters, transform))
}
