/** Amounts by client in one currency, the largest first. */
import type { ClientAmounts, ClientReport } from "../../app/ports/analytics/ReportRepository.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { a, type Child, p } from "../../html/Elements.ts"
import { meterBar } from "../../html/Meter.ts"
import { clientCell } from "../invoices/InvoiceListViews.ts"
import { csvAmount, csvText, type ReportReader, reportTable } from "./ReportParts.ts"

const netOf = ({ billedMinor, creditedMinor }: ClientAmounts): number => billedMinor - creditedMinor

export const clientsReport = (
  { words, formats, percent }: ReportReader,
  { clients, others }: ClientReport,
  currency: CurrencyCode
): Child => {
  const [first] = clients
  if (first === undefined) return p({ class: "empty" }, words.nothing)
  const most = Math.max(1, netOf(first))
  const figures = ({ billedMinor, creditedMinor, collectedMinor, owedMinor }: ClientAmounts) =>
    [billedMinor, creditedMinor, collectedMinor, owedMinor].map((minor) =>
      formats.amount(minor, currency)
    )
  return [
    reportTable(
      `${words.shows.clients}, ${currency}`,
      [
        { name: words.client },
        { name: words.used },
        ...[words.billed, words.credited, words.collected, words.owed].map((name) => ({
          name,
          isFigure: true
        }))
      ],
      [
        ...clients.map(({ id, name, company, ...amounts }) => ({
          cells: [
            a({ class: "row-link", href: `/clients/${id}` }, clientCell(company, name)),
            meterBar(netOf(amounts) / most, words.share(percent(netOf(amounts) / most)), "share"),
            ...figures(amounts)
          ]
        })),
        ...(others === null
          ? []
          : [{ isSum: true, cells: [words.others(others.count), "", ...figures(others)] }])
      ]
    ),
    p({ class: "small quiet" }, words.clientsNote)
  ]
}

export const clientsCsv = ({ clients }: ClientReport, currency: CurrencyCode): string =>
  csvText(
    ["client", "company", "currency", "billed", "credited", "collected", "balance_due", "id"],
    clients.map(({ id, name, company, ...row }) => ({
      ...{ client: name, company, currency, id },
      billed: csvAmount(row.billedMinor, currency),
      credited: csvAmount(row.creditedMinor, currency),
      collected: csvAmount(row.collectedMinor, currency),
      balance_due: csvAmount(row.owedMinor, currency)
    }))
  )
