/** Reminders in PostgreSQL; two unique keys bound their number. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ReminderRepository } from "../../../app/ports/invoices/ReminderRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
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
    })
  }))
)
