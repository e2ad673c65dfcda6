/**
 * Credit notes in PostgreSQL. The status follows from the credit of the note, whose used parts are
 * summed up by an index.
 */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  type CreditNoteFilter,
  CreditNoteRepository
} from "../../../app/ports/creditnotes/CreditNoteRepository.ts"
import { statusOfCredit } from "../../../domain/creditnotes/CreditNote.ts"
import {
  CreditNoteListed,
  CreditNoteResource,
  CreditNoteStored,
  type CreditNoteView
} from "../../../domain/creditnotes/CreditNoteResource.ts"
import { ClientId, CreditNoteId, InvoiceId, MailId, WorkspaceId } from "../../../domain/Ids.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { sql as statement, template } from "../../postgres/Statements.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import { numberSeries, paddedCounter } from "../invoices/InvoiceWrites.ts"
import { insertSent } from "../invoices/SentDocumentRepositorySql.ts"
import {
  beyond,
  byId,
  direction,
  idPage,
  type PageRow,
  rowsBeside,
  withMeta
} from "../lists/Newest.ts"
import { remainingOfCredit, withTakenOf } from "../payments/CreditRepositorySql.ts"
import { insertRow, integer, keysOf, sentXmlOf, sha256, toPage, type XmlRow } from "../Rows.ts"

const stored = columns(CreditNoteStored)
const shown = columns(CreditNoteResource)
const listed = columns(CreditNoteListed)
const keyOf = keysOf(CreditNoteId)

type Port = CreditNoteRepository["Service"]

/** The first number inserts the counter, which workspaces of earlier releases lack. */
const nextNumber = template(
  ["workspace"],
  (value) => statement`
    INSERT INTO counters AS c (workspace_id, name, value)
    VALUES (${value("workspace")}, 'credit_note_number', 1)
    ON CONFLICT (workspace_id, name) DO UPDATE SET value = c.value + 1
    RETURNING (SELECT CASE invoice_prefix WHEN 'CN' THEN 'CRN' ELSE 'CN' END
        FROM workspaces w WHERE w.id = c.workspace_id) || ${paddedCounter} AS value`
)

const delivered = template(
  ["workspaceId", "id", "status", "attempts", "lastError", "mail"],
  (value) => statement`
    UPDATE credit_notes SET delivery_status = ${value("status")},
      delivery_attempts = ${value("attempts")}, delivery_error = ${value("lastError")}
    WHERE workspace_id = ${value("workspaceId")} AND id = ${value("id")}
      AND NOT EXISTS (SELECT 1 FROM mails m
        WHERE m.workspace_id = ${value("workspaceId")} AND m.credit_note_id = ${value("id")}
          AND m.id > ${value("mail")}::uuid)
    RETURNING 1`
)

const writes = {
  nextNumber: numberSeries("credit_note_number", nextNumber),
  insert: (note) =>
    insertRow("credit_notes", keyOf(note.workspaceId, note.id), stored.encode(note)),

  saveDelivery: (workspaceId, id, delivery, mail) => {
    const key = keyOf(workspaceId, id)
    return write({
      table: "credit_notes",
      key,
      statement: delivered({
        ...key,
        ...delivery,
        mail: mail === undefined ? null : MailId.toUuid(mail)
      })
    })
  },

  insertDocument: insertSent(
    "sent_credit_notes",
    keyOf,
    (value) => statement`
      INSERT INTO sent_credit_notes (workspace_id, credit_note_id, sha256, size, content,
        xml_format, xml, created_at)
      VALUES (${value("workspaceId")}, ${value("id")}, ${value("sha256")}, ${value("size")},
        ${value("content")}, ${value("xmlFormat")}, ${value("xml")}, ${value("createdAt")})
      ON CONFLICT DO NOTHING RETURNING 1`
  )
} satisfies Partial<Port>

/** The status is computed of the sums beside the row. */
const withStatus = (row: Row): Row => ({
  ...row,
  status: statusOfCredit(
    row["creditId"] === null
      ? undefined
      : {
          remainingMinor: Number(row["creditRemaining"]),
          refundedMinor: Number(row["creditRefunded"])
        }
  )
})

/** The stored lines have the quantity that they used up besides. */
const viewIn = (row: Row): CreditNoteView => {
  const view = shown.decode(withStatus(row))
  const { lineItems } = stored.decode(row)
  return { ...view, lineItems: lineItems.map(({ creditedQuantity, ...line }) => line) }
}

/** The notes with the numbers, names and sums beside their rows. */
const viewsOf = (sql: SqlClient.SqlClient) => sql`
  SELECT n.*, n.xmin::text AS seen, c.xmin::text AS credit_seen,
    n.delivery_error AS delivery_last_error, d.sha256 AS document_sha256,
    d.size AS document_bytes, i.number AS invoice_number, i.recipient_name AS client_name,
    i.recipient_email AS client_email, c.amount AS credit_amount,
    t.refunded AS credit_refunded, ${sql.literal(remainingOfCredit)} AS credit_remaining
  FROM credit_notes n
  JOIN invoices i ON i.workspace_id = n.workspace_id AND i.id = n.invoice_id
  LEFT JOIN sent_credit_notes d
    ON d.workspace_id = n.workspace_id AND d.credit_note_id = n.id
  LEFT JOIN credits c ON c.workspace_id = n.workspace_id AND c.id = n.credit_id
  ${withTakenOf(sql)}`

