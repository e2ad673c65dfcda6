/** Sums of the reports: taxes and clients over a range of days. Currencies are never added. */
import { Context, type DateTime, type Effect } from "effect"
import type { Period } from "../../../domain/analytics/Periods.ts"
import type { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { TaxCategory } from "../../../domain/money/Money.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"

/** The taxes of invoices less those of credit notes, by issue date. */
export interface TaxSums {
  /** Its place among the requested periods, from 0. */
  readonly period: number
  readonly currency: CurrencyCode
  /** Null, with the rate, of what is not taxed. */
  readonly category: TaxCategory | null
  readonly rate: number | null
  readonly baseMinor: number
  readonly taxMinor: number
}

export interface ClientAmounts {
  /** By issue date; credited is of credit notes. */
  readonly billedMinor: number
  readonly creditedMinor: number
  /** By the day of payment. */
  readonly collectedMinor: number
  /** The present balance of the client. */
  readonly owedMinor: number
}

interface ClientSums extends ClientAmounts {
  readonly id: ClientId
  readonly name: string
  readonly company: string | null
}

export interface ClientReport {
  /** Those with the most billed less credited. */
  readonly clients: ReadonlyArray<ClientSums>
  /** All beyond the limit together; null where there is none. */
  readonly others: (ClientAmounts & { readonly count: number }) | null
}

interface ClientRange {
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly zone: DateTime.TimeZone
  readonly currency: CurrencyCode
}

export class ReportRepository extends Context.Service<
  ReportRepository,
  {
    /** Those of any invoice, in their order. */
    readonly currencies: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<CurrencyCode>>
    /**
     * Sums of the invoices that were issued, also of those that a credit note voided, without
     * rows of zeros. The order is by period, currency, category and rate, the highest first.
     */
    readonly taxes: (
      workspaceId: WorkspaceId,
      periods: ReadonlyArray<Period>
    ) => Effect.Effect<ReadonlyArray<TaxSums>>
    /** Clients with an amount in the range, or that owe something. */
    readonly clients: (
      workspaceId: WorkspaceId,
      range: ClientRange,
      limit: number
    ) => Effect.Effect<ClientReport>
  }
>()("retainer/app/ports/ReportRepository") {}
