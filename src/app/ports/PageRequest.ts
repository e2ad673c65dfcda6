/** A page of a list: at most `limit` items that follow `after`, newest first by default. */
export interface PageRequest<Id> {
  /** 1..100 */
  readonly limit: number
  readonly after: Id | null
  /** Oldest first. */
  readonly isAscending?: boolean
  /** In an order by a value: that of `after`, as it was then. */
  readonly afterValue?: string
}

/** A part of a list that is bounded as a whole, in an order of its own. */
export interface Slice {
  readonly limit: number
  /** The number of entries before the page. */
  readonly offset: number
}

export interface Sliced<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
}
