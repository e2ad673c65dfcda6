/** Pages of lists, and their bounds. */

/** One page of a list, newest first; `next` is the id after which the next page begins. */
export interface Page<Item, Id> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  readonly next: Id | null
  /** In an order by a value: that of `next`. */
  readonly nextValue?: string
}

/** A page ends at this size or at its limit of entries. A longer entry is a page by itself. */
export const maxPageBytes = 1024 * 1024

/** The number of leading items that a page of `maxBytes` holds, at least 1. */
export const fittingCount = <Item>(
  items: ReadonlyArray<Item>,
  bytesOf: (item: Item) => number,
  maxBytes: number = maxPageBytes
): number => {
  let bytes = 0
  for (const [index, item] of items.entries()) {
    bytes += bytesOf(item)
    if (bytes > maxBytes) return Math.max(index, 1)
  }
  return items.length
}
