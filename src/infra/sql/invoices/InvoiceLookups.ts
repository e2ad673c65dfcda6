/** Look-ups of invoices by number, by payment link, and by due day. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import {
  type InvoiceRepository,
  newestForRates,
  type WaitingInvoices
} from "../../../app/ports/invoices/InvoiceRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { languageBefore, type TextLocale } from "../../../domain/text/Language.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"

type InvoiceLookups = Pick<
  InvoiceRepository["Service"],
  "findByNumber" | "linkSalts" | "textLocales" | "endingIn" | "sentDueBefore" | "openDueOn"
>

interface LinkRow {
  readonly id: string
  readonly paymentLinkSalt: string | null
}

export const makeInvoiceLookups = (sql: SqlClient.SqlClient): InvoiceLookups => ({
  findByNumber: Effect.fnUntraced(function* (workspaceId, number) {
    // PostgreSQL refuses texts with NUL, which a person may have entered.
    if (number.includes("\0")) return null
    const rows = yield* sql<{ id: string }>`SELECT id FROM invoices
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND number = ${number}`
    return rows[0] === undefined ? null : InvoiceId.fromUuid(rows[0].id)
  }, Effect.orDie),

  linkSalts: Effect.fnUntraced(function* (workspaceId, ids) {
    const rows = yield* sql<LinkRow>`
      SELECT id, payment_link_salt FROM invoices
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND id = ANY(${ids.map(InvoiceId.toUuid)}::uuid[])
        AND status NOT IN ('draft', 'void')`
    return rows.map((row) => ({ ...row, id: InvoiceId.fromUuid(row.id) }))
  }, Effect.orDie),

  textLocales: Effect.fnUntraced(function* (workspaceId, ids) {
    const rows = yield* sql<TextLocale & { id: string }>`
      SELECT id, coalesce(seller ->> 'language', ${languageBefore}) AS language,
        seller ->> 'locale' AS locale FROM invoices
      WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND id = ANY(${ids.map(InvoiceId.toUuid)}::uuid[]) AND sent_at IS NOT NULL`
    return new Map(rows.map(({ id, ...text }) => [InvoiceId.fromUuid(id), text]))
  }, Effect.orDie),

  endingIn: Effect.fnUntraced(function* (digits) {
    const rows = yield* sql<
      LinkRow & { workspaceId: string }
    >`SELECT workspace_id, id, payment_link_salt FROM invoices
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
  }, Effect.orDie)
})

export const makeWaiting = (
  sql: SqlClient.SqlClient
): Pick<InvoiceRepository["Service"], "waiting" | "recentRates"> => ({
  recentRates: Effect.fnUntraced(function* (workspaceId) {
    const rows = yield* sql<{ rate: string }>`SELECT DISTINCT tax_rate AS rate FROM (
        SELECT tax_rate FROM invoices WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        ORDER BY id DESC LIMIT ${newestForRates}
      ) i WHERE tax_rate IS NOT NULL ORDER BY 1`
    return rows.map(({ rate }) => Number(rate))
  }, Effect.orDie),

  waiting: Effect.fnUntraced(function* (workspaceId, today) {
    const id = WorkspaceId.toUuid(workspaceId)
    const rows = yield* sql<WaitingInvoices>`SELECT
      (SELECT count(*)::int FROM invoices
        WHERE workspace_id = ${id} AND status = 'draft') AS drafts,
      (SELECT count(*)::int FROM invoices WHERE workspace_id = ${id}
        AND status IN ('sent', 'overdue') AND due_date < ${today}::date) AS overdue`
    return rows[0] ?? { drafts: 0, overdue: 0 }
  }, Effect.orDie)
})
