/** Which page of a list is asked for: at most `limit` items that follow `after`, newest first. */
export interface PageRequest<Id> {
  /** 1..100 */
  readonly limit: number
  readonly after: Id | null
}
