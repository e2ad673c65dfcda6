/** What every list shares: its page parameters and its meta. */
import { Schema, SchemaTransformation } from "effect"
import { InstantInput, shape } from "../domain/Resource.ts"
import { ListSort, SearchText } from "../domain/Search.ts"

export const defaultLimit = 20

/** 1..100 written as a plain integer; anything else is refused, not clamped. */
const Limit = Schema.String.check(
  Schema.isPattern(/^([1-9]\d?|100)$/, { message: "must be an integer from 1 to 100" })
).pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

const Cursor = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_.-]{1,512}$/, {
    message: "must be the next_cursor of a previous response"
  })
)

export const pageQuery = {
  limit: Schema.optionalKey(Limit).annotateKey({ description: "Page size, 1 to 100; default 20" }),
  cursor: Schema.optionalKey(Cursor).annotateKey({
    description: "The `meta.next_cursor` of a previous response of the same list and filters"
  })
}

/** What each of the three lists may be asked for beside its filters. */
export const searchQuery = {
  q: Schema.optionalKey(SearchText).annotateKey({
    description:
      "Words, each of which begins a word of what is looked through; at most 20,000 rows may have them"
  }),
  updatedSince: Schema.optionalKey(InstantInput).annotateKey({
    description: "Only what changed at this instant or later; at most 20,000 rows may have"
  }),
  sort: Schema.optionalKey(ListSort).annotateKey({
    description: "The order; `-` is descending. Default `-created_at`"
  })
}

const total = Schema.Int.annotate({ description: "Size of the whole filtered set" })
const cursor = Schema.NullOr(Schema.String).annotate({
  description: "Leads to the next page; null at the end"
})

export const pageMeta = { total, limit: Schema.Int, nextCursor: cursor }

/** One page of these. */
export const listOf = <const Item extends Schema.Top>(item: Item, identifier: string) =>
  shape({ data: Schema.Array(item), meta: shape(pageMeta) }, identifier)
