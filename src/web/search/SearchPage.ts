/** The search (`/search?q=`): five results of each kind; one exact hit leads to its page. */
import { Effect, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { type SearchResult, WorkspaceSearch } from "../../app/search/WorkspaceSearch.ts"
import { SearchText } from "../../domain/text/Search.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import { type Child, div, h1, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { framedPage } from "../Frame.ts"
import { seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { queryOf } from "../PageUrls.ts"
import { searchPath } from "./SearchBox.ts"
import { queryForm, resultsOf } from "./SearchViews.ts"

const places = { invoice: "/invoices", client: "/clients", project: "/projects" } as const

const pathOf = ({ kind, id }: NonNullable<SearchResult["exact"]>): string => `${places[kind]}/${id}`

const readSearch = Schema.decodeUnknownOption(SearchText)

export const layerSearchPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const { find } = yield* WorkspaceSearch

    const searchPage = (
      signedIn: SignedIn,
      page: BrowserRequest,
      results: Child,
      { q = "", problem }: { readonly q?: string; readonly problem?: string } = {}
    ) => {
      const words = wordsIn(page.language).search
      return framedPage(signedIn, page, {
        title: words.title,
        place: null,
        isOpen: true,
        status: problem === undefined ? 200 : 422,
        children: [div({ class: "head" }, h1(words.title)), queryForm(words, q, problem), results]
      })
    }

    yield* settingsGet(searchPath, (signedIn, page) =>
      Effect.gen(function* () {
        const words = wordsIn(page.language).search
        const given = queryOf(page.request, "q")?.trim() ?? ""
        if (given === "") {
          return searchPage(signedIn, page, p({ class: "quiet" }, words.empty))
        }
        const q = Option.getOrNull(readSearch(given))
        if (q === null) {
          return searchPage(signedIn, page, null, { q: given, problem: words.refused })
        }
        const result = yield* find(signedIn.workspace, q)
        if (result.exact !== null) return seeOther(pathOf(result.exact))
        const today = yield* todayIn(signedIn.workspace.zone)
        return searchPage(signedIn, page, resultsOf(signedIn, page, { q, result, today }), { q })
      })
    )
  })
)
