/** Sent reminders: at most one a day and invoice, and one for each chosen day. */
import { Context, type DateTime, type Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface Reminder {
  readonly workspaceId: WorkspaceId
  readonly invoiceId: InvoiceId
  /** In the workspace's zone. */
  readonly day: CalendarDate
  /** Days after the due date; null for a reminder by hand. */
  readonly scheduledDays: number | null
  readonly createdAt: DateTime.Utc
}

export class ReminderRepository extends Context.Service<
  ReminderRepository,
  {
    /** False if the invoice has a reminder of that day, or of these scheduled days. */
    readonly insert: (reminder: Reminder) => Effect.Effect<boolean, never, Transaction>
  }
>()("retainer/app/ports/ReminderRepository") {}
