/**
 * Moves a workspace to another database (docs/decisions/0073). All rows are written in one
 * transaction at the target, so a move that breaks off leaves nothing there. Changes are held for
 * the last pass alone, by a transaction here that also closes the workspace.
 */
import { Effect, Schedule, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import type { ChainHeads } from "../../../../app/ports/events/LogProof.ts"
import type { OutcomeUnknown } from "../../../../app/ports/UnitOfWork.ts"
import type { Workspace } from "../../../../domain/workspaces/Workspace.ts"
import type { Database } from "../../../postgres/Database.ts"
import { isLockTimeout } from "../../../postgres/Failures.ts"
import { MaintenanceClient } from "../../../postgres/ReadClient.ts"
import { WithoutDeadline } from "../../../postgres/session/ServerSockets.ts"
import { foldTotals } from "../../lists/Totals.ts"
import { holdLock } from "../../migrations/0076_workspace_moves.ts"
import { countRows } from "./CopyRows.ts"
import {
  analyze,
  copyNumbered,
  copyPass,
  countPassed,
  oldestWriter,
  requireSameCounts
} from "./MoveCopy.ts"
import { differentTable, type MovedTable, readMovedTables } from "./MovedTables.ts"
import { type CopyOvertaken, MoveRefused, MoveUndecided } from "./MoveErrors.ts"
import {
  close,
  countSending,
  drain,
  type MoveRecord,
  settleMove,
  tryMoveLock
} from "./MoveRecord.ts"
import { beginMove, type MoveTransaction } from "./MoveTransaction.ts"
import { requireSameTotals, requireTotals } from "./MoveVerification.ts"

export interface MovePlan extends MoveRecord {
  readonly workspace: Workspace
  readonly source: Database["Service"]
  readonly destination: Database["Service"]
  /** Copies the bytes of files that were not copied yet; how many there are. */
  readonly copyFiles: (
    target: MoveTransaction
  ) => Effect.Effect<number, MoveRefused | SqlError.SqlError>
  /** Encrypts secrets for the target; does nothing where it has the same keys. */
  readonly reseal: (target: MoveTransaction) => Effect.Effect<void, MoveRefused | SqlError.SqlError>
  /** Compares the log with the rows at the target, since an earlier verification. */
  readonly verify: (
    target: MoveTransaction,
    since: ChainHeads | null
  ) => Effect.Effect<ChainHeads, MoveRefused | SqlError.SqlError>
  readonly progress: (done: number, total: number) => Effect.Effect<void>
}

interface Moved {
  readonly rows: number
  readonly files: number
  /** Milliseconds during which changes were refused. */
  readonly heldMillis: number
}

type Failure = SqlError.SqlError | OutcomeUnknown | CopyOvertaken | MoveRefused | MoveUndecided

/** A transaction that is silent for longer is ended by the server, and with it the hold. */
const copySilence = 600
const holdSilence = 15
/** Longer than any pass of the last rows takes; beyond it the hold ends and the move fails. */
const longestHold = "30 seconds"

const maxCopies = 3
const maxHolds = 10

/** Fails unless both databases have the same tables. */
export const requireSameTables = Effect.fnUntraced(function* (
  source: Parameters<typeof readMovedTables>[0],
  target: Parameters<typeof readMovedTables>[0]
) {
  const tables = yield* readMovedTables(source)
  const different = differentTable(tables, yield* readMovedTables(target))
  if (different === undefined) return tables
  return yield* new MoveRefused({
    reason: `the table ${different} differs in the two databases: run one release on both`
  })
})

const beginSnapshot = ({ source, id }: MovePlan) =>
  beginMove(source, id, { silence: copySilence, statement: 0, isSnapshot: true })

const copyAll = Effect.fnUntraced(function* (
  plan: MovePlan,
  target: MoveTransaction,
  tables: ReadonlyArray<MovedTable>,
  since?: string
) {
  const source = yield* beginSnapshot(plan)
  const next = yield* oldestWriter(source)
  let total = 0
  for (const table of since === undefined ? tables : []) {
    total += yield* countPassed(source, table)
  }
  let done = 0
  yield* copyPass(source, target, tables, since, (rows) => {
    done += rows
    return since === undefined ? plan.progress(done, total) : Effect.void
  })
  return next
}, Effect.scoped)

/** No mail and no webhook is being sent, and none is begun. */
const awaitDrained = Effect.fnUntraced(function* (plan: MovePlan) {
  const sql = yield* MaintenanceClient
  const side = { sql, id: plan.id }
  const idle = Effect.flatMap(Effect.andThen(drain(sql, plan), countSending(side)), (count) =>
    count === 0 ? Effect.void : Effect.fail(count)
  )
  yield* idle.pipe(
    Effect.retry({
      while: (error) => typeof error === "number",
      schedule: Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "2 minutes" }))
    }),
    Effect.mapError((error) =>
      typeof error === "number"
        ? new MoveRefused({ reason: "its mails or webhooks are still being sent; try again later" })
        : error
    )
  )
})

/**
 * The exclusive lock, under which no change is in progress; null if a mail or webhook began before
 * the drain.
 */
const hold = Effect.fnUntraced(function* (plan: MovePlan) {
  const source = yield* beginMove(plan.source, plan.id, { silence: holdSilence, statement: 15 })
  yield* source.sql`SELECT ${source.sql.literal(holdLock(`'${plan.id}'`))}`
  return (yield* countSending(source, true)) === 0 ? source : null
})

