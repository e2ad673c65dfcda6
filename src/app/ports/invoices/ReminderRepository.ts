/** Sent reminders: at most one a day and invoice, and one for each chosen day. */
import { Context, type DateTime, type Effect } from "effect"
import type { ClientId, InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
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
    /**
     * Invoices of the client that are overdue on the day and have no reminder of it; those due
     * first come first.
     */
    readonly overdueWithout: (
      workspaceId: WorkspaceId,
      clientId: ClientId,
      day: CalendarDate,
      limit: number
    ) => Effect.Effect<ReadonlyArray<InvoiceId>>
  }
>()("retainer/app/ports/ReminderRepository") {}
