/** The list of invoices (`/invoices`), and the same query as a table for programs. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Clients } from "../../app/clients/Clients.ts"
import type { InvoiceBoard } from "../../app/invoices/InvoiceBoard.ts"
import { Invoicing } from "../../app/invoices/Invoicing.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { Projects } from "../../app/projects/Projects.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { formatMinor } from "../../domain/money/MinorUnits.ts"
import { dateFormat, numberFormat } from "../../domain/text/LocaleFormats.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { textLocaleOf, type Workspace } from "../../domain/workspaces/Workspace.ts"
import { type Child, h1, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { broadQuery, csvAnswer, csvPageSize, pageAfter } from "../CsvPages.ts"
import { framedPage } from "../Frame.ts"
import { clientName } from "../PageFormats.ts"
import { makePages } from "../Pages.ts"
import { link, note, pageHead } from "../Parts.ts"
import { addressOf, type ListQuery, listPath, listQueryOf, readOf } from "./InvoiceListQuery.ts"
import { invoiceRows, newInvoiceLink, searchForm, tabsOf } from "./InvoiceListViews.ts"

const csvPath = `${listPath}.csv`

/** Amounts with their decimals, as spreadsheets read them. */
const csvRow = (item: InvoiceBoard["items"][number]) => {
  const amount = (minor: number) => formatMinor(minor, item.currency)
  return {
    number: item.number,
    status: item.status,
    client: item.client.name,
    company: item.company,
    issue_date: item.issueDate,
    due_date: item.dueDate,
    currency: item.currency,
    total: amount(item.totalMinor),
    amount_paid: amount(item.amountPaidMinor),
    amount_credited: amount(item.amountCreditedMinor),
    balance_due: amount(isOpen(item) ? balanceDue(item) : 0),
    id: item.id
  }
}

const csvColumns = [
  ...["number", "status", "client", "company", "issue_date", "due_date", "currency", "total"],
  ...["amount_paid", "amount_credited", "balance_due", "id"]
]

/** `23 Dec`, and with the year where it is not that of today. */
const shortDays = (locale: string, today: CalendarDate) => {
  const inYear = { day: "numeric", month: "short", timeZone: "UTC" } as const
  const short = dateFormat(locale, inYear)
  const long = dateFormat(locale, { ...inYear, year: "numeric" })
  return (date: CalendarDate): string =>
    (date.slice(0, 4) === today.slice(0, 4) ? short : long).format(new Date(`${date}T00:00:00Z`))
}

const commonCurrency = (items: InvoiceBoard["items"]): CurrencyCode | null => {
  const [first] = items
  const isCommon = items.every(({ currency }) => currency === first?.currency)
  return first !== undefined && isCommon ? first.currency : null
}

/** Words and formats of the reader. */
const readerOf = ({ workspace }: SignedIn, { language }: BrowserRequest) => {
  const { locale } = textLocaleOf(workspace, language)
  const numbers = numberFormat(locale)
  return {
    locale,
    words: wordsIn(language).invoiceList,
    formats: formatsOf(locale),
    count: (number: number) => numbers.format(number)
  }
}

const listPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  children: ReadonlyArray<Child>,
  status = 200
) => {
  const { words } = readerOf(signedIn, page)
  const query = listQueryOf(page.request)
  return framedPage(signedIn, page, {
    title: words.title,
    place: "invoices",
    isOpen: true,
    status,
    children: [
      pageHead(h1(words.title), [
        link(addressOf(query, {}, csvPath), words.csv, "button second"),
        link(newInvoiceLink(query), words.newInvoice, "button wide-only")
      ]),
      children
    ]
  })
}

/** The names of the client and the project of the list; null for an id of nothing. */
const makeNames = Effect.gen(function* () {
  const clients = yield* Clients
  const projects = yield* Projects
  const none = Effect.succeed(null)
  return (workspace: Workspace, { board: { clientId, projectId } }: ListQuery) =>
    Effect.all({
      clientName:
        clientId === undefined
          ? none
          : clients.get(workspace, clientId).pipe(
              Effect.map(clientName),
              Effect.orElseSucceed(() => null)
            ),
      projectName:
        projectId === undefined
          ? none
          : projects.get(workspace, projectId).pipe(
              Effect.map(({ name }) => name),
              Effect.orElseSucceed(() => null)
            )
    })
})

export const layerInvoiceListPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const invoicing = yield* Invoicing
    const namesOf = yield* makeNames

    yield* settingsGet(listPath, (signedIn, page) => {
      const { workspace } = signedIn
      const query = listQueryOf(page.request)
      const { sort, page: request } = readOf(query)
      const { tab, ...scope } = query.board
      const { locale, ...reader } = readerOf(signedIn, page)
      return Effect.all(
        {
          board: invoicing.board(workspace, { ...query.board, sort }, request),
          totals: invoicing.totals(workspace, scope, tab),
          names: namesOf(workspace, query)
        },
        { concurrency: "unbounded" }
      ).pipe(
        Effect.map(({ board, totals, names }) => {
          const view = {
            ...{ query, board, totals, ...reader, ...names },
            day: shortDays(locale, board.today),
            currency: commonCurrency(board.items)
          }
          return listPage(signedIn, page, [tabsOf(view), searchForm(view), invoiceRows(view)])
        }),
        Effect.catchTag("ListTooBroad", () => {
          const { message } = broadQuery(page, reader.words)
          const children = [note("bad", p(message)), p(link(listPath, reader.words.ofAll))]
          return Effect.succeed(listPage(signedIn, page, children, 422))
        })
      )
    })

    yield* settingsGet(csvPath, ({ workspace }, page) => {
      const query = listQueryOf(page.request)
      const { sort, page: first } = readOf({ ...query, after: null, before: null }, csvPageSize)
      return csvAnswer(first, {
        name: "invoices",
        columns: csvColumns,
        read: (request) => invoicing.board(workspace, { ...query.board, sort }, request),
        rowsOf: ({ items }) => items.map(csvRow),
        following: pageAfter(first)
      }).pipe(
        Effect.catchTag("ListTooBroad", () =>
          Effect.fail(broadQuery(page, wordsIn(page.language).invoiceList))
        )
      )
    })
  })
)
