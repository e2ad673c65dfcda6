/** Reminders in PostgreSQL; two unique keys bound their number. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ReminderRepository } from "../../../app/ports/invoices/ReminderRepository.ts"
import { ClientId, InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { rest } from "../lists/Totals.ts"
import { dateOf, insertRow } from "../Rows.ts"

export const ReminderRepositorySql = Layer.effect(
  ReminderRepository,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    insert: Effect.fnUntraced(function* (reminder) {
      const workspaceId = WorkspaceId.toUuid(reminder.workspaceId)
      const invoiceId = InvoiceId.toUuid(reminder.invoiceId)
      const { day, scheduledDays, createdAt } = reminder
      const [earlier] = yield* Effect.orDie(sql`SELECT 1 FROM reminders
        WHERE workspace_id = ${workspaceId} AND invoice_id = ${invoiceId}
          AND (day = ${day} OR scheduled_days = ${scheduledDays}) LIMIT 1`)
      if (earlier !== undefined) return false
      const key = { workspaceId, invoiceId, day }
      yield* insertRow("reminders", key, { scheduledDays, createdAt: dateOf(createdAt) })
      return true
    }),

    overdueWithout: Effect.fnUntraced(function* (workspaceId, clientId, day, limit) {
      const rows = yield* sql<{ id: string }>`
        SELECT i.id FROM invoices i WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND i.client_id = ${ClientId.toUuid(clientId)} AND i.status IN ('sent', 'overdue')
          AND i.due_date < ${day}::date AND ${sql.literal(rest)} > 0
          AND NOT EXISTS (SELECT 1 FROM reminders r
            WHERE r.workspace_id = i.workspace_id AND r.invoice_id = i.id AND r.day = ${day}::date)
        ORDER BY i.due_date, i.id LIMIT ${limit}`
      return rows.map(({ id }) => InvoiceId.fromUuid(id))
    }, Effect.orDie)
  }))
)
