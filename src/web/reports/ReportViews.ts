/** The page around a report: tabs, the range of days, and the way to its CSV. */
import type { SignedIn } from "../../app/people/SignIn.ts"
import { Interval } from "../../domain/analytics/Periods.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { a, button, type Child, div, form, h1, h2, input, nav } from "../../html/Elements.ts"
import { type ReportName, reportNames } from "../../words/reports/ReportWords.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { framedPage } from "../Frame.ts"
import { field, link, select } from "../Parts.ts"
import type { ReportReader } from "./ReportParts.ts"
import { type ReportQuery, reportAddress, reportsPath } from "./ReportQuery.ts"

interface ReportView {
  readonly reader: ReportReader
  readonly query: ReportQuery
  readonly currencies: ReadonlyArray<CurrencyCode>
  /** Null where the range is refused. */
  readonly content: Child
}

/** Receivables and projects are as of today: no range of days changes them. */
const isOfToday: Readonly<Record<ReportName, boolean>> = {
  revenue: false,
  receivables: true,
  projects: true,
  taxes: false,
  clients: false
}
const hasInterval: Readonly<Record<ReportName, boolean>> = {
  revenue: true,
  receivables: false,
  projects: false,
  taxes: true,
  clients: false
}

const tabs = ({ reader: { words }, query }: ReportView): Child =>
  nav(
    { class: "tabs", "aria-label": words.byReport },
    reportNames.map((show) =>
      a(
        {
          href: reportAddress(query, { show, after: null }),
          "aria-current": show === query.show ? "page" : undefined
        },
        words.shows[show]
      )
    )
  )

const rangeForm = ({ reader: { words }, query, currencies }: ReportView): Child => {
  const { show, fields, problem, currency } = query
  if (isOfToday[show]) return null
  const wrong = problem === null ? [] : [{ field: problem.field, message: words[problem.reason] }]
  const day = (name: "from" | "to") =>
    field({
      ...{ name, label: words[name], value: fields[name], type: "date", wrong },
      ...(problem?.field === name ? { autofocus: true } : {})
    })
  const choices = [...new Set([...currencies, currency])]
  return form(
    { class: "range", method: "get", action: reportsPath },
    input({ type: "hidden", name: "show", value: show }),
    day("from"),
    day("to"),
    hasInterval[show]
      ? select(
          "interval",
          words.interval,
          Interval.literals.map((value) => ({ value, label: words.intervals[value] })),
          fields.interval
        )
      : input({ type: "hidden", name: "interval", value: fields.interval }),
    select(
      "currency",
      words.currency,
      choices.map((value) => ({ value, label: value })),
      currency
    ),
    button({ type: "submit", class: "second" }, words.apply)
  )
}

export const reportPage = (signedIn: SignedIn, page: BrowserRequest, view: ReportView) => {
  const { reader, query, content } = view
  const { words } = reader
  const name = words.shows[query.show]
  return framedPage(signedIn, page, {
    title: `${words.title}: ${name}`,
    place: "reports",
    isOpen: true,
    sheet: "reports",
    status: query.problem === null ? 200 : 422,
    children: [
      div(
        { class: "head" },
        h1(words.title),
        query.problem === null
          ? div(
              { class: "do" },
              link(reportAddress(query, {}, `${reportsPath}.csv`), words.csv, "button second")
            )
          : null
      ),
      tabs(view),
      h2({ class: "vh" }, name),
      rangeForm(view),
      content
    ]
  })
}
