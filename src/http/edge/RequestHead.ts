/** What a request asks, as all see it that look at one: those of Effect, and Node's own before them. */
export interface Question {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}
