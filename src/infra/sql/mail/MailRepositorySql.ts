/** Records of mails in PostgreSQL. Ids are ordered by time, so the primary key finds the newest. */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { type MailFilter, MailRepository } from "../../../app/ports/mail/MailRepository.ts"
import { decodeUuid, MailId, WorkspaceId } from "../../../domain/Ids.ts"
import { MailListed, type MailObjectType, MailStored } from "../../../domain/mail/MailResource.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { columns, type Row } from "../Columns.ts"
import {
  beyond,
  byId,
  direction,
  idPage,
  type PageRow,
  rowsBeside,
  withMeta
} from "../lists/Newest.ts"
import {
  dateOf,
  dateOfOrNull,
  insertRow,
  instant,
  integer,
  keysOf,
  toPage,
  updateRow
} from "../Rows.ts"

const stored = columns(MailStored)
const listed = columns(MailListed)
const keyOf = keysOf(MailId)

/** The column of ids with this prefix. */
const objectColumns: Readonly<Record<string, string>> = {
  inv: "invoice_id",
  cn: "credit_note_id",
  client: "client_id",
  user: "user_id"
}

const makeWhere = (sql: SqlClient.SqlClient) => {
  const ofObject = (id: string): Statement.Fragment => {
    const [prefix = "", suffix = ""] = id.split("_")
    const column = objectColumns[prefix]
    return column === undefined ? sql`false` : sql`${sql(column)} = ${decodeUuid(suffix)}::uuid`
  }
  const aboutTypes = (types: ReadonlyArray<MailObjectType>): Statement.Fragment =>
    sql.or([sql`false`, ...types.map((type) => sql`${sql(`${type}_id`)} IS NOT NULL`)])
  return (workspaceId: WorkspaceId, filter: MailFilter) => {
    const { objects, kind, status, object, ...others } = filter
    requireAllUsed(others)
    return sql.and([
      sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}`,
      ...(objects === undefined ? [] : [aboutTypes(objects)]),
      ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(object === undefined ? [] : [ofObject(object)])
    ])
  }
}

export const MailRepositorySql = Layer.effect(
  MailRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const whereOf = makeWhere(sql)

    return MailRepository.of({
      insert: (mail) => insertRow("mails", keyOf(mail.workspaceId, mail.id), stored.encode(mail)),

      saveResult: (workspaceId, id, { sentAt, ...result }) =>
        updateRow("mails", keyOf(workspaceId, id), { ...result, sentAt: dateOfOrNull(sentAt) }),

      find: Effect.fnUntraced(function* (workspaceId, id) {
        const [row] = yield* sql<Row>`SELECT * FROM mails
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${MailId.toUuid(id)}`
        return row === undefined ? null : stored.decode(row)
      }, Effect.orDie),

      list: Effect.fnUntraced(function* (workspaceId, filter, page) {
        const where = whereOf(workspaceId, filter)
        const place = idPage(page, MailId.toUuid)
        const total = sql`SELECT count(*) FROM mails WHERE ${where}`
        const found = sql`
          SELECT m.*, coalesce(i.number, n.number, c.name, u.name) AS object_name
          FROM (SELECT * FROM mails WHERE ${where} AND ${beyond(sql, place)}
            ORDER BY id ${direction(sql, place)} LIMIT ${place.count}) m
          LEFT JOIN invoices i ON i.workspace_id = m.workspace_id AND i.id = m.invoice_id
          LEFT JOIN credit_notes n
            ON n.workspace_id = m.workspace_id AND n.id = m.credit_note_id
          LEFT JOIN clients c ON c.workspace_id = m.workspace_id AND c.id = m.client_id
          LEFT JOIN users u ON u.workspace_id = m.workspace_id AND u.id = m.user_id`
        const rows = yield* sql<PageRow>`${withMeta(sql, total, found, byId(sql, place))}`
        return toPage(rowsBeside(rows).map(listed.decode), integer(rows[0]?.meta ?? 0n), page)
      }, Effect.orDie),

      createdAtOf: Effect.fnUntraced(function* (workspaceId, nth, { recipient, after, before }) {
        const [row] = yield* sql<{ createdAt: Date }>`SELECT created_at FROM mails WHERE ${sql.and([
          sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND counted`,
          sql`created_at > ${dateOf(after)}`,
          ...(recipient === null ? [] : [sql`lower(recipient) = lower(${recipient})`]),
          ...(before === null ? [] : [sql`id < ${MailId.toUuid(before)}::uuid`])
        ])} ORDER BY id DESC OFFSET ${nth - 1} LIMIT 1`
        return row === undefined ? null : instant(row.createdAt)
      }, Effect.orDie)
    })
  })
)
