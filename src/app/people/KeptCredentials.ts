/**
 * Keeps for whom credentials act, by the hash of their secret, so that most requests ask the database
 * nothing about theirs. What changed is read again at once, the rest after half a minute; while
 * changes may go unheard nothing is kept, and what was not found never is.
 */
import { Cache, DateTime, Duration, Effect, Exit } from "effect"
import type { Principal } from "../../domain/Principal.ts"
import { CredentialChanges } from "../ports/people/CredentialChanges.ts"

interface Known {
  readonly principal: Principal
  readonly expiresAt: DateTime.Utc | null
}

/** The safety net, should a change ever go unheard. */
const keptFor = Duration.seconds(30)

/** Of each kind; the one that was not used for longest goes first. One takes some 2 KiB. */
const capacity = 5000

const isOver = ({ expiresAt }: Known, now: DateTime.Utc): boolean =>
  expiresAt !== null && DateTime.isLessThanOrEqualTo(expiresAt, now)

/**
 * Reads through what is kept; null where there is no such credential, or none any longer. A look-up
 * that finds another of the same hash under way waits for it, but takes no answer that was read
 * before its workspace changed.
 */
export const keepCredentials = <A extends Known>(
  read: (hash: string) => Effect.Effect<A | null>,
  bound = capacity
) =>
  Effect.gen(function* () {
    const changes = yield* CredentialChanges
    const cache = yield* Cache.makeWith(
      (hash: string) =>
        Effect.suspend(() => {
          const since = changes.count()
          return Effect.map(read(hash), (known) => known && { known, since })
        }),
      {
        capacity: bound,
        timeToLive: (exit) =>
          Exit.isSuccess(exit) && exit.value !== null ? keptFor : Duration.zero
      }
    )

    const current = (hash: string): Effect.Effect<A | null> =>
      changes.areHeard()
        ? Effect.flatMap(Cache.get(cache, hash), (kept) => {
            if (kept === null) return Effect.succeed(null)
            const { known, since } = kept
            return changes.isCurrent(known.principal.workspace.id, since)
              ? Effect.succeed(known)
              : Effect.andThen(Cache.invalidate(cache, hash), current(hash))
          })
        : read(hash)

    return Effect.fnUntraced(function* (hash: string) {
      const known = yield* current(hash)
      return known === null || isOver(known, yield* DateTime.now) ? null : known
    })
  })
