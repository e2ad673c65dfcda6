/**
 * Who comes next where several owners want the same few places: they take turns, one owner has all
 * places but one at most, and its line has an end.
 */
import { Effect, PartitionedSemaphore, Semaphore } from "effect"

export interface TurnsOptions {
  /** How many places there are. */
  readonly most: number
  /** How many of one owner may be waiting or running. */
  readonly perOwner: number
}

export const makeTurns = ({ most, perOwner }: TurnsOptions) => {
  const places = PartitionedSemaphore.makeUnsafe<string>({ permits: most })
  const lines = new Map<string, { readonly share: Semaphore.Semaphore; length: number }>()
  const lineOf = (owner: string) => {
    const line = lines.get(owner) ?? {
      share: Semaphore.makeUnsafe(Math.max(1, most - 1)),
      length: 0
    }
    lines.set(owner, line)
    return line
  }

  /** Runs the task in its owner's turn; fails as told where the owner's line is full. */
  return <A, E, E2>(
    owner: string,
    task: Effect.Effect<A, E>,
    lineIsFull: E2
  ): Effect.Effect<A, E | E2> =>
    Effect.suspend((): Effect.Effect<A, E | E2> => {
      const line = lineOf(owner)
      if (line.length >= perOwner) return Effect.fail(lineIsFull)
      line.length += 1
      return places
        .withPermit(owner)(task)
        .pipe(
          line.share.withPermit,
          Effect.ensuring(
            Effect.sync(() => {
              line.length -= 1
              if (line.length === 0) lines.delete(owner)
            })
          )
        )
    })
}
