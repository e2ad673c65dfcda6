/** The movements of a client's account, from invoices, credit notes, payments and credits. */
import { Context, type Effect } from "effect"
import type { StatementLedger } from "../../../domain/clients/Statement.ts"
import type { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"

interface StatementPeriod {
  /** Both are part of it. */
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** The name of the zone in which instants are days. */
  readonly timeZone: string
  /** At most so many movements are read, the earliest. */
  readonly limit: number
}

export class StatementRepository extends Context.Service<
  StatementRepository,
  {
    /**
     * Movements by day, then in the order of their kinds. A reversal counts on the day of its
     * recording, and a payment with its excess; credit that pays an invoice is no movement.
     */
    readonly read: (
      workspaceId: WorkspaceId,
      clientId: ClientId,
      period: StatementPeriod
    ) => Effect.Effect<StatementLedger>
  }
>()("retainer/app/ports/StatementRepository") {}
