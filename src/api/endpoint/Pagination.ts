/** Cursor pagination: the page parameters and the meta of every list. */
import { Schema, SchemaTransformation } from "effect"
import { documented, wholeFrom } from "../../domain/Documented.ts"
import { Count } from "../../domain/Numbers.ts"
import { InstantInput, shape } from "../../domain/Resource.ts"
import { ListSort, SearchText } from "../../domain/text/Search.ts"

export const defaultLimit = 20
const maxLimit = 100

/** Outside of its bounds it is refused, not clamped: a caller would take 100 rows for all. */
const Limit = Schema.String.check(
  Schema.isPattern(/^([1-9]\d?|100)$/, {
    message: "must be an integer from 1 to 100",
    ...documented({ type: "integer", minimum: 1, maximum: maxLimit, default: defaultLimit })
  })
).pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

const cursorPattern = "^[A-Za-z0-9_.-]{1,512}$"

const Cursor = Schema.String.check(
  Schema.isPattern(new RegExp(cursorPattern), {
    message: "must be the next_cursor of a previous response",
    ...documented({ pattern: cursorPattern })
  })
)

export const filter = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(schema).annotateKey({ description })

export const pageQuery = {
  limit: Schema.optionalKey(Limit).annotateKey({ description: "Page size, 1 to 100; default 20" }),
  cursor: Schema.optionalKey(Cursor).annotateKey({
    description: "The `meta.next_cursor` of a previous response of the same list and filters"
  })
}

/** Parameters of the lists of projects, invoices and clients. */
export const searchQuery = {
  q: Schema.optionalKey(SearchText).annotateKey({
    description:
      "Words, each of which begins a word of what is looked through; at most 20,000 rows may " +
      "have them"
  }),
  updatedSince: Schema.optionalKey(InstantInput).annotateKey({
    description: "Only what changed at this instant or later; at most 20,000 rows may have"
  }),
  sort: Schema.optionalKey(ListSort).annotateKey({
    description: "The order; `-` is descending. Default `-created_at`"
  })
}

/** The `limit` of the request. */
export const PageSize = Schema.Int.annotate(wholeFrom(1, maxLimit))

const total = Count.annotate({ description: "Size of the whole filtered set" })
const cursor = Schema.NullOr(Cursor).annotate({
  description: "Leads to the next page; null at the end"
})

export const pageMeta = { total, limit: PageSize, nextCursor: cursor }

export const pageItems = <const Item extends Schema.Top>(item: Item) =>
  Schema.Array(item).check(Schema.isMaxLength(maxLimit))

export const listOf = <const Item extends Schema.Top>(item: Item, identifier: string) =>
  shape({ data: pageItems(item), meta: shape(pageMeta) }, identifier)
