/**
 * The choice of a client in a form: the newest are offered, with the chosen one among them. A
 * search among more clients shows the form anew with those that match; nothing typed is lost.
 */
import { Effect, Option, Schema } from "effect"
import { Clients } from "../../app/clients/Clients.ts"
import { ClientId } from "../../domain/Ids.ts"
import { SearchText } from "../../domain/text/Search.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { button, type Child, div, input, label, p } from "../../html/Elements.ts"
import type { InvoiceFormWords } from "../../words/invoices/InvoiceFormWords.ts"

/** As many as a form offers. */
const offered = { limit: 100, after: null } as const
const decodeSearch = Schema.decodeUnknownOption(SearchText)
const none = { items: [], total: 0 }

export const makeClientChoice = Effect.gen(function* () {
  const clients = yield* Clients

  /** Those whose texts have the words of the search; none where too many have. */
  const matching = (workspace: Workspace, q: string) =>
    Effect.orElseSucceed(clients.search(workspace, { q }, offered), () => none)

  /** `chosenText` is the id that the form has, if any. */
  return Effect.fnUntraced(function* (workspace: Workspace, chosenText: string, search: string) {
    const clientId = Option.getOrUndefined(ClientId.parse(chosenText))
    const q = Option.getOrUndefined(decodeSearch(search))
    const { page, chosen } = yield* Effect.all(
      {
        page: q === undefined ? clients.list(workspace, offered) : matching(workspace, q),
        chosen:
          clientId === undefined
            ? Effect.succeed(null)
            : Effect.orElseSucceed(clients.get(workspace, clientId), () => null)
      },
      { concurrency: "unbounded" }
    )
    const isOffered = page.items.some(({ id }) => id === chosen?.id)
    return {
      chosen,
      searchesClients: q !== undefined || page.total > offered.limit,
      clients: [...(chosen === null || isOffered ? [] : [chosen]), ...page.items]
    }
  })
})

interface ClientSearch {
  readonly words: Pick<InvoiceFormWords, "findClient" | "find" | "noClientFound">
  readonly q: string
  readonly found: number
  readonly hasFocus: boolean
}

/** The name of the search's field, and of the button that shows the form anew. */
export const searchName = "client_q"
export const refreshIntent = { name: "intent", value: "refresh" } as const

export const clientSearchField = ({ words, q, found, hasFocus }: ClientSearch): Child =>
  div(
    { class: "field" },
    label({ for: "client-q" }, words.findClient),
    div(
      { class: "search" },
      input({
        ...{ id: "client-q", name: searchName, type: "search", maxLength: 100, value: q },
        autofocus: hasFocus ? true : undefined
      }),
      button({ type: "submit", ...refreshIntent, class: "second" }, words.find)
    ),
    q !== "" && found === 0 ? p({ class: "problem" }, words.noClientFound) : null
  )
