/** Which invoices were reminded of, and when: at most once a day, and once for each day that is set. */
import { Context, type DateTime, type Effect } from "effect"
import type { InvoiceId, WorkspaceId } from "../../../domain/Ids.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface Reminder {
  readonly workspaceId: WorkspaceId
  readonly invoiceId: InvoiceId
  /** In the workspace's zone. */
  readonly day: CalendarDate
  /** Days after the due date that called for it; null where a person did. */
  readonly scheduledDays: number | null
  readonly createdAt: DateTime.Utc
}

export class ReminderRepository extends Context.Service<
  ReminderRepository,
  {
    /** False where there is one of that day, or of these scheduled days, already. */
    readonly insert: (reminder: Reminder) => Effect.Effect<boolean, never, Transaction>
  }
>()("retainer/app/ports/ReminderRepository") {}
