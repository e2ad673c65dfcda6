/**
 * A transaction of a move: on a session of its own, with its own timeouts. It is rolled back at the
 * end of its scope unless it was committed. The server ends it where the moving process is silent,
 * so a process that hangs holds nothing for long.
 */
import { Context, Effect, type Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { OutcomeUnknown } from "../../../../app/ports/UnitOfWork.ts"
import { Database } from "../../../postgres/Database.ts"
import { MaintenanceClient, makeReadClient, makeRows } from "../../../postgres/ReadClient.ts"
import type { Session } from "../../../postgres/session/Sessions.ts"
import type { Side } from "./CopyRows.ts"

export interface MoveTransaction extends Side {
  readonly commit: Effect.Effect<void, SqlError.SqlError | OutcomeUnknown>
  /** The ports of the database, for repositories that read in this transaction. */
  readonly context: Context.Context<SqlClient.SqlClient | MaintenanceClient | Database>
}

interface Timeouts {
  /** Seconds without a statement. */
  readonly silence: number
  /** Seconds of one statement; 0 is no limit. */
  readonly statement: number
  /** Whether all of it reads one snapshot, and changes nothing. */
  readonly isSnapshot?: boolean
}

const inside = (session: Session, client: SqlClient.SqlClient) =>
  Context.make(Database, {
    connections: {
      read: session.query,
      open: Effect.die(new Error("A transaction of a move opens no other")),
      sendAlone: () => Effect.die(new Error("A transaction of a move is read by repositories"))
    },
    rows: makeRows(session.query),
    check: Effect.void,
    isShared: true,
    hasOwnSessions: true
  }).pipe(Context.add(SqlClient.SqlClient, client), Context.add(MaintenanceClient, client))

/** `id` is the UUID of the workspace. */
export const beginMove = Effect.fnUntraced(function* (
  { connections }: Database["Service"],
  id: string,
  { silence, statement, isSnapshot = false }: Timeouts
): Effect.fn.Return<MoveTransaction, SqlError.SqlError, Scope.Scope> {
  const session = yield* connections.open
  yield* session.begin
  yield* Effect.addFinalizer(() => session.rollback)
  const sql = yield* makeReadClient(session.query)
  if (isSnapshot) yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
  yield* sql`SELECT set_config('statement_timeout', ${`${statement}s`}, true),
    set_config('idle_in_transaction_session_timeout', ${`${silence}s`}, true),
    set_config('lock_timeout', '5s', true),
    -- Rows travel as texts, which both databases have to write and read alike.
    set_config('DateStyle', 'ISO', true)`
  return { sql, id, commit: session.commit, context: inside(session, sql) }
})
