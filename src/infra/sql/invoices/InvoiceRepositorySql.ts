/** Invoices in PostgreSQL. Reads compute `overdue` from the current day. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { InvoiceRepository } from "../../../app/ports/invoices/InvoiceRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { InvoiceNotFound } from "../../../domain/invoices/InvoiceErrors.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { Database } from "../../postgres/Database.ts"
import { fixedRead, selected } from "../../postgres/Statements.ts"
import { type Beside, readForUpdate } from "../../postgres/Write.ts"
import type { Row } from "../Columns.ts"
import { keysOf } from "../Rows.ts"
import { makeInvoiceLists, statusSql } from "./InvoiceLists.ts"
import { makeInvoiceLookups, makeWaiting } from "./InvoiceLookups.ts"
import { documentStateOf, invoiceOf, invoiceViewOf, storedColumns } from "./InvoiceRows.ts"
import { makeInvoiceTotals } from "./InvoiceTotals.ts"
import { invoiceWrites } from "./InvoiceWrites.ts"

const keyOf = keysOf(InvoiceId)

/** A draft shows its current client and project, and a send copies them. */
const shownBeside: ReadonlyArray<Beside> = [
  { table: "clients", key: { workspaceId: "workspaceId", id: "clientId" }, seen: "clientSeen" },
  {
    table: "projects",
    key: { workspaceId: "workspaceId", id: "projectId" },
    seen: "projectSeen"
  }
]

const makeStatements = (sql: SqlClient.SqlClient) => {
  const effectiveStatus = statusSql(sql)

  /**
   * `xmin` and `ctid` change with every write of the row, by any program. `updated_at` differs for
   * rows of a restored database.
   */
  const rowVersion = (row: "i" | "c" | "p") =>
    sql.literal(`${row}.xmin, ${row}.ctid, ${row}.updated_at`)
  const version = (today: string) =>
    sql`concat_ws(' ', ${effectiveStatus(today)}, ${rowVersion("i")},
      CASE WHEN i.sent_at IS NULL
        THEN concat_ws(' ', ${rowVersion("c")}, ${rowVersion("p")}) END)`
  const withReferences = sql`FROM invoices i
    JOIN clients c ON c.workspace_id = i.workspace_id AND c.id = i.client_id
    LEFT JOIN projects p ON p.workspace_id = i.workspace_id AND p.id = i.project_id`

  const view = fixedRead(
    ["workspaceId", "id", "today"],
    (value) => sql`
        SELECT ${selected("i", storedColumns)}, i.status AS "storedStatus", i.xmin::text AS seen,
          c.xmin::text AS "clientSeen", p.xmin::text AS "projectSeen",
          ${effectiveStatus(value("today"))} AS status,
          coalesce(i.recipient_name, c.name) AS "clientName",
          coalesce(i.recipient_email, c.email) AS "clientEmail",
          CASE WHEN i.sent_at IS NULL THEN c.company ELSE i.recipient_company END
            AS "clientCompany",
          CASE WHEN i.sent_at IS NULL THEN c.address ELSE i.recipient_address END
            AS "clientAddress",
          CASE WHEN i.sent_at IS NULL THEN jsonb_build_object('phone', c.phone,
            'language', cd.language, 'vatId', cd.vat_id, 'registration', cd.registration,
            'electronicAddress', cd.electronic_address,
            'eInvoice', coalesce(cd.e_invoice, 'auto'))
            ELSE i.recipient_details END AS "clientDetails",
          p.name AS "projectName", i.delivery_error AS "deliveryLastError",
          d.sha256 AS "documentSha256", d.size AS "documentBytes",
          ${version(value("today"))} AS version
        ${withReferences}
        LEFT JOIN client_details cd ON cd.workspace_id = i.workspace_id
          AND cd.client_id = i.client_id
        LEFT JOIN sent_documents d ON d.workspace_id = i.workspace_id AND d.invoice_id = i.id
        WHERE i.workspace_id = ${value("workspaceId")} AND i.id = ${value("id")}`
  )
  const documentState = (workspaceId: WorkspaceId, id: InvoiceId, today: CalendarDate) =>
    sql<Row>`
      SELECT i.id, i.number, ${effectiveStatus(today)} AS status, i.client_id,
        i.sent_at IS NOT NULL AS was_sent, i.payment_link_salt, ${version(today)} AS version
      ${withReferences}
      WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND i.id = ${InvoiceId.toUuid(id)}`
  return { view, documentState }
}

export const InvoiceRepositorySql = Layer.effect(
  InvoiceRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { rows } = yield* Database
    const statements = makeStatements(sql)
    const viewOf = (workspaceId: WorkspaceId, id: InvoiceId, today: CalendarDate) =>
      statements.view({ ...keyOf(workspaceId, id), today })

    return InvoiceRepository.of({
      ...invoiceWrites,

      getForUpdate: Effect.fnUntraced(function* (workspaceId, id, by = "lock") {
        const row = yield* readForUpdate({ table: "invoices", key: keyOf(workspaceId, id), by })
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

      view: Effect.fnUntraced(function* (workspaceId, id, today) {
        const [row] = yield* Effect.orDie(rows(viewOf(workspaceId, id, today)))
        return row === undefined ? yield* new InvoiceNotFound({ id }) : invoiceViewOf(row)
      }),

      documentState: Effect.fnUntraced(function* (workspaceId, id, today) {
        const rows = yield* Effect.orDie(statements.documentState(workspaceId, id, today))
        return rows[0] === undefined ? yield* new InvoiceNotFound({ id }) : documentStateOf(rows[0])
      }),

      ...makeInvoiceLookups(sql),
      ...makeInvoiceLists(sql, rows),
      ...makeInvoiceTotals(sql),
      ...makeWaiting(sql)
    })
  })
)
