/**
 * Response cache for endpoints that are declared `cacheable`, by workspace, URL and Accept. An
 * entry has the versions of its workspace from before it was read (docs/decisions/0041). `lookup`
 * compares them with the current ones, and checks credential, scope and rate limit. The endpoint
 * answers in every unusual case.
 */
import { Context, DateTime, Effect, Exit, Layer, Redacted } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { EndpointRule } from "../../api/endpoint/EndpointRule.ts"
import { Credentials } from "../../app/access/Credentials.ts"
import { makeLruCache } from "../../app/LruCache.ts"
import type { Authenticated, Peeked } from "../../app/people/CredentialCache.ts"
import { type Allowance, RateLimits } from "../../app/ports/RateLimits.ts"
import { type Versions, WorkspaceVersions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import type { Principal } from "../../domain/access/Principal.ts"
import type { Access } from "../../domain/access/Scope.ts"
import type { RowKind } from "../../domain/RowKind.ts"
import { addDays, dayIn, startOfDay } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { maxBytesOf } from "../body/Compression.ts"
import { missingOf } from "../edge/Access.ts"
import { withoutOrigin } from "../edge/Cors.ts"
import type { RequestContext, RequestHead } from "../edge/RequestContext.ts"
import { Exposure } from "../edge/Transport.ts"

interface Entry {
  readonly response: HttpServerResponse.HttpServerResponse
  readonly access: Access
  readonly route: string
  readonly versions: Versions
  readonly shows: ReadonlyArray<RowKind>
  /** Milliseconds of the Unix epoch. */
  readonly expiresAt: number
}

/** A cached answer and the remaining rate limit. */
export interface CacheHit extends Pick<Entry, "response" | "route"> {
  readonly allowance: Allowance | null
}

/** The request of a lookup; its client may leave before the answer. */
export interface Waiter {
  readonly isGone: () => boolean
  /** Without a hit the endpoint answers, for `caller` if the credential is cached. */
  readonly resume: (hit: CacheHit | undefined, caller: Authenticated | undefined) => void
}

const maxBytes = 24 * 1024 * 1024
/** The size of an entry without its body and its key. */
const entryBytes = 1024
const maxTextLength = 2000
const scheme = "Bearer "

const bytesOf = ({ response }: Entry, key: string): number =>
  maxBytesOf(response) + key.length + entryBytes

/** Answers to other origins have CORS headers of their own. */
const isCacheable = ({ method, url, headers }: RequestHead): boolean =>
  method === "GET" &&
  url.startsWith("/v1/") &&
  headers["origin"] === undefined &&
  url.length <= maxTextLength &&
  (headers["accept"]?.length ?? 0) <= maxTextLength

const keyOf = ({ id }: Workspace, { url, headers }: RequestHead): string =>
  `${id} ${url} ${headers["accept"] ?? ""}`

/** The next midnight of the zone or of UTC, because answers may depend on either day. */
const nextMidnight = ({ zone }: Workspace, now: number): number => {
  const quarter = Math.floor(now / 900_000)
  const zoneId = DateTime.zoneToString(zone)
  const known = midnights.get(zoneId)
  if (known?.quarter === quarter) return known.at
  const at = Math.min(
    ...[zone, DateTime.zoneMakeOffset(0)].map((each) =>
      DateTime.toEpochMillis(startOfDay(each, addDays(dayIn(each, DateTime.makeUnsafe(now)), 1)))
    )
  )
  midnights.set(zoneId, { quarter, at })
  return at
}

/** Memoized by zone and quarter of an hour: in every zone a day begins with a quarter. */
const midnights = new Map<string, { readonly quarter: number; readonly at: number }>()

const isFresh = ({ versions, shows }: Entry, current: Versions): boolean =>
  versions.credentials === current.credentials &&
  shows.every((kind) => versions[kind] === current[kind])

export class ResponseCache extends Context.Service<
  ResponseCache,
  {
    /** The cached credential of a request that may be answered from here; not compared yet. */
    readonly peek: (request: RequestHead, now: number) => Peeked | undefined
    /** Whether there is an entry, which may be stale. */
    readonly holds: (request: RequestHead, caller: Principal) => boolean
    /**
     * Calls `resume` once, unless the client has left. A hit takes a token of the rate limit. A
     * stale entry is deleted.
     */
    readonly lookup: (request: RequestHead, peeked: Peeked, now: number, waiter: Waiter) => void
    /**
     * Stores an answer that was read after its `versions` and after `now`, in Unix milliseconds.
     */
    readonly store: (
      request: RequestHead,
      workspace: Workspace,
      answer: Omit<Entry, "expiresAt">,
      now: number
    ) => void
  }
>()("retainer/http/ResponseCache") {
  static readonly layer = Layer.effect(
    ResponseCache,
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const limits = yield* RateLimits
      const versions = yield* WorkspaceVersions
      const exposure = yield* Exposure
      const run = Effect.runCallbackWith(yield* Effect.context<never>())
      const entries = yield* makeLruCache(maxBytes, bytesOf)

      const peek = ({ headers }: RequestHead, now: number): Peeked | undefined => {
        const header = headers["authorization"]
        return header?.startsWith(scheme)
          ? credentials.peek(Redacted.make(header.slice(scheme.length)), now)
          : undefined
      }

      const takeToken = ({ response, route }: Entry, caller: Authenticated, { resume }: Waiter) => {
        const { id, plan } = caller.principal.workspace
        run(limits.take(id, plan), {
          onExit: (exit) =>
            Exit.isSuccess(exit)
              ? resume({ response, route, allowance: exit.value }, caller)
              : resume(undefined, caller)
        })
      }

      return ResponseCache.of({
        peek: (request, now) => (isCacheable(request) ? peek(request, now) : undefined),
        holds: (request, { workspace }) => entries.has(keyOf(workspace, request)),
        lookup: (request, { principal, version }, now, waiter) => {
          const { workspace } = principal
          versions.request(workspace.id, (current) => {
            if (waiter.isGone()) return
            if (current?.credentials !== version) return waiter.resume(undefined, undefined)
            const caller = { principal, versions: current }
            const key = keyOf(workspace, request)
            const entry = entries.get(key)
            if (entry === undefined || now >= entry.expiresAt || !isFresh(entry, current)) {
              entries.delete(key)
              return waiter.resume(undefined, caller)
            }
            return missingOf(entry.access, principal) === undefined
              ? takeToken(entry, caller, waiter)
              : waiter.resume(undefined, caller)
          })
        },
        store: (request, workspace, answer, now) => {
          const { response } = answer
          // A stream can be sent once.
          if (response.body._tag !== "Uint8Array" || !isCacheable(request)) return
          entries.set(keyOf(workspace, request), {
            ...answer,
            response: withoutOrigin(exposure, response),
            expiresAt: nextMidnight(workspace, now)
          })
        }
      })
    })
  )
}

/**
 * Stores answers of a cacheable endpoint; versions and `now` are from before the answer was read.
 */
export const storingIn = (
  { store }: ResponseCache["Service"],
  route: string,
  { access, cacheable }: Pick<EndpointRule, "access" | "cacheable">
) => {
  if (cacheable === undefined || access.kind === "none") return () => {}
  const { shows } = cacheable
  return (
    request: RequestHead,
    { principal, versions }: Pick<RequestContext["Service"], "principal" | "versions">,
    now: number,
    response: HttpServerResponse.HttpServerResponse
  ): void => {
    if (response.status !== 200 || principal === undefined || versions === null) return
    store(request, principal.workspace, { response, access, route, versions, shows }, now)
  }
}
