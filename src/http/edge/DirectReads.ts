/**
 * Direct reads: the handlers of cacheable endpoints, found by path and run without the router,
 * whose steps cost more than a look-up. Such a handler depends on its workspace, its parameters and
 * its query alone. Only a 200 counts: the router answers a request that ends in any other way.
 *
 * This is a named boundary, because the framework does not publish the handlers of a group. The
 * test of the fast path compares every cacheable endpoint with the router's answer.
 */
import { Context, Effect, Exit, Layer, Predicate, Schema } from "effect"
import { FindMyWay, HttpServerResponse } from "effect/http"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import { ruleOf } from "../../api/endpoint/EndpointRule.ts"
import type { CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import type { Authenticated, Peeked } from "../../app/people/CredentialCache.ts"
import { type Allowance, RateLimits } from "../../app/ports/RateLimits.ts"
import { type Versions, WorkspaceVersions } from "../../app/ports/workspaces/WorkspaceVersions.ts"
import type { Principal } from "../../domain/access/Principal.ts"
import type { Access } from "../../domain/access/Scope.ts"
import { type CacheHit, ResponseCache } from "../cache/ResponseCache.ts"
import { withoutOrigin } from "./Cors.ts"
import { finisher, withCaller } from "./Endpoints.ts"
import { queryProblem } from "./ErrorAnswers.ts"
import {
  type Arrived,
  addressFrom,
  type RequestHead,
  smallContext,
  withOrigin
} from "./RequestContext.ts"
import { Exposure } from "./Transport.ts"

type Response = HttpServerResponse.HttpServerResponse

interface Decoded {
  readonly params: unknown
  readonly query: unknown
}

interface Handled {
  readonly endpoint: HttpApiEndpoint.Top
  readonly handler: (request: Decoded) => Effect.Effect<unknown, unknown, CurrentWorkspace>
}

/** A request whose parameters and query are valid. */
export interface DirectRead {
  readonly route: string
  readonly access: Access
  /** Fails where the router has to answer. */
  readonly handle: Effect.Effect<Response, unknown, CurrentWorkspace>
  readonly finish: ReturnType<typeof finisher>
}

/** Ids in paths may be of any length: a long one is a resource that does not exist. */
export const routerConfig = {
  maxParamLength: 16_384,
  ignoreDuplicateSlashes: false,
  caseSensitive: true
} as const

/** The handlers in the service that `HttpApiBuilder.group` makes of a group. */
const handledIn = (service: unknown): ReadonlyArray<Handled> => {
  if (!Predicate.hasProperty(service, "handlers") || !(service.handlers instanceof Map)) {
    throw new Error("The framework stores the handlers of a group in another place")
  }
  return [...service.handlers.values()]
}

const decoderOf = (schema: Schema.Top | undefined, options = {}) =>
  schema === undefined
    ? () => Exit.succeed<unknown>(undefined)
    : Schema.decodeUnknownExit(schema as Schema.Codec<unknown>, options)

/** The response of a handler, which may give the resource itself. */
const responseOf = ({ success }: HttpApiEndpoint.Top) => {
  const [schema = Schema.Never] = success
  const encode = Schema.encodeUnknownSync(schema as unknown as Schema.Codec<unknown>)
  return (given: unknown): Response =>
    HttpServerResponse.isHttpServerResponse(given)
      ? given
      : HttpServerResponse.jsonUnsafe(encode(given))
}

const queryOptions = Context.getUnsafe(Api.annotations, HttpApi.QueryParseOptions)

const makeRead = ({ endpoint, handler }: Handled, cache: ResponseCache["Service"]) => {
  const rule = ruleOf(endpoint)
  const { access, answers, cacheable } = rule
  // A file takes long to draw, and the router interrupts its drawing if the client leaves.
  if (cacheable === undefined || answers === "file" || access.kind === "none") return undefined
  const { params, query, path: route } = endpoint
  const decodeParams = decoderOf(params)
  const decodeQuery = decoderOf(query && Schema.toCodecArrayFromSingle(query), queryOptions)
  const toResponse = responseOf(endpoint)
  const finish = finisher(cache, endpoint, rule)
  return (given: Decoded): DirectRead | undefined => {
    const decodedParams = decodeParams(given.params)
    const decodedQuery = decodeQuery(given.query)
    if (Exit.isFailure(decodedParams) || Exit.isFailure(decodedQuery)) return undefined
    const decoded = { params: decodedParams.value, query: decodedQuery.value }
    return {
      route,
      access,
      handle: Effect.mapEager(handler(decoded), toResponse),
      finish
    }
  }
}

export class DirectReads extends Context.Service<
  DirectReads,
  {
    /** Undefined if the router has to answer. */
    readonly find: (request: RequestHead) => DirectRead | undefined
  }
>()("retainer/http/DirectReads") {
  /** On the groups of the API, which `layerHandlers` makes. */
  static readonly layer = Layer.effect(
    DirectReads,
    Effect.gen(function* () {
      const cache = yield* ResponseCache
      const { mapUnsafe } = yield* Effect.context<never>()
      const router = FindMyWay.make<NonNullable<ReturnType<typeof makeRead>>>(routerConfig)
      for (const { key } of Object.values(Api.groups)) {
        for (const handled of handledIn(mapUnsafe.get(key))) {
          const read = makeRead(handled, cache)
          if (read !== undefined) router.on("GET", handled.endpoint.path as `/${string}`, read)
        }
      }
      return DirectReads.of({
        find: ({ url }) => {
          if (queryProblem(url) !== undefined) return undefined
          const found = router.find("GET", url)
          return found?.handler({ params: found.params, query: found.searchParams })
        }
      })
    })
  )
}

/** The end of a direct read: an answer, or the state in which the router takes over. */
export interface Ended {
  readonly answer: CacheHit | undefined
  readonly caller: Authenticated | undefined
  readonly allowance: Allowance | null
}

/** Runs the handlers of cacheable endpoints, each in a fiber of its own. */
export const makeReadDirectly = Effect.gen(function* () {
  const limits = yield* RateLimits
  const exposure = yield* Exposure
  const workspaceVersions = yield* WorkspaceVersions
  const base = smallContext(yield* Effect.context<never>())

  const contextOf = ({ request, id, peer }: Arrived, principal: Principal) =>
    base.pipe(
      withCaller(principal),
      withOrigin(
        id,
        () => addressFrom(exposure.trustProxy, request.headers["x-forwarded-for"], peer),
        () => request.headers["user-agent"]
      )
    )

  /** Without `versions` they are read with the resource, and the credential is compared then. */
  return (
    arrived: Arrived,
    { route, handle, finish }: DirectRead,
    { principal, version }: Peeked,
    versions: Versions | undefined,
    done: (ended: Ended) => void
  ): void => {
    const { request, started } = arrived
    const { workspace } = principal
    let allowance: Allowance | null = null
    const handled = Effect.flatMapEager(limits.take(workspace.id, workspace.plan), (taken) => {
      allowance = taken
      return handle
    })
    const end = (value: Response | undefined, read: Versions | null, stored: boolean): void => {
      const caller =
        read?.credentials === version ? { principal, versions: stored ? read : null } : undefined
      const response =
        value && caller && withoutOrigin(exposure, finish(request, caller, started)(value))
      done({ answer: response && { response, route, allowance }, caller, allowance })
    }
    const work =
      versions === undefined
        ? workspaceVersions.beside(workspace.id, handled)
        : Effect.mapEager(handled, (value) => ({ value, versions }))
    Effect.runCallbackWith(contextOf(arrived, principal))(work, {
      onExit: (exit) => {
        if (Exit.isFailure(exit)) return end(undefined, versions ?? null, true)
        const { value, versions: read } = exit.value
        if (read !== null) return end(value, read, true)
        // Versions from after the read verify the credential, and do not allow to store.
        workspaceVersions.request(workspace.id, (current) => end(value, current, false))
      }
    })
  }
})
