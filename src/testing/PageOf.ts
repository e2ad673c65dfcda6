/** Pages of rows in memory, newest first as everywhere. */
import type { PageRequest } from "../app/ports/PageRequest.ts"
import type { Page } from "../domain/Page.ts"

export const pageOf = <Item extends { readonly id: Id }, Id extends string>(
  items: ReadonlyArray<Item>,
  { limit, after }: PageRequest<Id>
): Page<Item, Id> => {
  const sorted = [...items].sort((a, b) => (a.id < b.id ? 1 : -1))
  const rest = after === null ? sorted : sorted.filter(({ id }) => id < after)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page,
    total: items.length,
    next: rest.length > limit && last !== undefined ? last.id : null
  }
}
