/**
 * Keeps for whom credentials act, by the hash of their secret, so that most requests ask the database
 * nothing about theirs. What changed is read again at once, the rest after half a minute; while
 * changes may go unheard nothing is kept, and what was not found never is.
 */
import { Cache, Clock, DateTime, Duration, Effect, Exit } from "effect"
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

const isOver = ({ expiresAt }: Known, now: number): boolean =>
  expiresAt !== null && DateTime.toEpochMillis(expiresAt) <= now

export interface KeptCredentials<A> {
  /**
   * Reads through what is kept; null where there is no such credential, or none any longer. A look-up
   * that finds another of the same hash under way waits for it, but takes no answer that was read
   * before its workspace changed.
   */
  readonly find: (hash: string) => Effect.Effect<A | null>
  /** What is kept and stands at `now` (milliseconds); undefined where `find` has to be asked. */
  readonly peek: (hash: string, now: number) => A | undefined
}

/** What was found, in reach of those who cannot wait. */
interface Found<A> {
  readonly known: A
  readonly since: number
  /** Milliseconds of the Unix epoch. */
  readonly until: number
}

export const keepCredentials = <A extends Known>(
  read: (hash: string) => Effect.Effect<A | null>,
  bound = capacity
) =>
  Effect.gen(function* () {
    const changes = yield* CredentialChanges
    const found = new Map<string, Found<A>>()
    const remember = (hash: string, one: Found<A>): void => {
      if (found.size >= bound && !found.has(hash)) found.clear()
      found.set(hash, one)
    }

    const cache = yield* Cache.makeWith(
      Effect.fnUntraced(function* (hash: string) {
        const since = changes.count()
        const known = yield* read(hash)
        if (known === null) return null
        const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(keptFor)
        remember(hash, { known, since, until })
        return { known, since }
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

    const kept: KeptCredentials<A> = {
      find: Effect.fnUntraced(function* (hash) {
        const known = yield* current(hash)
        return known === null || isOver(known, yield* Clock.currentTimeMillis) ? null : known
      }),
      peek: (hash, now) => {
        const one = found.get(hash)
        if (one === undefined || !changes.areHeard()) return undefined
        const { known, since, until } = one
        if (
          now < until &&
          !isOver(known, now) &&
          changes.isCurrent(known.principal.workspace.id, since)
        ) {
          return known
        }
        found.delete(hash)
        return undefined
      }
    }
    return kept
  })
