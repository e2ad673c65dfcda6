/** Every item of a list, page after page, as a Stream of the Effect client. */
import { Effect, Option, Stream } from "effect"
import { nextOf } from "../promise/List.ts"

interface Page<Item> {
  readonly data: ReadonlyArray<Item>
  readonly meta:
    | { readonly next_cursor: string | null }
    | { readonly limit: number; readonly next_after: number }
}

/** Where a page begins: one of the two, as the list's own query has it; nothing for the first. */
export interface PagePosition {
  readonly cursor?: string
  readonly after?: number
}

/**
 * A page is asked for when its first item is: `paginate((page) => api.invoices.list({ query: { status:
 * "sent", ...page } }))`. A list goes to its last page, a log (`events`, `audit`) to its present end.
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
