/** How many a workspace may have of what anyone in it can make, so that no list and no fan-out is without end. */
import { Data } from "effect"

export const bounds = { "API keys": 100, "OAuth apps": 50, "webhook endpoints": 20 } as const
export type Bounded = keyof typeof bounds

export class BoundReached extends Data.TaggedError("BoundReached")<{ readonly what: Bounded }> {
  override get message() {
    return `A workspace has at most ${bounds[this.what]} ${this.what}; remove one before you create another`
  }
}
