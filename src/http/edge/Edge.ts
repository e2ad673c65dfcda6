/**
 * Edge: the outermost layer of every answer. It gives the request an id, writes one log line
 * without query or body, and adds the headers that all answers have.
 */
import { Clock, Context, Effect, type Fiber, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { ClientAddress, ExactAddress } from "../../api/endpoint/ClientAddress.ts"
import { ruleOf } from "../../api/endpoint/EndpointRule.ts"
import { Defects } from "../../api/endpoint/Middleware.ts"
import { ErrorPage } from "../../api/errors/ErrorPage.ts"
import { CurrentLane } from "../../app/AdmissionControl.ts"
import { movedIn, type WorkspaceMoved } from "../../app/MovedWorkspaces.ts"
import { AccessLog } from "../../app/ports/AccessLog.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { movedHeader } from "../cells/Forward.ts"
import { invalidToken } from "./Access.ts"
import { dryRunProblem, prefersDryRun } from "./DryRun.ts"
import {
  fromCause,
  fromStatus,
  inEnvelope,
  isForPeople,
  type MakeErrorAnswer,
  needsNoFallback
} from "./ErrorAnswers.ts"
import { newRequestId, passedRequestOf, RequestContext, withOrigin } from "./RequestContext.ts"
import { complete, loggedPath, makeRecordRequest } from "./RequestLog.ts"
import { traced } from "./RequestSpan.ts"
import { Exposure, refusePlain } from "./Transport.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The framework's span would contain the whole URL with query and tokens; `traced` replaces it. */
export const layerNoFrameworkSpan = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

/** A request in progress. */
interface Arrived {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly request: Request
  readonly id: RequestId
  readonly started: number
  /** Its route and principal are found later. */
  readonly facts: RequestContext["Service"]
}

interface Addresses {
  readonly addressOf: ClientAddress["Service"]
  readonly exactOf: ExactAddress["Service"]
}

/** Adds services one by one: a merge would copy the whole context of the fiber. */
const servicesOf =
  ({ addressOf, exactOf }: Addresses, { request, id, facts }: Arrived) =>
  <R>(context: Context.Context<R>): Context.Context<R> =>
    context.pipe(
      Context.add(RequestContext, facts),
      Context.add(CurrentLane, { kind: "outside", address: addressOf(request) }),
      withOrigin(
        id,
        () => exactOf(request),
        () => request.headers["user-agent"]
      )
    )

/** Counts, logs and completes an answer. */
const makeFinish = (
  exposure: Exposure["Service"],
  accessLog: AccessLog["Service"],
  exactOf: ExactAddress["Service"]
) => {
  const recordRequest = makeRecordRequest(accessLog)
  return (
    { fiber, request, id, started, facts }: Arrived,
    response: Response
  ): Effect.Effect<Response> => {
    const at = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
    const { method, url } = request
    const { status } = response
    const { route } = facts
    const path = loggedPath(url)
    const address = exactOf(request)
    const credential = facts.principal?.credentialId
    const record = { id, method, path, route, status, address, credential, started, at }
    recordRequest(fiber.context, record)
    const marked = facts.isDryRun
      ? HttpServerResponse.setHeader(response, "preference-applied", "dry-run")
      : response
    const named =
      facts.movedTo === undefined
        ? marked
        : HttpServerResponse.setHeader(marked, movedHeader, facts.movedTo)
    const whole = complete(exposure, request, facts.allowance, named, id)
    return HttpServerResponse.isHttpServerResponse(whole) ? Effect.succeed(whole) : whole
  }
}

export const layerEdge = Layer.unwrap(
  Effect.gen(function* () {
    const exposure = yield* Exposure
    const addresses = { addressOf: yield* ClientAddress, exactOf: yield* ExactAddress }
    const errorPage = yield* ErrorPage
    const finish = makeFinish(exposure, yield* AccessLog, addresses.exactOf)

    const answerOf = ({ request, id }: Arrived): MakeErrorAnswer =>
      isForPeople(request)
        ? (status, message, retryAfterSeconds) =>
            errorPage(request, { status, message, requestId: id, retryAfterSeconds })
        : inEnvelope

    /** The answer to a router names the cell, so that it passes the request on. */
    const refuseMoved = (arrived: Arrived, { cell, message }: WorkspaceMoved) => {
      const { request, id, facts } = arrived
      if (cell !== null && request.headers[movedHeader] !== undefined) facts.movedTo = cell
      const response = isForPeople(request)
        ? errorPage(request, { status: 404, message, requestId: id, movedTo: cell })
        : HttpServerResponse.setHeader(inEnvelope(401, message), "www-authenticate", invalidToken)
      return finish(arrived, response)
    }

    /** The answer of an endpoint, or a fallback. */
    const answered = <E, R>(arrived: Arrived, httpEffect: Effect.Effect<Response, E, R>) =>
      Effect.matchCauseEffect(Effect.updateContext(httpEffect, servicesOf(addresses, arrived)<R>), {
        onSuccess: (response) =>
          finish(
            arrived,
            needsNoFallback(response, arrived.request.url)
              ? response
              : fromStatus(response.status, answerOf(arrived))
          ),
        onFailure: (cause) => {
          const moved = movedIn(cause)
          return moved === undefined
            ? Effect.flatMap(fromCause(answerOf(arrived), cause), (response) =>
                finish(arrived, response)
              )
            : refuseMoved(arrived, moved)
        }
      })

    return HttpRouter.middleware(
      (httpEffect) =>
        Effect.withFiber((fiber) => {
          const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
          const passed = passedRequestOf(request.source)
          const arrived: Arrived = {
            fiber,
            request,
            id: newRequestId(),
            started: passed?.startedAt ?? fiber.getRef(Clock.Clock).currentTimeMillisUnsafe(),
            facts: {
              route: "other",
              principal: passed?.caller?.principal,
              versions: passed?.caller?.versions ?? null,
              taken: passed?.allowance ?? null,
              allowance: null
            }
          }
          const plain = refusePlain(exposure, request)
          const whole = plain === undefined ? answered(arrived, httpEffect) : finish(arrived, plain)
          return fiber.cache.tracer === undefined ? whole : traced(whole, request, arrived.id)
        }),
      { global: true }
    )
  })
)

/** The outermost of the API's middlewares is the first that knows the route. */
export const layerDefects = Layer.succeed(
  Defects,
  Defects.of((httpEffect, { endpoint }) => {
    const rule = ruleOf(endpoint)
    // Endpoints with a credential refuse the preference after authentication.
    const refusesDryRun = rule.access.kind === "none" && endpoint.method !== "GET"
    return Effect.withFiber(({ context }) => {
      const facts = Context.getOrUndefined(context, RequestContext)
      if (facts !== undefined) facts.route = endpoint.path
      if (!refusesDryRun) return httpEffect
      const { headers } = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
      const problem = dryRunProblem(prefersDryRun(headers["prefer"]), rule)
      return problem === undefined ? httpEffect : Effect.succeed(inEnvelope(400, problem))
    })
  })
)
