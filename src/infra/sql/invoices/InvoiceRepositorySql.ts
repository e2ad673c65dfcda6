/** Invoices in PostgreSQL. A read decides by the day it is made on what is overdue. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { InvoiceRepository } from "../../../app/ports/invoices/InvoiceRepository.ts"
import type { CalendarDate } from "../../../domain/CalendarDate.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { InvoiceNotFound } from "../../../domain/invoices/InvoiceErrors.ts"
import { afterOthers, changeOf, preparedChange } from "../Change.ts"
import type { Row } from "../Columns.ts"
import { heldRows } from "../HeldRows.ts"
import { both, changing, lookedAt } from "../InUnit.ts"
import { makeInvoiceLists, statusOn } from "./InvoiceLists.ts"
import { invoiceNumbers } from "./InvoiceNumbers.ts"
import {
  documentStateOf,
  invoiceOf,
  invoiceViewOf,
  stored,
  storedColumns,
  storedOf
} from "./InvoiceRows.ts"

export const InvoiceRepositorySql = Layer.effect(
  InvoiceRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const invoiceColumns = sql.csv(storedColumns.map((name) => sql`i.${sql(name)}`))

    const nextNumber = invoiceNumbers(sql)
    const lists = makeInvoiceLists(sql)
    const effectiveStatus = statusOn(sql)

    /**
     * Every change of a row is a new version of it for the database itself, whichever column and program it
     * is by: its transaction and place tell them apart, and the time those of a database that was restored.
     */
    const rowVersion = (row: "i" | "c" | "p") =>
      sql.literal(`${row}.xmin, ${row}.ctid, ${row}.updated_at`)
    const version = (today: CalendarDate) =>
      sql`concat_ws(' ', ${effectiveStatus(today)}, ${rowVersion("i")},
        CASE WHEN i.sent_at IS NULL
          THEN concat_ws(' ', ${rowVersion("c")}, ${rowVersion("p")}) END)`
    const withLive = sql`FROM invoices i
      JOIN clients c ON c.workspace_id = i.workspace_id AND c.id = i.client_id
      LEFT JOIN projects p ON p.workspace_id = i.workspace_id AND p.id = i.project_id`

    const { locked: lockedRow, held } = heldRows(sql, "invoices", "invoice")
    const locked = (workspaceId: WorkspaceId, id: InvoiceId) =>
      lockedRow(WorkspaceId.toUuid(workspaceId), InvoiceId.toUuid(id))

    const viewOf = (workspaceId: WorkspaceId, id: InvoiceId, today: CalendarDate) => sql<Row>`
          SELECT ${invoiceColumns}, i.status AS stored_status, i.xmin::text AS seen,
            ${effectiveStatus(today)} AS status, coalesce(i.recipient_name, c.name) AS client_name,
            coalesce(i.recipient_email, c.email) AS client_email,
            CASE WHEN i.sent_at IS NULL THEN c.company ELSE i.recipient_company END
              AS client_company,
            CASE WHEN i.sent_at IS NULL THEN c.address ELSE i.recipient_address END
              AS client_address,
            p.name AS project_name, i.delivery_error AS delivery_last_error,
            d.sha256 AS document_sha256, d.size AS document_bytes, ${version(today)} AS version
          ${withLive}
          LEFT JOIN sent_documents d ON d.workspace_id = i.workspace_id AND d.invoice_id = i.id
          WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND i.id = ${InvoiceId.toUuid(id)}`

    const made = preparedChange(stored.names, (hole) =>
      changeOf({
        invoice_made: sql`INSERT INTO invoices ${sql.insert(stored.each(hole))} RETURNING 1`
      })
    )
    const saved = preparedChange([...stored.names, "from"], (hole) =>
      changeOf(
        {
          invoice_saved: sql`
            UPDATE invoices
            SET ${sql.update(stored.each(hole), ["workspaceId", "id", "number", "createdAt"])}
            WHERE workspace_id = ${hole("workspaceId")} AND id = ${hole("id")}
              AND status = ${hole("from")} AND ${afterOthers(sql)}
            RETURNING 1`
        },
        { the_invoice_was_in_that_status: "invoice_saved" }
      )
    )

    const delivered = preparedChange(
      ["workspace", "id", "status", "attempts", "lastError"],
      (hole) =>
        changeOf({
          delivery_saved: sql`
            UPDATE invoices SET delivery_status = ${hole("status")},
              delivery_attempts = ${hole("attempts")}, delivery_error = ${hole("lastError")}
            WHERE workspace_id = ${hole("workspace")} AND id = ${hole("id")}
              AND sent_at IS NOT NULL AND (status <> 'void' OR ${hole("status")} = 'sent')
            RETURNING 1`
        })
    )

    return InvoiceRepository.of({
      nextNumber: (workspaceId) => Effect.orDie(nextNumber(workspaceId)),

      insert: Effect.fnUntraced(function* (invoice) {
        yield* changing(sql, made(stored.encode(storedOf(invoice))))
      }, Effect.orDie),

      getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* Effect.orDie(locked(workspaceId, id))
        return rows[0] === undefined ? yield* new InvoiceNotFound({ id }) : invoiceOf(rows[0])
      }),

      // Under a lock the view is a statement of its own: what it joins is as it was when the lock was given.
      getShownForUpdate: Effect.fnUntraced(function* (workspaceId, id, today) {
        const view = viewOf(workspaceId, id, today)
        const found = yield* Effect.orDie(
          lookedAt(sql, {
            name: `invoice ${workspaceId} ${id}`,
            look: view,
            hold: (seen) =>
              held({
                workspace: WorkspaceId.toUuid(workspaceId),
                id: InvoiceId.toUuid(id),
                seen
              }),
            locked: both(sql, locked(workspaceId, id), view)
          })
        )
        if (found === undefined) return yield* new InvoiceNotFound({ id })
        // What was looked at is the view, whose status is that of the day.
        const row =
          found.row === found.view ? { ...found.row, status: found.row["storedStatus"] } : found.row
        return { invoice: invoiceOf(row), view: invoiceViewOf(found.view) }
      }),

      save: Effect.fnUntraced(function* (invoice, from) {
        yield* changing(sql, saved({ ...stored.encode(storedOf(invoice)), from }))
      }, Effect.orDie),

      saveDelivery: Effect.fnUntraced(function* (workspaceId, id, delivery) {
        const workspace = WorkspaceId.toUuid(workspaceId)
        yield* changing(sql, delivered({ workspace, id: InvoiceId.toUuid(id), ...delivery }))
      }, Effect.orDie),

      view: Effect.fnUntraced(function* (workspaceId, id, today) {
        const rows = yield* Effect.orDie(viewOf(workspaceId, id, today))
        return rows[0] === undefined ? yield* new InvoiceNotFound({ id }) : invoiceViewOf(rows[0])
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
        // People type it, and PostgreSQL takes no text with it.
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
          WHERE right(id::text, 8) = ${digits} ORDER BY id`
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
                (${WorkspaceId.toUuid(after.workspaceId)}::uuid, ${InvoiceId.toUuid(after.id)}::uuid)`
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