const conditionsOf = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  filter: CreditNoteFilter
) => {
  const { clientId, invoiceId, from, to, ...others } = filter
  requireAllUsed(others)
  return sql.and([
    sql`n.workspace_id = ${WorkspaceId.toUuid(workspaceId)}`,
    ...(clientId === undefined ? [] : [sql`n.client_id = ${ClientId.toUuid(clientId)}`]),
    ...(invoiceId === undefined ? [] : [sql`n.invoice_id = ${InvoiceId.toUuid(invoiceId)}`]),
    ...(from === undefined ? [] : [sql`n.issue_date >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`n.issue_date <= ${to}::date`])
  ])
}

const fileReads = (sql: SqlClient.SqlClient) =>
  ({
    findDocument: Effect.fnUntraced(function* (workspaceId, id) {
      const rows = yield* sql<{ content: Uint8Array }>`SELECT content FROM sent_credit_notes
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND credit_note_id = ${CreditNoteId.toUuid(id)}`
      return rows[0] === undefined ? null : Uint8Array.from(rows[0].content)
    }, Effect.orDie),

    findXml: Effect.fnUntraced(function* (workspaceId, id) {
      const [row] = yield* sql<XmlRow>`SELECT xml_format, xml FROM sent_credit_notes
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND credit_note_id = ${CreditNoteId.toUuid(id)}`
      return sentXmlOf(row)
    }, Effect.orDie),

    findByContent: Effect.fnUntraced(function* (content) {
      const [row] = yield* sql<{ workspaceId: string; creditNoteId: string }>`
        SELECT workspace_id, credit_note_id FROM sent_credit_notes
        WHERE sha256 = ${sha256(content)}
        ORDER BY workspace_id, credit_note_id LIMIT 1`
      return row === undefined
        ? null
        : {
            workspaceId: WorkspaceId.fromUuid(row.workspaceId),
            id: CreditNoteId.fromUuid(row.creditNoteId)
          }
    }, Effect.orDie)
  }) satisfies Partial<Port>

const reads = (sql: SqlClient.SqlClient) => {
  const views = viewsOf(sql)
  const viewOf = (workspaceId: WorkspaceId, id: CreditNoteId) => sql<Row>`${views}
    WHERE n.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
      AND n.id = ${CreditNoteId.toUuid(id)}`

  return {
    creditedLines: Effect.fnUntraced(function* (workspaceId, invoiceId) {
      const rows = yield* sql<{ line: number; quantity: string; amount: string }>`
        SELECT (l ->> 'line')::integer AS line,
          sum((l ->> 'creditedQuantity')::numeric) AS quantity,
          sum((l ->> 'totalMinor')::bigint) AS amount
        FROM credit_notes n CROSS JOIN LATERAL jsonb_array_elements(n.line_items) l
        WHERE n.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND n.invoice_id = ${InvoiceId.toUuid(invoiceId)}
        GROUP BY 1 ORDER BY 1`
      return rows.map(({ line, quantity, amount }) => ({
        line,
        creditedQuantity: Number(quantity),
        totalMinor: Number(amount)
      }))
    }, Effect.orDie),

    view: Effect.fnUntraced(function* (workspaceId, id) {
      const [row] = yield* viewOf(workspaceId, id)
      return row === undefined ? null : viewIn(row)
    }, Effect.orDie),

    viewForUpdate: (workspaceId, id) =>
      Effect.map(
        readForUpdate({
          table: "credit_notes",
          key: keyOf(workspaceId, id),
          view: viewOf(workspaceId, id),
          beside: [
            {
              table: "credits",
              key: { workspaceId: "workspaceId", id: "creditId" },
              seen: "creditSeen"
            }
          ]
        }),
        (row) => (row === undefined ? null : viewIn(row))
      ),

    list: Effect.fnUntraced(function* (workspaceId, filter, request) {
      const where = conditionsOf(sql, workspaceId, filter)
      const place = idPage(request, CreditNoteId.toUuid)
      const page = sql`${views} WHERE ${where} AND ${beyond(sql, place, "n.id")}
        ORDER BY n.id ${direction(sql, place)} LIMIT ${place.count}`
      const total = sql`SELECT count(*) FROM credit_notes n WHERE ${where}`
      const rows = yield* sql<PageRow>`${withMeta(sql, total, page, byId(sql, place))}`
      const items = rowsBeside(rows).map((row) => listed.decode(withStatus(row)))
      return toPage(items, integer(rows[0]?.meta ?? 0n), request)
    }, Effect.orDie)
  } satisfies Partial<Port>
}

export const CreditNoteRepositorySql = Layer.effect(
  CreditNoteRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    CreditNoteRepository.of({ ...writes, ...fileReads(sql), ...reads(sql) })
  )
)
