/**
 * Cursors: opaque, signed, and bound to the list, the workspace and the filters they were made for,
 * so that an edited or borrowed one is a bad request instead of a wrong page.
 */
import { Context, Effect, Layer, Option, Predicate } from "effect"
import { defaultLimit } from "../../api/endpoint/Pagination.ts"
import { BadRequest } from "../../api/errors/ErrorEnvelope.ts"
import type { PageRequest } from "../../app/ports/PageRequest.ts"
import { Signer } from "../../app/ports/Signer.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import { type InvoiceSort, valueOrder } from "../../domain/text/Search.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { countOnPage } from "./PageBytes.ts"

interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/**
 * The filter of a list: its query without the page. A declared parameter that `Filter` lacks does
 * not compile; otherwise it would be ignored silently.
 */
export const filterFor =
  <Filter>() =>
  <Query extends PageQuery>(
    query: Query & { readonly [K in Exclude<keyof Query, keyof Filter | keyof PageQuery>]: never }
  ): Omit<Query, keyof PageQuery> => {
    const { limit, cursor, ...filter }: Query = query
    return filter
  }

/** A range that ends before it begins is a bad request. */
export const requireOrder = ({
  from,
  to
}: {
  readonly from?: CalendarDate | undefined
  readonly to?: CalendarDate | undefined
}): Effect.Effect<void, BadRequest> =>
  from !== undefined && to !== undefined && from > to
    ? Effect.fail(new BadRequest({ message: "from: must not be after to" }))
    : Effect.void

interface ListRequest<Id extends string> {
  readonly list: string
  readonly workspaceId: WorkspaceId
  readonly filter: object
  readonly ids: { readonly parse: (text: string) => Option.Option<Id> }
  readonly query: PageQuery & { readonly sort?: InvoiceSort }
}

interface PageMeta {
  readonly total: number
  readonly limit: number
  readonly nextCursor: string | null
}

const purposeOf = <Id extends string>({ list, workspaceId, filter }: ListRequest<Id>): string => {
  const entries = Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))
  return `cursor:${list}:${workspaceId}:${JSON.stringify(entries)}`
}

/** The page cut at its bound of bytes; its end is then the last entry that it holds. */
const bounded = <Item, Id extends string>(
  { ids, query: { sort } }: ListRequest<Id>,
  page: Page<Item, Id>
): Page<Item, Id> => {
  const count = countOnPage(page.items)
  const last = page.items[count - 1]
  if (count === page.items.length || !Predicate.hasProperty(last, "id")) return page
  const order = valueOrder(sort)
  const value =
    order !== undefined && Predicate.hasProperty(last, order.field) ? last[order.field] : undefined
  return {
    items: page.items.slice(0, count),
    total: page.total,
    next: Option.getOrNull(ids.parse(String(last.id))),
    ...(value === undefined ? {} : { nextValue: String(value) })
  }
}

const lastOf = ({ next, nextValue }: Pick<Page<unknown, string>, "next" | "nextValue">): string =>
  nextValue === undefined ? `${next}` : `${next} ${nextValue}`

export class Paging extends Context.Service<
  Paging,
  {
    /** The page that the query asks for. */
    readonly request: <Id extends string>(
      request: ListRequest<Id>
    ) => Effect.Effect<PageRequest<Id>, BadRequest>
    /** The answer with the page, which ends at 1 MiB if its entries are long. */
    readonly answer: <Item, Id extends string>(
      request: ListRequest<Id>,
      page: Page<Item, Id>
    ) => { readonly data: ReadonlyArray<Item>; readonly meta: PageMeta }
  }
>()("retainer/http/Paging") {
  static readonly layer = Layer.effect(
    Paging,
    Effect.gen(function* () {
      const signer = yield* Signer
      return Paging.of({
        request: (request) => {
          const { limit = defaultLimit, cursor, sort } = request.query
          const order = sort === "created_at" ? { isAscending: true } : {}
          if (cursor === undefined) return Effect.succeed({ limit, after: null, ...order })
          // The id, and in an order by a value what that was.
          const [after, afterValue] = (signer.unseal(purposeOf(request), cursor) ?? "").split(" ")
          const value = afterValue === undefined ? {} : { afterValue }
          return Option.match(after === undefined ? Option.none() : request.ids.parse(after), {
            onNone: () =>
              Effect.fail(
                new BadRequest({
                  message: "cursor: must be the next_cursor of a response of this list and filters"
                })
              ),
            onSome: (id) => Effect.succeed({ limit, after: id, ...order, ...value })
          })
        },
        answer: (request, found) => {
          const page = bounded(request, found)
          return {
            data: page.items,
            meta: {
              total: page.total,
              limit: request.query.limit ?? defaultLimit,
              nextCursor: page.next === null ? null : signer.seal(purposeOf(request), lastOf(page))
            }
          }
        }
      })
    })
  )
}
