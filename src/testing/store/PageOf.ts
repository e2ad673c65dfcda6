/** Pages of rows in memory, newest first by default. */
import { DateTime, Effect } from "effect"
import type { PageRequest } from "../../app/ports/PageRequest.ts"
import type { Page } from "../../domain/Page.ts"
import { broadest, ListTooBroad, type Search } from "../../domain/text/Search.ts"

export const pageOf = <Item extends { readonly id: Id }, Id extends string>(
  items: ReadonlyArray<Item>,
  { limit, after, isAscending = false }: PageRequest<Id>
): Page<Item, Id> => {
  const way = isAscending ? -1 : 1
  const sorted = [...items].sort((a, b) => (a.id < b.id ? way : -way))
  const follows = (id: Id, last: Id) => (isAscending ? id > last : id < last)
  const rest = after === null ? sorted : sorted.filter(({ id }) => follows(id, after))
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page,
    total: items.length,
    next: rest.length > limit && last !== undefined ? last.id : null
  }
}

/** A page in an order by a value, and then by id. */
export const pageBy = <Item extends { readonly id: Id }, Id extends string>(
  items: ReadonlyArray<Item>,
  { valueOf, isAscending }: { valueOf: (item: Item) => string | number; isAscending: boolean },
  { limit, after, afterValue }: PageRequest<Id>
): Page<Item, Id> => {
  const way = isAscending ? 1 : -1
  const compare = (a: string | number, b: string | number) => (a === b ? 0 : a > b ? way : -way)
  const sorted = [...items].sort((a, b) => compare(valueOf(a), valueOf(b)) || compare(a.id, b.id))
  const from = (item: Item) => {
    const value = valueOf(item)
    const last = typeof value === "number" ? Number(afterValue) : String(afterValue)
    // The order's direction is in the comparison: above zero is later in it.
    return after === null || (compare(value, last) || compare(item.id, after)) > 0
  }
  const rest = sorted.filter(from)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const more = rest.length > limit && last !== undefined
  return {
    items: page,
    total: items.length,
    next: more ? last.id : null,
    ...(more ? { nextValue: String(valueOf(last)) } : {})
  }
}

interface Due {
  readonly id: string
  readonly dueDate: string | null
}

/** By due day, without one last, and then the oldest first. */
export const byDueDay = (one: Due, other: Due): number => {
  const last = "9999-99-99"
  const [a, b] = [one, other].map(({ dueDate, id }) => `${dueDate ?? last} ${id}`)
  return (a ?? "") < (b ?? "") ? -1 : 1
}

/** Refused as storages refuse it. */
export const notTooBroad = <A>(found: ReadonlyArray<A>) =>
  found.length > broadest ? Effect.fail(new ListTooBroad()) : Effect.succeed(found)

export const changedSince = (
  updatedAt: DateTime.Utc,
  { updatedSince }: Pick<Search, "updatedSince">
): boolean => updatedSince === undefined || DateTime.isGreaterThanOrEqualTo(updatedAt, updatedSince)
