/**
 * The query of the reports: which one, its range of days, its currency. An unreadable day is named
 * at its field; any other unreadable value is ignored, as in lists.
 */
import { Option, Result, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { Interval, type Range, rangeOf } from "../../domain/analytics/Periods.ts"
import { ProjectId } from "../../domain/Ids.ts"
import { CurrencyCode } from "../../domain/money/Currency.ts"
import { CalendarDate } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type ReportName, reportNames } from "../../words/reports/ReportWords.ts"
import { queryOf } from "../PageUrls.ts"

export const reportsPath = "/reports"

interface RangeProblem {
  readonly field: "from" | "to"
  readonly reason: "badDate" | "badRange" | "tooLong"
}

export interface ReportQuery {
  readonly show: ReportName
  readonly currency: CurrencyCode
  /** Null where the days make no range. */
  readonly range: Range | null
  readonly problem: RangeProblem | null
  /** What was typed, or the range that follows from it. */
  readonly fields: {
    readonly from: string
    readonly to: string
    readonly interval: Interval
  }
  /** The last project of the page before. */
  readonly after: ProjectId | null
}

const readDate = Schema.decodeUnknownOption(CalendarDate)

const refusedRange = (
  from: CalendarDate | undefined,
  to: CalendarDate | undefined,
  today: CalendarDate
): RangeProblem =>
  from !== undefined && from > (to ?? today)
    ? { field: "from", reason: "badRange" }
    : { field: "from", reason: "tooLong" }

export const reportQueryOf = (
  request: HttpServerRequest.HttpServerRequest,
  workspace: Workspace,
  today: CalendarDate
): ReportQuery => {
  const given = <T>(name: string, schema: Schema.Codec<T, string>): T | undefined =>
    Option.getOrUndefined(Schema.decodeUnknownOption(schema)(queryOf(request, name)))
  const texts = { from: queryOf(request, "from") ?? "", to: queryOf(request, "to") ?? "" }
  const interval = given("interval", Interval) ?? "month"
  const [from, to] = [texts.from, texts.to].map((text) => Option.getOrUndefined(readDate(text)))
  const unread = (["from", "to"] as const).find(
    (name) => texts[name] !== "" && (name === "from" ? from : to) === undefined
  )
  const range = rangeOf(
    { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), interval },
    today
  )
  const own = {
    show: given("show", Schema.Literals(reportNames)) ?? "revenue",
    currency: given("currency", CurrencyCode) ?? workspace.currency,
    after: Option.getOrNull(ProjectId.parse(queryOf(request, "after") ?? ""))
  }
  if (unread === undefined && Result.isSuccess(range)) {
    return { ...own, range: range.success, problem: null, fields: range.success }
  }
  const problem: RangeProblem =
    unread === undefined ? refusedRange(from, to, today) : { field: unread, reason: "badDate" }
  return { ...own, range: null, problem, fields: { ...texts, interval } }
}

/** The address of this query with some of it changed; null leaves a parameter out. */
export const reportAddress = (
  { show, currency, fields, range }: ReportQuery,
  change: Readonly<Record<string, string | null>> = {},
  path = reportsPath
): string => {
  const { from, to, interval } = range ?? fields
  const all = { show, from, to, interval, currency, ...change }
  return `${path}?${new URLSearchParams(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  )}`
}
