/**
 * The four figures of Home, each a link to what it is the sum of, and the age of what is owed as a
 * bar with its table. The workspace's own currency is large; others stand small beside it.
 */
import { DateTime } from "effect"
import type { ReceivablesRow } from "../../domain/analytics/AnalyticsResource.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { dateFormat } from "../../domain/text/LocaleFormats.ts"
import { daysBetween } from "../../domain/time/CalendarDate.ts"
import {
  a,
  type Child,
  caption,
  details,
  div,
  span,
  summary,
  table,
  tbody,
  td,
  th,
  thead,
  tr
} from "../../html/Elements.ts"
import { rect, svg } from "../../html/Svg.ts"
import type { AgeName } from "../../words/home/HomeWords.ts"
import { listPath } from "../invoices/InvoiceListQuery.ts"
import type { HomeReader } from "./HomeReader.ts"

const ages: ReadonlyArray<readonly [AgeName, (row: ReceivablesRow) => number]> = [
  ["notDue", ({ notDueMinor }) => notDueMinor],
  ["days1to30", ({ days_1_30Minor }) => days_1_30Minor],
  ["days31to60", ({ days_31_60Minor }) => days_31_60Minor],
  ["days61to90", ({ days_61_90Minor }) => days_61_90Minor],
  ["over90", ({ daysOver_90Minor }) => daysOver_90Minor]
]

/** Darker with age; each stands out from both grounds. */
const agePaints = ["#93a1b0", "#d99e2b", "#dd7530", "#d0493a", "#a93a6e"]

const total = ({ totalMinor }: ReceivablesRow): number => totalMinor
const overdue = ({ totalMinor, notDueMinor }: ReceivablesRow): number => totalMinor - notDueMinor

interface Amount {
  readonly currency: CurrencyCode
  readonly minor: number
}

/** Amounts of other currencies, never added to the large one. */
const alsoOf = (
  { formats, frame, signedIn }: HomeReader,
  amounts: ReadonlyArray<Amount>
): ReadonlyArray<string> => {
  const others = amounts.filter(
    ({ currency, minor }) => currency !== signedIn.workspace.currency && minor !== 0
  )
  return others.length === 0
    ? []
    : [
        frame.figures.also(
          others.map(({ minor, currency }) => formats.money(minor, currency)).join(", ")
        )
      ]
}

const amountsOf = (
  rows: ReadonlyArray<ReceivablesRow>,
  pick: (row: ReceivablesRow) => number
): ReadonlyArray<Amount> => rows.map((row) => ({ currency: row.currency, minor: pick(row) }))

interface Figure {
  readonly href: string
  readonly label: string
  readonly minor: number
  readonly bar?: Child
  readonly below: ReadonlyArray<string>
  readonly isBad?: boolean
}

const figure = ({ formats, signedIn }: HomeReader, given: Figure): Child => {
  const { currency } = signedIn.workspace
  return a(
    { href: given.href },
    span({ class: "lab" }, given.label),
    span({ class: given.isBad === true ? "big bad" : "big" }, [
      formats.amount(given.minor, currency),
      " ",
      span({ class: "small" }, currency)
    ]),
    given.bar,
    span({ class: "small quiet" }, given.below.join(" · "))
  )
}

