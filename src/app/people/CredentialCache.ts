/**
 * LRU cache of credentials by the hash of their secret. An entry is used only if the workspace's
 * `credentials` version, read after the request came, is the version of the entry: so a revoked key
 * is refused at once in every process. An unknown hash is never cached.
 */
import { Clock, DateTime, Effect } from "effect"
import { LRUCache } from "lru-cache"
import type { Principal } from "../../domain/access/Principal.ts"
import { type Versions, WorkspaceVersions } from "../ports/workspaces/WorkspaceVersions.ts"

interface Credential {
  readonly principal: Principal
  readonly expiresAt: DateTime.Utc | null
}

export interface Authenticated {
  readonly principal: Principal
  /** Versions of its workspace, read after the request came; null if they could not be read. */
  readonly versions: Versions | null
}

export interface Peeked {
  readonly principal: Principal
  readonly version: number
}

/** A credential with the version of its workspace's credentials in the same snapshot. */
export interface Versioned<A> {
  readonly credential: A
  readonly version: number
}

interface Found<A> {
  readonly credential: A
  /** Read after the request came; null if only the credential could be read. */
  readonly versions: Versions | null
}

interface CredentialCache<A> {
  /** Null if the credential does not exist or has ended. */
  readonly find: (hash: string) => Effect.Effect<Found<A> | null>
  /** The unexpired entry at `now` (milliseconds), whose version the caller must compare. */
  readonly peek: (hash: string, now: number) => Versioned<A> | undefined
}

/** For each kind of credential; an entry takes about 2 KiB. */
const maxEntries = 5000
/** Reads repeated because the credentials changed, at most. */
const maxReads = 3

const isExpired = ({ expiresAt }: Credential, now: number): boolean =>
  expiresAt !== null && DateTime.toEpochMillis(expiresAt) <= now

export const makeCredentialCache = <A extends Credential>(
  read: (hash: string) => Effect.Effect<Versioned<A> | null>,
  max = maxEntries
) =>
  Effect.gen(function* () {
    const { current } = yield* WorkspaceVersions
    const entries = new LRUCache<string, Versioned<A>>({ max })

    const confirmed = Effect.fnUntraced(function* (
      hash: string,
      entry: Versioned<A>,
      reads: number
    ): Effect.fn.Return<Found<A> | null> {
      const versions = yield* current(entry.credential.principal.workspace.id)
      if (versions?.credentials === entry.version) return { ...entry, versions }
      // The entry was read for this request, so it is current.
      return reads > 0 && (versions === null || reads >= maxReads)
        ? { ...entry, versions: null }
        : yield* reload(hash, reads + 1)
    })

    const reload = Effect.fnUntraced(function* (
      hash: string,
      reads: number
    ): Effect.fn.Return<Found<A> | null> {
      entries.delete(hash)
      const entry = yield* read(hash)
      if (entry === null) return null
      entries.set(hash, entry)
      return yield* confirmed(hash, entry, reads)
    })

    const cache: CredentialCache<A> = {
      find: Effect.fnUntraced(function* (hash) {
        const entry = entries.get(hash)
        const found = yield* entry === undefined ? reload(hash, 1) : confirmed(hash, entry, 0)
        return found === null || isExpired(found.credential, yield* Clock.currentTimeMillis)
          ? null
          : found
      }),
      peek: (hash, now) => {
        const entry = entries.get(hash)
        return entry === undefined || isExpired(entry.credential, now) ? undefined : entry
      }
    }
    return cache
  })
