/**
 * Analytics of an agency's money and work. Days are the workspace's own. A row is of one currency;
 * the workspace's own is always there, others where they have something.
 */
import { Context, Effect, Layer } from "effect"
import {
  nothingReceivable,
  type ProjectRow,
  type ReceivablesMeta,
  type ReceivablesRow,
  type RevenueMeta,
  type RevenueRow
} from "../../domain/analytics/AnalyticsResource.ts"
import {
  periodsOf,
  type Range,
  type RangeRefused,
  rangeOf
} from "../../domain/analytics/Periods.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import type { Page } from "../../domain/Page.ts"
import { isSearch, type ListTooBroad, type Search } from "../../domain/text/Search.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { AnalyticsRepository } from "../ports/analytics/AnalyticsRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { type ProjectFilter, ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { useCase } from "../UseCase.ts"

interface Report<Row, Meta> {
  readonly data: ReadonlyArray<Row>
  readonly meta: Meta
}

/** In the order of their codes. */
const currenciesOf = (
  { currency }: Workspace,
  rows: ReadonlyArray<{ readonly currency: CurrencyCode }>
): ReadonlyArray<CurrencyCode> =>
  [...new Set([currency, ...rows.map((row) => row.currency)])].sort()

export class Analytics extends Context.Service<
  Analytics,
  {
    /**
     * A row for each period and currency, those without anything too: they draw a chart as they
     * are.
     */
    readonly revenue: (
      workspace: Workspace,
      range: Partial<Range>
    ) => Effect.Effect<Report<RevenueRow, RevenueMeta>, RangeRefused>
    readonly receivables: (
      workspace: Workspace
    ) => Effect.Effect<Report<ReceivablesRow, ReceivablesMeta>>
    /** As the list of projects has them. */
    readonly projects: (
      workspace: Workspace,
      search: ProjectFilter & Search,
      page: PageRequest<ProjectId>
    ) => Effect.Effect<Page<ProjectRow, ProjectId>, ListTooBroad>
  }
>()("retainer/app/Analytics") {
  static readonly layer = Layer.effect(
    Analytics,
    Effect.gen(function* () {
      const analytics = yield* AnalyticsRepository
      const projects = yield* ProjectRepository

      return Analytics.of({
        revenue: useCase("Analytics.revenue")(function* (workspace, given) {
          const { id, zone, timeZone } = workspace
          const range = yield* Effect.fromResult(rangeOf(given, yield* todayIn(zone)))
          const periods = periodsOf(range)
          const sums = yield* analytics.revenue(id, periods, zone)
          const found = new Map(sums.map((row) => [`${row.period} ${row.currency}`, row]))
          const currencies = currenciesOf(workspace, sums)
          const data = periods.flatMap(({ name }, at) =>
            currencies.map((currency) => {
              const row = found.get(`${at} ${currency}`)
              return {
                period: name,
                currency,
                issuedMinor: row?.issuedMinor ?? 0,
                collectedMinor: row?.collectedMinor ?? 0,
                creditedMinor: row?.creditedMinor ?? 0,
                refundedMinor: row?.refundedMinor ?? 0
              }
            })
          )
          return { data, meta: { ...range, timeZone } }
        }),

        receivables: useCase("Analytics.receivables")(function* (workspace) {
          const { id, zone, timeZone } = workspace
          const date = yield* todayIn(zone)
          const rows = yield* analytics.receivables(id, date)
          const data = currenciesOf(workspace, rows).map(
            (currency) =>
              rows.find((row) => row.currency === currency) ?? nothingReceivable(currency)
          )
          return { data, meta: { date, timeZone } }
        }),

        projects: useCase("Analytics.projects")(function* (workspace, search, page) {
          const found = yield* isSearch(search)
            ? projects.search(workspace.id, search, page)
            : projects.list(workspace.id, search, page)
          const items = found.items.map(({ id, name, ...project }) => ({
            project: { id, name },
            status: project.status,
            currency: workspace.currency,
            budgetMinor: project.budgetMinor,
            budgetSpentMinor: project.budgetSpentMinor,
            taskCount: project.taskCount,
            completedTaskCount: project.completedTaskCount
          }))
          return { ...found, items }
        })
      })
    })
  )
}