interface Held {
  readonly tables: ReadonlyArray<MovedTable>
  /** The oldest transaction that the passes before may have missed. */
  readonly since: string
  readonly verified: ChainHeads
}

/** The last pass. */
const finishHeld = Effect.fnUntraced(function* (
  plan: MovePlan,
  source: MoveTransaction,
  target: MoveTransaction,
  { tables, since, verified }: Held
) {
  yield* copyPass(source, target, tables, since, () => Effect.void)
  yield* copyNumbered(source, target, tables, () => Effect.void)
  const rows = yield* requireSameCounts(source, target, tables)
  const files = yield* plan.copyFiles(target)
  yield* plan.reseal(target)
  yield* plan.verify(target, verified)
  yield* requireSameTotals(source, target)
  yield* target.sql`SET CONSTRAINTS ALL IMMEDIATE`
  yield* target.sql`SELECT set_config('idle_in_transaction_session_timeout', '15s', true)`
  yield* close(source, plan)
  return { rows, files }
})

const settled = (plan: MovePlan) =>
  Effect.flatMap(MaintenanceClient, (sql) => settleMove(sql, plan.destination, plan.id)).pipe(
    Effect.retry({
      schedule: Schedule.spaced("1 second").pipe(Schedule.upTo({ duration: "30 seconds" }))
    }),
    Effect.mapError((cause) => new MoveUndecided({ cause }))
  )

const isBusy = (error: Failure): boolean => error._tag === "SqlError" && isLockTimeout(error)

/** One hold; null if it has to be tried again. */
const tryHold = Effect.fnUntraced(function* (plan: MovePlan, target: MoveTransaction, held: Held) {
  yield* awaitDrained(plan)
  const from = performance.now()
  const source = yield* Effect.catchIf(hold(plan), isBusy, () => Effect.succeed(null))
  if (source === null) return null
  const counts = yield* finishHeld(plan, source, target, held).pipe(
    Effect.timeoutOrElse({
      duration: longestHold,
      orElse: () =>
        Effect.fail(new MoveRefused({ reason: "the last changes took too long to copy" }))
    })
  )
  // Whether the target has committed is looked up afterwards: the answer may have been lost.
  yield* Effect.uninterruptible(Effect.andThen(source.commit, Effect.ignore(target.commit)))
  return { ...counts, heldMillis: Math.round(performance.now() - from) }
}, Effect.scoped)

const copyAndHold = Effect.fnUntraced(function* (
  plan: MovePlan,
  tables: ReadonlyArray<MovedTable>
): Effect.fn.Return<Moved, Failure, MaintenanceClient | Scope.Scope> {
  const target = yield* beginMove(plan.destination, plan.id, { silence: copySilence, statement: 0 })
  if (!(yield* tryMoveLock(target))) {
    return yield* new MoveRefused({ reason: "another process moves this workspace" })
  }
  const there = yield* target.sql`SELECT 1 FROM workspaces WHERE id = ${plan.id}`
  if (there.length > 0) {
    return yield* new MoveRefused({ reason: "the target already has rows of this workspace" })
  }
  // It may have left the target before, and comes back.
  yield* target.sql`DELETE FROM workspace_moves WHERE workspace_id = ${plan.id}`
  yield* target.sql`SELECT set_config('retainer.copied_workspace', ${plan.id}, true)`
  yield* target.sql`SET CONSTRAINTS ALL DEFERRED`
  let next = yield* copyAll(plan, target, tables)
  yield* plan.copyFiles(target)
  yield* analyze(target, tables)
  yield* foldTotals(yield* MaintenanceClient)
  next = yield* copyAll(plan, target, tables, next)
  yield* plan.reseal(target)
  // Totals at the source, because their newest parts are copied at the end.
  const totals = Effect.scoped(Effect.flatMap(beginSnapshot(plan), requireTotals))
  const [verified] = yield* Effect.all([plan.verify(target, null), totals], { concurrency: 2 })
  for (let holds = 1; holds <= maxHolds; holds++) {
    // Fewer rows are copied under the hold.
    yield* foldTotals(yield* MaintenanceClient)
    next = yield* copyAll(plan, target, tables, next)
    yield* plan.copyFiles(target)
    const moved = yield* tryHold(plan, target, { tables, since: next, verified })
    if (moved !== null) return moved
  }
  return yield* new MoveRefused({ reason: "the workspace has long transactions; try again later" })
}, Effect.scoped)

/** Nothing is held and nothing is stored at the target unless it succeeds or is undecided. */
export const moveWorkspace = Effect.fnUntraced(
  function* (plan: MovePlan, tables: ReadonlyArray<MovedTable>) {
    const copied = Effect.retry(copyAndHold(plan, tables), {
      times: maxCopies - 1,
      while: ({ _tag }) => _tag === "CopyOvertaken"
    })
    const moved = yield* copied
    if (yield* settled(plan)) return moved
    return yield* new MoveRefused({ reason: "the target lost its transaction at the commit" })
  },
  Effect.provideService(WithoutDeadline, true)
)

/** The rows and files that a move would copy. */
export const countMoved = Effect.fnUntraced(function* (
  { id }: MovePlan,
  known: ReadonlyArray<MovedTable> | null
) {
  const sql = yield* MaintenanceClient
  const counts = { rows: 0, files: 0 }
  for (const table of known ?? (yield* readMovedTables(sql))) {
    const count = yield* countRows({ sql, id }, table)
    counts.rows += count
    if (table.name === "files") counts.files = count
  }
  return counts
})