/** One rectangle of each age that owes something, with a gap between them. */
const ageBar = ({ formats, words }: HomeReader, row: ReceivablesRow): Child => {
  const parts = ages.flatMap(([name, pick], at) => {
    const minor = pick(row)
    return minor > 0 ? [{ name, at, minor, share: (minor / row.totalMinor) * 100 }] : []
  })
  if (parts.length === 0) return null
  const texts = parts.map(
    ({ name, minor }) => `${words.figures.ages[name]} ${formats.amount(minor, row.currency)}`
  )
  let x = 0
  return svg(
    {
      class: "age",
      viewBox: "0 0 100 8",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${words.figures.byAge}: ${texts.join(", ")}`
    },
    parts.map(({ at, share }) => {
      const from = x
      x += share
      const width = Math.max(0.5, share - (x < 99.9 ? 0.6 : 0))
      return rect({
        fill: agePaints[at],
        x: from.toFixed(2),
        y: 0,
        width: width.toFixed(2),
        height: 8
      })
    })
  )
}

const ageTable = ({ formats, words, view }: HomeReader): Child => {
  const rows = view.receivables.filter(({ totalMinor }) => totalMinor > 0)
  if (rows.length === 0) return null
  const cells = (pick: (row: ReceivablesRow) => number): Child =>
    rows.map((row) => td({ class: "r" }, formats.amount(pick(row), row.currency)))
  return details(
    { class: "data" },
    summary(words.figures.byAge),
    div(
      { class: "scroll", tabindex: 0, role: "region", "aria-label": words.figures.byAge },
      table(
        caption(words.figures.byAge),
        thead(
          tr(
            th({ scope: "col" }, words.figures.age),
            rows.map(({ currency }) => th({ scope: "col", class: "r" }, currency))
          )
        ),
        tbody(
          ages.map(([name, pick]) =>
            tr(th({ scope: "row" }, words.figures.ages[name]), cells(pick))
          ),
          tr(th({ scope: "row" }, words.figures.total), cells(total))
        )
      )
    )
  )
}

const collectedFigure = (reader: HomeReader): Figure => {
  const { view, words, frame, formats, signedIn, locale } = reader
  const { currency, timeZone } = signedIn.workspace
  const own = view.collected.find((row) => row.currency === currency)
  const year = dateFormat(locale, { year: "numeric", timeZone }).format(
    DateTime.toEpochMillis(view.now)
  )
  const lastYear = String(Number(view.today.slice(0, 4)) - 1)
  const before = formats.amount(own?.lastYearMinor ?? 0, currency)
  return {
    href: `${listPath}?state=paid`,
    label: frame.figures.collectedIn(year),
    minor: own?.thisYearMinor ?? 0,
    below: [
      words.figures.lastYear(before, lastYear),
      ...alsoOf(
        reader,
        view.collected.map((row) => ({ currency: row.currency, minor: row.thisYearMinor }))
      )
    ]
  }
}

/** Drafts, and completed milestones that no invoice bills yet. */
const notSentFigure = (reader: HomeReader): Figure => {
  const { view, words, frame, signedIn } = reader
  const { drafts, milestones } = view.counts
  const { currency } = signedIn.workspace
  const own = drafts.find((row) => row.currency === currency)
  const count = drafts.reduce((sum, row) => sum + row.count, 0)
  return {
    href: `${listPath}?state=draft`,
    label: frame.figures.notSent,
    minor: (own?.amountMinor ?? 0) + milestones.amountMinor,
    below: [
      frame.figures.drafts(count),
      ...(milestones.count === 0 ? [] : [words.figures.milestones(milestones.count)]),
      ...alsoOf(
        reader,
        drafts.map((row) => ({ currency: row.currency, minor: row.amountMinor }))
      )
    ]
  }
}

export const homeFigures = (reader: HomeReader): Child => {
  const { view, words, frame, page } = reader
  const { receivables, counts, today } = view
  const [own] = receivables
  if (own === undefined) return null
  const late = page.waiting.overdue
  const oldest = counts.oldestDue === null ? 0 : daysBetween(counts.oldestDue, today)
  return [
    div(
      { class: "figures" },
      figure(reader, {
        href: listPath,
        label: frame.figures.outstanding,
        minor: total(own),
        bar: ageBar(reader, own),
        below: [
          frame.figures.invoices(counts.open),
          ...alsoOf(reader, amountsOf(receivables, total))
        ]
      }),
      figure(reader, {
        href: `${listPath}?state=overdue`,
        label: frame.figures.overdue,
        minor: overdue(own),
        isBad: late > 0,
        below: [
          frame.figures.invoices(late),
          ...(late > 0 && oldest > 0 ? [words.figures.oldest(oldest)] : []),
          ...alsoOf(reader, amountsOf(receivables, overdue))
        ]
      }),
      figure(reader, collectedFigure(reader)),
      figure(reader, notSentFigure(reader))
    ),
    ageTable(reader)
  ]
}
