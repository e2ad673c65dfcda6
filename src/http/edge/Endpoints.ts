/**
 * Pipeline of every request with a credential. Its steps are authentication (401), scope (403),
 * rate limit (429), the handler with decoding errors (400), and the representation of the answer.
 */
import { Clock, Context, Effect, Layer, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import { type EndpointRule, ruleOf } from "../../api/endpoint/EndpointRule.ts"
import {
  AuthenticatedPrincipal,
  Authentication,
  CurrentPrincipal,
  CurrentWorkspace,
  Identity
} from "../../api/endpoint/Middleware.ts"
import { BadRequest, Forbidden, type RateLimited } from "../../api/errors/ErrorEnvelope.ts"
import { CurrentLane, laneOf } from "../../app/AdmissionControl.ts"
import { CurrentActor, CurrentRole } from "../../app/CurrentActor.ts"
import { IfMatch } from "../../app/Preconditions.ts"
import type { Principal } from "../../domain/access/Principal.ts"
import type { Access } from "../../domain/access/Scope.ts"
import { ResponseCache, storingIn } from "../cache/ResponseCache.ts"
import { makeAuthenticate, makeAuthorization } from "./Access.ts"
import { dryRunProblem, prefersDryRun, rehearsedBy } from "./DryRun.ts"
import { decodingError, queryProblem } from "./ErrorAnswers.ts"
import { conditionProblem, expectedBy, representationOf, unlessKnown } from "./Representation.ts"
import { RequestContext, type RequestHead } from "./RequestContext.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse
type unhandled = Types.unhandled
type Refusal = BadRequest | RateLimited | unhandled

/** Throws if it declares none: an endpoint without a scope must not be served. */
export const accessOf = (endpoint: HttpApiEndpoint.Top): Access => {
  const { access } = ruleOf(endpoint)
  if (access.kind === "none") {
    throw new Error(
      `${endpoint.identifier} needs no credential (${access.because}), yet one is asked for`
    )
  }
  return access
}

/** Adds the services by which every handler acts for its caller. */
export const withCaller =
  ({ workspace, actor, role }: Principal) =>
  <R>(context: Context.Context<R>): Context.Context<R | CurrentWorkspace> =>
    context.pipe(
      Context.add(CurrentWorkspace, workspace),
      Context.add(CurrentLane, laneOf(workspace.id)),
      Context.add(CurrentActor, actor),
      Context.add(CurrentRole, role)
    )

/** Provides the services of the request to the handler. */
const actingFor =
  (principal: Principal, request: Request, rule: EndpointRule) =>
  (context: Context.Context<never>): Context.Context<AuthenticatedPrincipal | CurrentWorkspace> => {
    const acting = context.pipe(
      Context.add(AuthenticatedPrincipal, principal),
      withCaller(principal)
    )
    const expected = expectedBy(request, rule)
    return expected === null ? acting : Context.add(acting, IfMatch, expected)
  }

/** Completes an answer and stores it if the endpoint is cacheable. */
export const finisher = (
  cache: ResponseCache["Service"],
  { path }: Pick<HttpApiEndpoint.Top, "path">,
  rule: EndpointRule
) => {
  const represent = representationOf(rule)
  const store = storingIn(cache, path, rule)
  return (
    request: RequestHead,
    facts: Pick<RequestContext["Service"], "principal" | "versions">,
    now: number
  ) =>
    (given: Response): Response => {
      const response = represent(request, given)
      store(request, facts, now, response)
      return response
    }
}

export const layerEndpoints = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const authenticate = yield* makeAuthenticate
    const { admit, countRefusal } = yield* makeAuthorization
    const cache = yield* ResponseCache

    /** An invalid query or parameter is 400; a 403 of the use case counts as a refusal. */
    const refusing = <R>(httpEffect: Effect.Effect<Response, unhandled, R>) =>
      Effect.catch(httpEffect, (error): Effect.Effect<never, Refusal, AuthenticatedPrincipal> => {
        if (HttpApiError.HttpApiSchemaError.is(error)) return decodingError(error)
        const failed = Effect.fail(error)
        return error instanceof Forbidden
          ? Effect.andThen(Effect.flatMap(AuthenticatedPrincipal, countRefusal), failed)
          : failed
      })

    return Authentication.of((httpEffect, { endpoint }) => {
      // Runs once for each endpoint, when the API is built.
      const rule = ruleOf(endpoint)
      const access = accessOf(endpoint)
      const finish = finisher(cache, endpoint, rule)
      const hasTag = rule.answers !== "other" && rule.table === undefined
      const handled = refusing(httpEffect)
      const isChange = endpoint.method !== "GET"
      const rehearsed = rehearsedBy(rule)

      const answered = (
        request: Request,
        facts: RequestContext["Service"],
        principal: Principal,
        now: number
      ) => {
        const { prefer } = request.headers
        const asked = prefer !== undefined && isChange && prefersDryRun(prefer)
        const problem =
          queryProblem(request.url) ??
          conditionProblem(request, rule) ??
          (asked === false ? undefined : dryRunProblem(asked, rule))
        const admitted = admit(principal, access, facts)
        if (problem !== undefined) {
          return Effect.andThen(admitted, Effect.fail(new BadRequest({ message: problem })))
        }
        const handling = Effect.updateContext(handled, actingFor(principal, request, rule))
        if (asked !== false) {
          return Effect.flatMap(admitted, () => {
            facts.isDryRun = true
            return rehearsed(handling)
          })
        }
        const finished = finish(request, facts, now)
        return admitted.pipe(
          Effect.flatMapEager(() => handling),
          Effect.map((given) => (hasTag ? unlessKnown(request, finished(given)) : finished(given)))
        )
      }

      return Effect.withFiber((fiber) => {
        const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
        const facts = Context.getUnsafe(fiber.context, RequestContext)
        const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
        const { principal } = facts
        return principal === undefined
          ? Effect.flatMap(authenticate(request, facts), (found) =>
              answered(request, facts, found, now)
            )
          : answered(request, facts, principal, now)
      })
    })
  })
)

export const layerIdentity = Layer.succeed(
  Identity,
  Identity.of((httpEffect) =>
    Effect.updateContext(httpEffect, (context: Context.Context<AuthenticatedPrincipal>) =>
      Context.add(context, CurrentPrincipal, Context.get(context, AuthenticatedPrincipal))
    )
  )
)
