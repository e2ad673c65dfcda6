/** Lines of the audit log, computed from their entries. The database finds the changed fields. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { AuditFilter, AuditPage } from "../../../app/ports/events/EventLog.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import { familyOfType, nameMembers } from "../../../domain/events/LogEntry.ts"
import type { LoggedLine } from "../../../domain/events/LoggedEvent.ts"
import { AuditId, RequestId, WorkspaceId } from "../../../domain/Ids.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { longRead } from "../../postgres/ReadClient.ts"
import { dateOf, instant, integer } from "../Rows.ts"
import { compactJson, logPage } from "./LogPages.ts"

interface AuditRow {
  readonly id: string
  readonly auditSequence: bigint
  readonly type: string
  readonly createdAt: Date
  readonly objectId: string | null
  readonly objectName: string | null
  readonly before: string | null
  readonly after: string | null
  readonly actor: Actor
  readonly address: string | null
  readonly requestId: string | null
  readonly previousHash: string
  readonly hash: string
}

const lineOf = (row: AuditRow): LoggedLine => ({
  id: AuditId.fromUuid(row.id),
  sequence: integer(row.auditSequence),
  at: instant(row.createdAt),
  actor: row.actor,
  address: row.address,
  requestId: row.requestId === null ? null : RequestId.fromUuid(row.requestId),
  action: row.type,
  object: { type: familyOfType(row.type), id: row.objectId ?? "" },
  objectName: row.objectName,
  before: compactJson(row.before ?? "null"),
  after: compactJson(row.after ?? "null"),
  previousHash: row.previousHash,
  hash: row.hash
})

/** Members that are absent or different in the other resource. */
const differing = (one: string, other: string): string =>
  `(SELECT coalesce(jsonb_object_agg(m.key, m.value), '{}') FROM jsonb_each(c.${one}) m
    WHERE m.value <> coalesce(c.${other} -> m.key, 'null'))`

/** SQL form of `changeOf` in LogEntry.ts. */
const changes = `
  CASE WHEN c.type LIKE '%.deleted' THEN coalesce(c.was, c.became)
    WHEN c.type LIKE '%.created' OR c.was IS NULL OR c.became IS NULL THEN NULL
    ELSE ${differing("was", "became")} END::text AS before,
  CASE WHEN c.type LIKE '%.deleted' THEN NULL
    WHEN c.type LIKE '%.created' THEN c.became
    WHEN c.was IS NULL OR c.became IS NULL THEN NULL
    ELSE ${differing("became", "was")} END::text AS after`

/** SQL form of `objectNameOf` in LogEntry.ts. */
const objectName = `coalesce(${["became", "was"]
  .flatMap((one) => [
    ...nameMembers.map((name) => `c.${one} ->> '${name}'`),
    `c.${one} -> 'client' ->> 'name'`
  ])
  .join(", ")}) AS object_name`

const objectOrNull = (member: string): string =>
  `CASE WHEN jsonb_typeof(data -> '${member}') = 'object' THEN data -> '${member}' END`

export const readAudit = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    { actorId, objectId, family, from, until, ...others }: AuditFilter,
    { order, beyond, limit }: AuditPage
  ) {
    requireAllUsed(others)
    const isOldest = order === "oldest"
    const nearest = sql`ORDER BY audit_sequence ${isOldest ? sql`ASC` : sql`DESC`} LIMIT 1`
    /** Whether the actor or the user behind it: each by its index. */
    const actors =
      actorId === undefined
        ? [sql`true`]
        : [sql`actor_id = ${actorId}`, sql`actor_user_id = ${actorId}`]
    /** The first line after a position in the order. */
    const one = (place: Statement.Fragment | null) => {
      const firsts = actors.map(
        (actor) => sql`(SELECT id, audit_sequence, type, created_at, object_id, actor, address,
            request_id, encode(audit_previous_hash, 'hex') AS previous_hash,
            encode(audit_hash, 'hex') AS hash, ${sql.literal(objectOrNull("object"))} AS became,
            ${sql.literal(objectOrNull("previous"))} AS was
          FROM events
          WHERE ${sql.and([
            sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}`,
            sql`audit_sequence IS NOT NULL`,
            actor,
            ...(place === null ? [] : [sql`audit_sequence ${isOldest ? sql`>` : sql`<`} ${place}`]),
            ...(objectId === undefined ? [] : [sql`object_id = ${objectId}`]),
            ...(family === undefined ? [] : [sql`split_part(type, '.', 1) = ${family}`]),
            ...(from === undefined ? [] : [sql`created_at >= ${dateOf(from)}`]),
            ...(until === undefined ? [] : [sql`created_at < ${dateOf(until)}`])
          ])}
          ${nearest})`
      )
      return sql`
        SELECT c.id, c.audit_sequence, c.type, c.created_at, c.object_id, c.actor, c.address,
          c.request_id, c.previous_hash, c.hash, ${sql.literal(objectName)}, ${sql.literal(changes)}
        FROM (SELECT * FROM (${sql.join(" UNION ALL ", false)(firsts)}) f ${nearest}) c
        OFFSET 0`
    }
    const rows = yield* longRead(
      sql<AuditRow>`${logPage(sql, {
        limit,
        first: one(beyond === null ? null : sql`${BigInt(beyond)}`),
        next: one(sql`page.audit_sequence`),
        texts: ["before", "after"]
      })}`
    )
    return rows.map(lineOf)
  }, Effect.orDie)
