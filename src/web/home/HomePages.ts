/** Home: the figures of the agency, each a link to what it is the sum of. */
import { DateTime, Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Analytics } from "../../app/analytics/Analytics.ts"
import { Invoicing } from "../../app/invoices/Invoicing.ts"
import type { ReceivablesRow, RevenueRow } from "../../domain/analytics/AnalyticsResource.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { CalendarDate, todayIn } from "../../domain/time/CalendarDate.ts"
import { textLocaleOf, type Workspace } from "../../domain/workspaces/Workspace.ts"
import { a, type Child, div, h1, p, span } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { framedPage } from "../Frame.ts"
import { makePages } from "../Pages.ts"
import { link } from "../Parts.ts"
import { openInvoices, openOnHome } from "./HomeInvoices.ts"

interface HomeFigures {
  readonly receivables: ReadonlyArray<ReceivablesRow>
  readonly revenue: ReadonlyArray<RevenueRow>
  readonly now: DateTime.Utc
}

const figure = (href: string, label: string, value: Child, below: Child, isBad = false): Child =>
  a(
    { href },
    span({ class: "lab" }, label),
    span({ class: isBad ? "big bad" : "big" }, value),
    span({ class: "small quiet" }, below)
  )

/** The workspace's own currency; others stand small beside it and are never added. */
const figuresOf = (
  workspace: Workspace,
  { language, waiting }: BrowserRequest,
  { receivables, revenue, now }: HomeFigures
): Child => {
  const { currency, timeZone } = workspace
  const { locale } = textLocaleOf(workspace, language)
  const { amount, money } = formatsOf(locale)
  const words = wordsIn(language).frame.figures
  const own = receivables.find((row) => row.currency === currency)
  const others = receivables.filter((row) => row.currency !== currency)
  const also = (pick: (row: ReceivablesRow) => number): string => {
    const amounts = others.filter((row) => pick(row) > 0)
    return amounts.length === 0
      ? ""
      : words.also(amounts.map((row) => money(pick(row), row.currency)).join(", "))
  }
  const value = (minor: number): Child => [
    amount(minor, currency),
    " ",
    span({ class: "small" }, currency)
  ]
  const total = ({ totalMinor }: ReceivablesRow) => totalMinor
  const late = ({ totalMinor, notDueMinor }: ReceivablesRow) => totalMinor - notDueMinor
  const collected = revenue.find((row) => row.currency === currency)?.collectedMinor ?? 0
  const year = new Intl.DateTimeFormat(locale, { year: "numeric", timeZone }).format(
    DateTime.toEpochMillis(now)
  )
  const { drafts, overdue } = waiting
  return div(
    { class: "figures" },
    figure("/invoices", words.outstanding, value(own === undefined ? 0 : total(own)), also(total)),
    figure(
      "/invoices?state=overdue",
      words.overdue,
      value(own === undefined ? 0 : late(own)),
      [words.invoices(overdue), " ", also(late)],
      overdue > 0
    ),
    figure("/invoices?state=paid", words.collectedIn(year), value(collected), ""),
    figure("/invoices?state=draft", words.notSent, words.drafts(drafts), "")
  )
}

export const layerHomePages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const analytics = yield* Analytics
    const { board } = yield* Invoicing

    yield* settingsGet("/home", (signedIn, page) =>
      Effect.gen(function* () {
        const { workspace } = signedIn
        const today = yield* todayIn(workspace.zone)
        const thisYear = {
          from: CalendarDate.make(`${today.slice(0, 4)}-01-01`),
          to: today,
          interval: "year"
        } as const
        const read = yield* Effect.all(
          {
            receivables: Effect.map(analytics.receivables(workspace), ({ data }) => data),
            revenue: Effect.map(
              Effect.orDie(analytics.revenue(workspace, thisYear)),
              ({ data }) => data
            ),
            board: Effect.orDie(
              board(
                workspace,
                { tab: "open", sort: "due_date" },
                { limit: openOnHome, after: null }
              )
            ),
            now: DateTime.now
          },
          { concurrency: "unbounded" }
        )
        const words = wordsIn(page.language).frame
        const day = new Intl.DateTimeFormat(textLocaleOf(workspace, page.language).locale, {
          dateStyle: "full",
          timeZone: workspace.timeZone
        })
        return framedPage(signedIn, page, {
          title: words.home,
          place: "home",
          isOpen: true,
          children: [
            div(
              { class: "head" },
              div(
                h1(words.home),
                p({ class: "quiet" }, day.format(DateTime.toEpochMillis(read.now)))
              ),
              div({ class: "do wide-only" }, link("/invoices/new", words.newInvoice, "button"))
            ),
            figuresOf(workspace, page, read),
            openInvoices(signedIn, page, read.board)
          ]
        })
      })
    )
  })
)
