/**
 * Data of one request: its head, its id, the address of its client, and the facts that the steps
 * of the pipeline record.
 */
import { randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { isIPv6 } from "node:net"
import { Context, Layer, Option, References } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ClientAddress, ExactAddress, isProxied } from "../../api/endpoint/ClientAddress.ts"
import { CurrentOrigin } from "../../app/CurrentActor.ts"
import type { Authenticated } from "../../app/people/CredentialCache.ts"
import type { Allowance } from "../../app/ports/RateLimits.ts"
import type { Versions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import { isLoopback } from "../../domain/access/Loopback.ts"
import type { Principal } from "../../domain/access/Principal.ts"
import { RequestId } from "../../domain/Ids.ts"

/** The parts that a request of Effect and one of Node have in common. */
export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Random, because request ids are searched for in the log and never sorted. */
export const newRequestId = (): RequestId => RequestId.fromUuid(randomUUID())

/** The edge creates it; later steps fill it in. */
export class RequestContext extends Context.Service<
  RequestContext,
  {
    /** The route, for metrics: a template, never a path with ids in it. */
    route: string
    /** Undefined before authentication. */
    principal: Principal | undefined
    /** The versions of the principal's workspace, read after the request came. */
    versions: Versions | null
    /** The rest of the rate limit after a token that the fast path took. */
    taken: Allowance | null
    /** The remaining rate limit; null if limits are off, or if no token was taken. */
    allowance: Allowance | null
    /** The cell to which its workspace moved, for a router that asked. */
    movedTo?: string
    /** The handler runs as a rehearsal (`Prefer: dry-run`), and the answer says so. */
    isDryRun?: true
  }
>()("retainer/http/RequestContext") {}

/** An IPv6 /64 counts as one address, because one household or host has all of it. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address
  const [head = "", tail] = address.split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0")
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`
}

type Request = HttpServerRequest.HttpServerRequest

/**
 * The exact address of a caller. Behind a trusted proxy it is the last entry of X-Forwarded-For,
 * which the proxy appended; a caller can forge the entries before it. An untrusted proxy
 * hides the callers behind it.
 */
const addressOf = (trustProxy: boolean, { headers, remoteAddress }: Request): string =>
  addressFrom(trustProxy, headers["x-forwarded-for"], Option.getOrUndefined(remoteAddress))

/** `addressOf` for a raw request of Node. */
export const addressFrom = (
  trustProxy: boolean,
  forwardedFor: string | undefined,
  peer: string | undefined
): string => {
  const forwarded = trustProxy ? forwardedFor?.split(",").at(-1) : undefined
  return (forwarded ?? peer ?? "unknown").trim()
}

/**
 * Whether the request comes from this machine, and not through a local proxy. A trusted proxy that
 * names no caller may have forwarded a request from anywhere.
 */
export const isFromThisMachine = (trustProxy: boolean, request: Request): boolean => {
  const isKnown = trustProxy
    ? request.headers["x-forwarded-for"] !== undefined
    : !isProxied(request)
  return isKnown && isLoopback(addressOf(trustProxy, request))
}

export const layerClientAddress = (trustProxy: boolean) =>
  Layer.merge(
    Layer.succeed(ClientAddress, (request) => networkOf(addressOf(trustProxy, request))),
    Layer.succeed(ExactAddress, (request) => addressOf(trustProxy, request))
  )

/**
 * Facts about a request that the raw request hook passed on, so that the router does not look them
 * up.
 */
interface PassedRequest {
  /** Milliseconds of the Unix epoch. */
  readonly startedAt: number
  readonly caller: Authenticated | undefined
  /** The rest of the rate limit after the token that was taken; null if none was. */
  readonly allowance: Allowance | null
}

const passedRequests = new WeakMap<object, PassedRequest>()

export const passedRequestOf = (request: object): PassedRequest | undefined =>
  passedRequests.get(request)

export const recordPassed = (request: IncomingMessage, passed: PassedRequest): void => {
  passedRequests.set(request, passed)
}

/**
 * The context in which the fiber of a request begins. It has no service of ours: handlers got
 * theirs when they were built, and a small context is cheap to copy.
 */
export const smallContext = <R>({ mapUnsafe }: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe(
    new Map(Array.from(mapUnsafe).filter(([key]) => !key.startsWith("retainer/"))),
    // A request adds at most so many services, so no addition copies the map.
    { maxDepth: 24 }
  )

/** Adds the origin of changes and of log lines. */
export const withOrigin =
  (requestId: RequestId, address: () => string, agent: () => string | undefined) =>
  <R>(context: Context.Context<R>): Context.Context<R> =>
    context.pipe(
      Context.add(CurrentOrigin, { requestId, address, agent }),
      Context.add(References.CurrentLogAnnotations, { request_id: requestId })
    )

/** A request of the fast path on its way to an answer. */
export interface Arrived {
  readonly request: RequestHead
  readonly response: ServerResponse
  readonly id: RequestId
  /** Milliseconds of the Unix epoch. */
  readonly started: number
  readonly peer: string | undefined
}
