/**
 * Sums over all that a workspace billed and was paid: they cost the same for any number of
 * invoices.
 */
import { Context, type DateTime, type Effect } from "effect"
import type { ReceivablesRow } from "../../../domain/analytics/AnalyticsResource.ts"
import type { Period } from "../../../domain/analytics/Periods.ts"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"

/** Amounts issued and collected in one of the requested periods. */
export interface PeriodSums {
  /** Its place among them, from 0. */
  readonly period: number
  readonly currency: CurrencyCode
  readonly issuedMinor: number
  readonly collectedMinor: number
  /** Credit notes by issue date. */
  readonly creditedMinor: number
  /** Refunds of the credits that credit notes made. */
  readonly refundedMinor: number
}

export class AnalyticsRepository extends Context.Service<
  AnalyticsRepository,
  {
    /** By issue date, and by the day of payment in the zone; what has nothing is left out. */
    readonly revenue: (
      workspaceId: WorkspaceId,
      periods: ReadonlyArray<Period>,
      zone: DateTime.TimeZone
    ) => Effect.Effect<ReadonlyArray<PeriodSums>>
    /**
     * Open amounts by the time since they were due; a currency without open invoices has no row.
     */
    readonly receivables: (
      workspaceId: WorkspaceId,
      today: CalendarDate
    ) => Effect.Effect<ReadonlyArray<ReceivablesRow>>
  }
>()("retainer/app/ports/AnalyticsRepository") {}
