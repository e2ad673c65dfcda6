/**
 * The reports that only pages show: taxes by rate and period, and amounts by client. Days are the
 * workspace's own, and each sum is of one currency.
 */
import { Context, Effect, Layer } from "effect"
import {
  periodsOf,
  type Range,
  type RangeRefused,
  rangeOf
} from "../../domain/analytics/Periods.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import {
  type ClientReport,
  ReportRepository,
  type TaxSums
} from "../ports/analytics/ReportRepository.ts"
import { useCase } from "../UseCase.ts"

interface TaxRow extends Omit<TaxSums, "period"> {
  /** `2026-03`, `2026-Q1` or `2026`. */
  readonly period: string
}

export interface TaxReport {
  readonly range: Range
  /** The names of all periods, also of those without a row. */
  readonly periods: ReadonlyArray<string>
  readonly rows: ReadonlyArray<TaxRow>
}

export class Reports extends Context.Service<
  Reports,
  {
    /** The workspace's own first, then others of its invoices. */
    readonly currencies: (workspace: Workspace) => Effect.Effect<ReadonlyArray<CurrencyCode>>
    readonly taxes: (
      workspace: Workspace,
      range: Partial<Range>
    ) => Effect.Effect<TaxReport, RangeRefused>
    /** At most `limit` clients, and the sums of all others. */
    readonly clients: (
      workspace: Workspace,
      range: Partial<Range>,
      currency: CurrencyCode,
      limit: number
    ) => Effect.Effect<ClientReport & { readonly range: Range }, RangeRefused>
  }
>()("retainer/app/Reports") {
  static readonly layer = Layer.effect(
    Reports,
    Effect.gen(function* () {
      const reports = yield* ReportRepository
      const requested = Effect.fnUntraced(function* (
        { zone }: Workspace,
        given: Partial<Range>
      ): Effect.fn.Return<Range, RangeRefused> {
        return yield* Effect.fromResult(rangeOf(given, yield* todayIn(zone)))
      })

      return Reports.of({
        currencies: useCase("Reports.currencies")(function* ({ id, currency }) {
          const used = yield* reports.currencies(id)
          return [currency, ...used.filter((one) => one !== currency)]
        }),

        taxes: useCase("Reports.taxes")(function* (workspace, given) {
          const range = yield* requested(workspace, given)
          const periods = periodsOf(range)
          const sums = yield* reports.taxes(workspace.id, periods)
          return {
            range,
            periods: periods.map(({ name }) => name),
            rows: sums.map(({ period, ...row }) => ({
              ...row,
              period: periods[period]?.name ?? ""
            }))
          }
        }),

        clients: useCase("Reports.clients")(function* (workspace, given, currency, limit) {
          const range = yield* requested(workspace, given)
          const { from, to } = range
          const { id, zone } = workspace
          const found = yield* reports.clients(id, { from, to, zone, currency }, limit)
          return { ...found, range }
        })
      })
    })
  )
}
