/** Lines of the audit log, read from the entries that they are of. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { AuditFilter, AuditPage } from "../../../app/ports/events/EventLog.ts"
import type { Actor } from "../../../domain/Actor.ts"
import type { AuditLine } from "../../../domain/events/AuditResource.ts"
import { type ChangeData, changeOf, objectOf } from "../../../domain/events/LogEntry.ts"
import { AuditId, RequestId, WorkspaceId } from "../../../domain/Ids.ts"
import { dateOf, instant, integer } from "../Rows.ts"

interface AuditRow {
  readonly id: string
  readonly auditSequence: bigint
  readonly type: string
  readonly createdAt: Date
  readonly data: ChangeData
  readonly actor: Actor
  readonly address: string | null
  readonly requestId: string | null
  readonly previousHash: string
  readonly hash: string
}

const lineOf = (row: AuditRow): AuditLine => ({
  id: AuditId.fromUuid(row.id),
  sequence: integer(row.auditSequence),
  at: instant(row.createdAt),
  actor: row.actor,
  address: row.address,
  requestId: row.requestId === null ? null : RequestId.fromUuid(row.requestId),
  action: row.type,
  object: objectOf(row.type, row.data),
  ...changeOf(row.type, row.data),
  previousHash: row.previousHash,
  hash: row.hash
})

export const readAudit = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    { actorId, objectId, from, until }: AuditFilter,
    { order, beyond, limit }: AuditPage
  ) {
    const place = beyond === null ? null : BigInt(beyond)
    const rows = yield* sql<AuditRow>`
      SELECT id, audit_sequence, type, created_at, data, actor, address, request_id,
        encode(audit_previous_hash, 'hex') AS previous_hash, encode(audit_hash, 'hex') AS hash
      FROM events
      WHERE ${sql.and([
        sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}`,
        sql`audit_sequence IS NOT NULL`,
        ...(place === null
          ? []
          : [order === "oldest" ? sql`audit_sequence > ${place}` : sql`audit_sequence < ${place}`]),
        ...(actorId === undefined
          ? []
          : [sql`(actor_id = ${actorId} OR actor_user_id = ${actorId})`]),
        ...(objectId === undefined ? [] : [sql`object_id = ${objectId}`]),
        ...(from === undefined ? [] : [sql`created_at >= ${dateOf(from)}`]),
        ...(until === undefined ? [] : [sql`created_at < ${dateOf(until)}`])
      ])}
      ORDER BY audit_sequence ${order === "oldest" ? sql`ASC` : sql`DESC`} LIMIT ${limit}`
    return rows.map(lineOf)
  }, Effect.orDie)
