/**
 * One call of the Effect client: its tries share one Idempotency-Key, and its error carries the id of the
 * request that was refused.
 */
import { Context, Effect } from "effect"
import { HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { ruleOf } from "../../api/endpoint/EndpointRule.ts"
import { errorClasses } from "../../api/errors/ErrorEnvelope.ts"
import { WireApi } from "../../api/WireApi.ts"
import { newKey, type RetryOptions } from "../RetryRule.ts"
import { retrying } from "./Retries.ts"

const IdempotencyKey = Context.Reference<string | null>("retainer/client/IdempotencyKey", {
  defaultValue: () => null
})

/**
 * Calls with this `Idempotency-Key` in place of the client's own: a POST that is repeated under the same
 * key within 24 hours, by whatever process, is done once and answered alike.
 */
export const withIdempotencyKey =
  (key: string) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(call, IdempotencyKey, key)

const IfMatch = Context.Reference<string | null>("retainer/client/IfMatch", {
  defaultValue: () => null
})

/** Sends `If-Match`: the change is refused (422) if the resource has another `ETag` by now. */
export const withIfMatch =
  (etag: string) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.provideService(call, IfMatch, etag)

/** What is known of the call under way. */
interface UnderWay {
  readonly key: string | null
  requestId: string | undefined
}

const UnderWay = Context.Reference<UnderWay | null>("retainer/client/UnderWay", {
  defaultValue: () => null
})

const told = (error: unknown, { requestId }: UnderWay): void => {
  const isOurs = error instanceof Error && errorClasses.some((one) => error instanceof one)
  if (isOurs && requestId !== undefined) Object.assign(error, { requestId })
}

type Call = (request: never) => Effect.Effect<unknown, unknown, unknown>

const calling =
  (call: Call, method: string, isIdempotent: boolean, retries: RetryOptions | false): Call =>
  (request) =>
    Effect.flatMap(IdempotencyKey, (given) => {
      const key = given ?? (isIdempotent && retries !== false ? newKey() : null)
      const state: UnderWay = { key, requestId: undefined }
      const attempt = call(request).pipe(
        Effect.tapError((error) => Effect.sync(() => told(error, state))),
        Effect.provideService(UnderWay, state)
      )
      const tried = { method, hasKey: isIdempotent && key !== null }
      return retries === false ? attempt : retrying(tried, retries)(attempt)
    })

/** The client with every call repeated by the rule. */
export function withCalls<Client extends object>(
  client: Client,
  retries: RetryOptions | false
): Client
export function withCalls(
  client: Readonly<Record<string, Readonly<Record<string, Call>>>>,
  retries: RetryOptions | false
): object {
  const called: Record<string, Record<string, Call>> = {}
  HttpApi.reflect(WireApi, {
    onGroup: ({ group }) => {
      called[group.identifier] = {}
    },
    onEndpoint: ({ group, endpoint }) => {
      const call = client[group.identifier]?.[endpoint.identifier]
      const { isIdempotent } = ruleOf(endpoint)
      if (call !== undefined) {
        Object.assign(called[group.identifier] ?? {}, {
          [endpoint.identifier]: calling(call, endpoint.method, isIdempotent, retries)
        })
      }
    }
  })
  return called
}

/** Remembers by which id the server knows the request. */
export const noteRequestId = ({ headers }: HttpClientResponse.HttpClientResponse) =>
  Effect.map(UnderWay, (state) => {
    if (state !== null) state.requestId = headers["x-request-id"]
  })

/** Adds the headers of a call to its request. */
export const withCallHeaders = (request: HttpClientRequest.HttpClientRequest) =>
  Effect.gen(function* () {
    const { key = null } = (yield* UnderWay) ?? {}
    const etag = yield* IfMatch
    return HttpClientRequest.setHeaders(request, {
      ...(key === null ? {} : { "idempotency-key": key }),
      ...(etag === null ? {} : { "if-match": etag })
    })
  })
