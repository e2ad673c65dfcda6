/** Reminders in PostgreSQL: two unique keys say how often. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ReminderRepository } from "../../../app/ports/invoices/ReminderRepository.ts"
import { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import { dateOf } from "../Rows.ts"

export const ReminderRepositorySql = Layer.effect(
  ReminderRepository,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    insert: Effect.fnUntraced(function* (reminder) {
      const rows = yield* sql`INSERT INTO reminders ${sql.insert({
        workspaceId: WorkspaceId.toUuid(reminder.workspaceId),
        invoiceId: InvoiceId.toUuid(reminder.invoiceId),
        day: reminder.day,
        scheduledDays: reminder.scheduledDays,
        createdAt: dateOf(reminder.createdAt)
      })} ON CONFLICT DO NOTHING RETURNING 1`
      return rows.length === 1
    }, Effect.orDie)
  }))
)
