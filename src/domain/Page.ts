/** One page of a list, newest first; `next` is the id after which the next page begins. */
export interface Page<Item, Id> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
  readonly next: Id | null
  /** In an order by a value: that of `next`. */
  readonly nextValue?: string
}
