/**
 * Calls of the Effect client: attempts share one Idempotency-Key, and errors carry the request id.
 */
import { Context, Effect } from "effect"
import { HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { ruleOf } from "../../api/endpoint/EndpointRule.ts"
import { errorClasses } from "../../api/errors/ErrorEnvelope.ts"
import { WireApi } from "../../api/WireApi.ts"
import type { Rehearsed } from "../promise/RetainerTypes.ts"
import { newKey, type RetryOptions } from "../RetryRule.ts"
import { retrying } from "./Retries.ts"

const IdempotencyKey = Context.Reference<string | null>("retainer/client/IdempotencyKey", {
  defaultValue: () => null
})

/**
 * Replaces the client's random `Idempotency-Key`. A POST that any process repeats under the same
 * key within 24 hours has one effect and one answer.
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

const IsDryRun = Context.Reference<boolean>("retainer/client/IsDryRun", {
  defaultValue: () => false
})

/**
 * Rehearses the change (`Prefer: dry-run`): everything is checked and nothing is done. The answer
 * has null for what a real call is given.
 */
export function withDryRun<A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<Rehearsed<A>, E, R>
export function withDryRun<E, R>(call: Effect.Effect<unknown, E, R>) {
  return Effect.provideService(call, IsDryRun, true)
}

interface CallInFlight {
  readonly key: string | null
  requestId: string | undefined
  /** The answer of a rehearsal, which the schema of the real answer does not decode. */
  rehearsed: { readonly json: unknown } | undefined
}

const CallInFlight = Context.Reference<CallInFlight | null>("retainer/client/CallInFlight", {
  defaultValue: () => null
})

const setRequestId = (error: unknown, { requestId }: CallInFlight): void => {
  const isOurs = error instanceof Error && errorClasses.some((one) => error instanceof one)
  if (isOurs && requestId !== undefined) Object.assign(error, { requestId })
}

type Call = (request: never) => Effect.Effect<unknown, unknown, unknown>

const calling =
  (call: Call, method: string, isIdempotent: boolean, retries: RetryOptions | false): Call =>
  (request) =>
    Effect.flatMap(IdempotencyKey, (given) => {
      const key = given ?? (isIdempotent && retries !== false ? newKey() : null)
      const state: CallInFlight = { key, requestId: undefined, rehearsed: undefined }
      const attempt = Effect.matchEffect(call(request), {
        onFailure: (error) =>
          state.rehearsed ? Effect.succeed(state.rehearsed.json) : Effect.fail(error),
        onSuccess: (answer) => Effect.succeed(state.rehearsed ? state.rehearsed.json : answer)
      }).pipe(
        Effect.tapError((error) => Effect.sync(() => setRequestId(error, state))),
        Effect.provideService(CallInFlight, state)
      )
      const tried = { method, hasKey: isIdempotent && key !== null }
      return retries === false ? attempt : retrying(tried, retries)(attempt)
    })

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

/** Notes the id of the request and the answer of a rehearsal. */
export const noteAnswer = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.flatMap(CallInFlight, (state) => {
    if (state === null) return Effect.void
    const { headers, status } = response
    state.requestId = headers["x-request-id"]
    return status < 300 && headers["preference-applied"] === "dry-run"
      ? Effect.map(response.json, (json) => {
          state.rehearsed = { json }
        })
      : Effect.void
  })

export const withCallHeaders = (request: HttpClientRequest.HttpClientRequest) =>
  Effect.gen(function* () {
    const { key = null } = (yield* CallInFlight) ?? {}
    const etag = yield* IfMatch
    const isDryRun = yield* IsDryRun
    return HttpClientRequest.setHeaders(request, {
      ...(key === null ? {} : { "idempotency-key": key }),
      ...(etag === null ? {} : { "if-match": etag }),
      ...(isDryRun ? { prefer: "dry-run" } : {})
    })
  })
