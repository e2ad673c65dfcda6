/** Invoices in PostgreSQL. Reads compute `overdue` from the current day. */
import { randomUUID } from "node:crypto"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { InvoiceRepository } from "../../../app/ports/invoices/InvoiceRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { InvoiceNotFound } from "../../../domain/invoices/InvoiceErrors.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { Database } from "../../postgres/Database.ts"
import { fixedRead, template } from "../../postgres/Statements.ts"
import { type Beside, readForUpdate, write } from "../../postgres/Write.ts"
import type { Row } from "../Columns.ts"
import { keysOf } from "../Rows.ts"
import { insertRow, saveRow } from "../RowWrites.ts"
import { makeInvoiceLists, statusSql } from "./InvoiceLists.ts"
import {
  documentStateOf,
  insertedRowOf,
  invoiceOf,
  invoiceViewOf,
  rowOf,
  storedColumns
} from "./InvoiceRows.ts"

const keyOf = keysOf(InvoiceId)

export const InvoiceRepositorySql = Layer.effect(
  InvoiceRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { rows } = yield* Database
    const invoiceColumns = sql.csv(storedColumns.map((name) => sql`i.${sql(name)}`))

    const lists = makeInvoiceLists(sql)
    const effectiveStatus = statusSql(sql)

    /**
     * `xmin` and `ctid` change with every write of the row, by any program. `updated_at` differs for rows
     * of a restored database.
     */
    const rowVersion = (row: "i" | "c" | "p") =>
      sql.literal(`${row}.xmin, ${row}.ctid, ${row}.updated_at`)
    const version = (today: string) =>
      sql`concat_ws(' ', ${effectiveStatus(today)}, ${rowVersion("i")},
        CASE WHEN i.sent_at IS NULL
          THEN concat_ws(' ', ${rowVersion("c")}, ${rowVersion("p")}) END)`
    const withLive = sql`FROM invoices i
      JOIN clients c ON c.workspace_id = i.workspace_id AND c.id = i.client_id
      LEFT JOIN projects p ON p.workspace_id = i.workspace_id AND p.id = i.project_id`

    const viewBy = fixedRead(
      ["workspaceId", "id", "today"],
      (value) => sql`
          SELECT ${invoiceColumns}, i.status AS stored_status, i.xmin::text AS seen,
            c.xmin::text AS client_seen, p.xmin::text AS project_seen,
            ${effectiveStatus(value("today"))} AS status,
            coalesce(i.recipient_name, c.name) AS client_name,
            coalesce(i.recipient_email, c.email) AS client_email,
            CASE WHEN i.sent_at IS NULL THEN c.company ELSE i.recipient_company END
              AS client_company,
            CASE WHEN i.sent_at IS NULL THEN c.address ELSE i.recipient_address END
              AS client_address,
            p.name AS project_name, i.delivery_error AS delivery_last_error,
            d.sha256 AS document_sha256, d.size AS document_bytes,
            ${version(value("today"))} AS version
          ${withLive}
          LEFT JOIN sent_documents d ON d.workspace_id = i.workspace_id AND d.invoice_id = i.id
          WHERE i.workspace_id = ${value("workspaceId")} AND i.id = ${value("id")}`
    )
    const viewOf = (workspaceId: WorkspaceId, id: InvoiceId, today: CalendarDate) =>
      viewBy({ ...keyOf(workspaceId, id), today })

    /** A draft shows its current client and project, and a send copies them. */
    const shownBeside: ReadonlyArray<Beside> = [
      { table: "clients", key: { workspaceId: "workspaceId", id: "clientId" }, seen: "clientSeen" },
      {
        table: "projects",
        key: { workspaceId: "workspaceId", id: "projectId" },
        seen: "projectSeen"
      }
    ]

    /** SQL form of `formatInvoiceNumber`, with the current prefix of the workspace. */
    const nextNumber = template(
      ["workspace"],
      (value) => sql`
        UPDATE counters c SET value = c.value + 1 FROM workspaces w
        WHERE c.workspace_id = ${value("workspace")} AND c.name = 'invoice_number'
          AND w.id = c.workspace_id
        RETURNING w.invoice_prefix || '-'
          || lpad(c.value::text, greatest(4, length(c.value::text)), '0') AS value`
    )

    const delivered = template(
      ["workspace", "id", "status", "attempts", "lastError"],
      (value) => sql`
        UPDATE invoices SET delivery_status = ${value("status")},
          delivery_attempts = ${value("attempts")}, delivery_error = ${value("lastError")}
        WHERE workspace_id = ${value("workspace")} AND id = ${value("id")}
          AND sent_at IS NOT NULL AND (status <> 'void' OR ${value("status")} = 'sent')
        RETURNING 1`
    )

    return InvoiceRepository.of({
      nextNumber: Effect.fnUntraced(function* (workspaceId) {
        const workspace = WorkspaceId.toUuid(workspaceId)
        const standIn = `number-${randomUUID()}`
        const number = yield* write({
          table: "counters",
          key: { workspaceId: workspace, name: "invoice_number" },
          statement: nextNumber({ workspace }),
          standIn
        })
        return { standIn, number }
      }),

      insert: (invoice) =>
        insertRow("invoices", keyOf(invoice.workspaceId, invoice.id), insertedRowOf(invoice)),

      getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const row = yield* readForUpdate({ table: "invoices", key: keyOf(workspaceId, id) })
        return row === undefined ? yield* new InvoiceNotFound({ id }) : invoiceOf(row)
      }),

      getShownForUpdate: Effect.fnUntraced(function* (workspaceId, id, today, by) {
        const row = yield* readForUpdate({
          table: "invoices",
          key: keyOf(workspaceId, id),
          view: viewOf(workspaceId, id, today),
          beside: shownBeside,
          by
        })
        if (row === undefined) return yield* new InvoiceNotFound({ id })
        // The row's `status` is computed for the view.
        const invoice = invoiceOf({ ...row, status: row["storedStatus"] })
        return { invoice, view: invoiceViewOf(row) }
      }),

      save: (invoice, from) => {
        const { number: _, createdAt: __, ...row } = rowOf(invoice)
        const key = keyOf(invoice.workspaceId, invoice.id)
        return saveRow("invoices", key, row, { status: from })
      },

      saveDelivery: (workspaceId, id, delivery) => {
        const key = keyOf(workspaceId, id)
        const { workspaceId: workspace } = key
        return write({
          table: "invoices",
          key,
          statement: delivered({ workspace, id: key.id, ...delivery })
        })
      },

      view: Effect.fnUntraced(function* (workspaceId, id, today) {
        const [row] = yield* Effect.orDie(rows(viewOf(workspaceId, id, today)))
        return row === undefined ? yield* new InvoiceNotFound({ id }) : invoiceViewOf(row)
      }),

      documentState: Effect.fnUntraced(function* (workspaceId, id, today) {
        const rows = yield* Effect.orDie(sql<Row>`
          SELECT i.id, i.number, ${effectiveStatus(today)} AS status, i.client_id,
            i.sent_at IS NOT NULL AS was_sent, i.payment_link_salt, ${version(today)} AS version
          ${withLive}
          WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND i.id = ${InvoiceId.toUuid(id)}`)
        return rows[0] === undefined ? yield* new InvoiceNotFound({ id }) : documentStateOf(rows[0])
      }),

      findByNumber: Effect.fnUntraced(function* (workspaceId, number) {
        // PostgreSQL refuses texts with NUL, which a person may have entered.
        if (number.includes("\0")) return null
        const rows = yield* sql<{ id: string }>`SELECT id FROM invoices
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND number = ${number}`
        return rows[0] === undefined ? null : InvoiceId.fromUuid(rows[0].id)
      }, Effect.orDie),

      linkSalts: Effect.fnUntraced(function* (workspaceId, ids) {
        const rows = yield* sql<{ id: string; paymentLinkSalt: string | null }>`
          SELECT id, payment_link_salt FROM invoices
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND id = ANY(${ids.map(InvoiceId.toUuid)}::uuid[])
            AND status NOT IN ('draft', 'void')`
        return rows.map((row) => ({ ...row, id: InvoiceId.fromUuid(row.id) }))
      }, Effect.orDie),

      endingIn: Effect.fnUntraced(function* (digits) {
        const rows = yield* sql<{
          workspaceId: string
          id: string
          paymentLinkSalt: string | null
        }>`SELECT workspace_id, id, payment_link_salt FROM invoices
          WHERE right(id::text, 8) = ${digits} AND sent_at IS NOT NULL ORDER BY id`
        return rows.map((row) => ({
          ...row,
          workspaceId: WorkspaceId.fromUuid(row.workspaceId),
          id: InvoiceId.fromUuid(row.id)
        }))
      }, Effect.orDie),

      sentDueBefore: Effect.fnUntraced(function* (day, after, limit) {
        const from =
          after === null
            ? sql`true`
            : sql`(i.workspace_id, i.id) >
                (${WorkspaceId.toUuid(after.workspaceId)}::uuid,
                  ${InvoiceId.toUuid(after.id)}::uuid)`
        const rows = yield* sql<{ workspaceId: string; id: string; dueDate: CalendarDate }>`
          SELECT i.workspace_id, i.id, i.due_date FROM invoices i
          WHERE i.status = 'sent' AND i.due_date < ${day}::date AND ${from}
          ORDER BY i.workspace_id, i.id LIMIT ${limit}`
        return rows.map((row) => ({
          workspaceId: WorkspaceId.fromUuid(row.workspaceId),
          id: InvoiceId.fromUuid(row.id),
          dueDate: row.dueDate
        }))
      }, Effect.orDie),

      openDueOn: Effect.fnUntraced(function* (workspaceId, day, reminder) {
        const { today, scheduledDays } = reminder
        const rows = yield* sql<{ id: string }>`
          SELECT i.id FROM invoices i WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND i.status IN ('sent', 'overdue') AND i.due_date = ${day}::date
            AND NOT EXISTS (SELECT 1 FROM reminders r
              WHERE r.workspace_id = i.workspace_id AND r.invoice_id = i.id
                AND (r.day = ${today}::date OR r.scheduled_days = ${scheduledDays}))
          ORDER BY i.id`
        return rows.map(({ id }) => InvoiceId.fromUuid(id))
      }, Effect.orDie),

      list: lists.list,
      search: lists.search
    })
  })
)
