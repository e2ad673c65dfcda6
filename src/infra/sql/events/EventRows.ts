/** Stored events of the log, with their resources as text. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { EventType } from "../../../domain/events/Event.ts"
import { type LoggedEvent, shownText } from "../../../domain/events/LoggedEvent.ts"
import { EventId, WorkspaceId } from "../../../domain/Ids.ts"
import { longRead } from "../../postgres/ReadClient.ts"
import { instant, integer } from "../Rows.ts"
import { compactJson, logPage } from "./LogPages.ts"

interface EventRow {
  readonly id: string
  readonly sequence: bigint
  readonly type: EventType
  readonly createdAt: Date
  readonly objectId: string | null
  readonly object: string
  readonly objectStatus: string | null
  readonly previous: string
  readonly previousStatus: string | null
  readonly previousHash: string
  readonly hash: string
}

const eventOf =
  (workspaceId: WorkspaceId) =>
  (row: EventRow): LoggedEvent => ({
    id: EventId.fromUuid(row.id),
    type: row.type,
    createdAt: instant(row.createdAt),
    workspaceId,
    sequence: integer(row.sequence),
    object: shownText(compactJson(row.object), row.objectId, row.objectStatus),
    // The previous state belongs to the same object.
    previous: shownText(compactJson(row.previous), row.objectId, row.previousStatus),
    previousHash: row.previousHash,
    hash: row.hash
  })

const columns = `id, sequence, type, created_at, object_id,
  (data -> 'object')::text AS object, data #>> '{object,status}' AS object_status,
  (data -> 'previous')::text AS previous, data #>> '{previous,status}' AS previous_status,
  encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash`

/** Null if the entry is in the audit log only, or in no log. */
export const findEvent = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (workspaceId: WorkspaceId, id: EventId) {
    const [row] = yield* sql<EventRow>`SELECT ${sql.literal(columns)} FROM events
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${EventId.toUuid(id)}
        AND sequence IS NOT NULL`
    return row === undefined ? null : eventOf(workspaceId)(row)
  }, Effect.orDie)

export const readEvents = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    after: number,
    limit: number,
    types: ReadonlyArray<EventType>
  ) {
    /** The first event after a sequence number. */
    const one = (sequence: Statement.Fragment) => sql`
      SELECT ${sql.literal(columns)} FROM events
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND sequence > ${sequence}
        AND type = ANY(${types}::text[])
      ORDER BY sequence LIMIT 1`
    const rows = yield* longRead(
      sql<EventRow>`${logPage(sql, {
        limit,
        first: one(sql`${BigInt(after)}`),
        next: one(sql`page.sequence`),
        texts: ["object", "previous"]
      })}`
    )
    return rows.map(eventOf(workspaceId))
  }, Effect.orDie)
