/** The list of clients (`/clients`), and the same query as a table for programs. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { ClientAccounts } from "../../../app/clients/ClientAccounts.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { numberFormat } from "../../../domain/text/LocaleFormats.ts"
import { textLocaleOf } from "../../../domain/workspaces/Workspace.ts"
import { type Child, h1, p } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { broadQuery } from "../../CsvPages.ts"
import { framedPage } from "../../Frame.ts"
import { timeFormatsOf } from "../../PageFormats.ts"
import { makePages } from "../../Pages.ts"
import { link, note, pageHead } from "../../Parts.ts"
import { clientCsv } from "./ClientCsv.ts"
import {
  boardOf,
  clientListPath,
  clientListQueryOf,
  clientPlaceOf,
  clientsPath
} from "./ClientListQuery.ts"
import { clientRows, clientSearch } from "./ClientListViews.ts"

const csvPath = `${clientsPath}.csv`

const listPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  children: ReadonlyArray<Child>,
  status = 200
) => {
  const { list } = wordsIn(page.language).client
  const query = clientListQueryOf(page.request)
  return framedPage(signedIn, page, {
    title: list.title,
    place: "clients",
    isOpen: true,
    status,
    children: [
      pageHead(h1(list.title), [
        link(clientListPath(query, {}, csvPath), list.csv, "button second"),
        link(`${clientsPath}/new`, list.newClient, "button")
      ]),
      children
    ]
  })
}

export const layerClientListPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const accounts = yield* ClientAccounts

    yield* settingsGet(clientsPath, (signedIn, page) => {
      const { workspace } = signedIn
      const query = clientListQueryOf(page.request)
      const { locale } = textLocaleOf(workspace, page.language)
      const { client: words, invoiceList } = wordsIn(page.language)
      const numbers = numberFormat(locale)
      return Effect.all(
        {
          board: accounts.board(workspace, boardOf(query), clientPlaceOf(query)),
          sums: accounts.sums(workspace, boardOf(query)),
          times: timeFormatsOf(workspace, locale)
        },
        { concurrency: "unbounded" }
      ).pipe(
        Effect.map(({ board, sums, times }) => {
          const view = {
            ...{ query, board, sums, words, formats: formatsOf(locale) },
            own: workspace.currency,
            shown: invoiceList.shown,
            day: times.minute,
            count: (number: number) => numbers.format(number)
          }
          return listPage(signedIn, page, [clientSearch(view), clientRows(view)])
        }),
        Effect.catchTag("ListTooBroad", () => {
          const children = [
            note("bad", p(broadQuery(page, words.list).message)),
            p(link(clientsPath, words.list.noneFound.action))
          ]
          return Effect.succeed(listPage(signedIn, page, children, 422))
        })
      )
    })

    yield* settingsGet(csvPath, ({ workspace }, page) => {
      const query = boardOf(clientListQueryOf(page.request))
      return clientCsv(workspace.currency, (place) => accounts.board(workspace, query, place)).pipe(
        Effect.catchTag("ListTooBroad", () =>
          Effect.fail(broadQuery(page, wordsIn(page.language).client.list))
        )
      )
    })
  })
)
