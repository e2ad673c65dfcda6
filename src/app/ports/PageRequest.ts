/** Which page of a list is asked for: at most `limit` items that follow `after`, newest first where nothing is said. */
export interface PageRequest<Id> {
  /** 1..100 */
  readonly limit: number
  readonly after: Id | null
  /** Oldest first. */
  readonly isAscending?: boolean
  /** In an order by a value: that of `after`, as it was then. */
  readonly afterValue?: string
}
