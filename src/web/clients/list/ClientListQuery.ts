/**
 * The query of the list of clients. All of its state is in the address, so that it can be
 * bookmarked. An unreadable value is ignored: an old link shows the list.
 */
import { Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ClientQuery } from "../../../app/clients/ClientAccounts.ts"
import type {
  ClientBoardPage,
  ClientPlace
} from "../../../app/ports/clients/ClientBoardRepository.ts"
import { ClientSort } from "../../../domain/clients/ClientBoard.ts"
import { ClientId } from "../../../domain/Ids.ts"
import { SearchText } from "../../../domain/text/Search.ts"
import { queryOf } from "../../PageUrls.ts"

export const clientsPath = "/clients"
const pageSize = 50

export interface ClientListQuery extends ClientQuery {
  readonly after: ClientId | null
  readonly before: ClientId | null
}

export const clientListQueryOf = (
  request: HttpServerRequest.HttpServerRequest
): ClientListQuery => {
  const given = <T>(name: string, schema: Schema.Codec<T, string>): T | undefined =>
    Option.getOrUndefined(Schema.decodeUnknownOption(schema)(queryOf(request, name)))
  const edge = (name: string) => Option.getOrNull(ClientId.parse(queryOf(request, name) ?? ""))
  const q = given("q", SearchText)
  return {
    sort: given("sort", ClientSort) ?? "owed",
    ...(q === undefined ? {} : { q }),
    after: edge("after"),
    before: edge("before")
  }
}

/** The words and the order, without the place of the page. */
export const boardOf = ({ q, sort }: ClientListQuery): ClientQuery => ({
  sort,
  ...(q === undefined ? {} : { q })
})

/** The parameters of this query, with some of them changed; a change leads to the first page. */
export const clientListPath = (
  { q, sort }: ClientQuery,
  change: Readonly<Record<string, string | null>> = {},
  path = clientsPath
): string => {
  const all: Readonly<Record<string, string | null>> = {
    q: q ?? null,
    sort: sort === "owed" ? null : sort,
    ...change
  }
  const parameters = new URLSearchParams(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  )
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

export const clientPlaceOf = ({ after, before }: ClientListQuery): ClientPlace => ({
  limit: pageSize,
  beside: before ?? after,
  isBackward: before !== null
})

/** The addresses of the pages beside; null where there is none. */
export const pagesBeside = (query: ClientListQuery, { items, hasMore }: ClientBoardPage) => {
  const [first, last] = [items[0], items.at(-1)]
  const { after, before } = query
  const hasNext = before !== null || hasMore
  const hasPrevious = before === null ? after !== null : hasMore
  return {
    next: hasNext && last !== undefined ? clientListPath(query, { after: last.id }) : null,
    previous:
      hasPrevious && first !== undefined ? clientListPath(query, { before: first.id }) : null
  }
}
