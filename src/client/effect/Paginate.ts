/** Pagination of the Effect client: all items of a list as a Stream. */
import { Effect, Option, Stream } from "effect"
import { nextOf } from "../promise/List.ts"

interface Page<Item> {
  readonly data: ReadonlyArray<Item>
  readonly meta:
    | { readonly next_cursor: string | null }
    | { readonly limit: number; readonly next_after: number }
}

/** The position of a page, by the parameter of the list; empty for the first page. */
interface PagePosition {
  readonly cursor?: string
  readonly after?: number
}

/**
 * Loads a page when its first item is needed: `paginate((page) => api.invoices.list({ query: {
 * status: "sent", ...page } }))`. A list ends with its last page, a log (`events`, `audit`) at its
 * present end.
 */
export const paginate = <Item, Failure, Needs>(
  list: (page: PagePosition) => Effect.Effect<Page<Item>, Failure, Needs>
): Stream.Stream<Item, Failure, Needs> =>
  Stream.paginate<PagePosition, Item, Failure, Needs>({}, (position) =>
    Effect.map(list(position), (found) => {
      const kind = "next_cursor" in found.meta ? "cursor" : "after"
      return [found.data, Option.fromNullishOr(nextOf(kind, found))] as const
    })
  )
