/**
 * The outermost layer of every answer: a request id, one log line without query or body, and an
 * answer for whatever no endpoint answered by itself (unknown routes and methods, wrong content
 * types, bodies over the limit, broken requests, defects): the error envelope, or a page for a
 * person's browser. Statuses outside docs/spec.md §7 do not leave `/v1`.
 */
import { Cause, Clock, Context, Effect, type Fiber, Layer, References } from "effect"
import {
  HttpMiddleware,
  HttpRouter,
  HttpServerError,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { ClientAddress, ExactAddress } from "../../api/endpoint/ClientAddress.ts"
import { codeOfStatus, type ErrorStatus, envelope } from "../../api/errors/ErrorEnvelope.ts"
import { ErrorPage } from "../../api/errors/ErrorPage.ts"
import { CurrentOrigin } from "../../app/Acting.ts"
import { busyIn, CurrentLane } from "../../app/Lane.ts"
import { AccessLog } from "../../app/ports/AccessLog.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { Exposure } from "../server/Exposure.ts"
import { passedRequestOf } from "../server/RawRequestHook.ts"
import { RequestFacts } from "./RequestFacts.ts"
import { newRequestId } from "./RequestIds.ts"
import { complete, isApi, loggedPath, makeRecordRequest } from "./RequestLog.ts"
import { traced } from "./RequestSpan.ts"
import { refusePlain } from "./Transport.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

const internalErrorMessage = "An unexpected error occurred; X-Request-Id names it in our log"

/** The form of the answer: a page for a person's browser, the envelope for a program. */
type Answer = (
  status: ErrorStatus,
  message: string,
  retryAfterSeconds?: number
) => HttpServerResponse.HttpServerResponse

const inEnvelope: Answer = (status, message, retryAfterSeconds) =>
  HttpServerResponse.jsonUnsafe(envelope(status, message), {
    status,
    ...(retryAfterSeconds === undefined
      ? {}
      : { headers: { "retry-after": String(retryAfterSeconds) } })
  })

/** For an error that the framework put into a bare status. */
const fromStatus = (status: number, answer: Answer): HttpServerResponse.HttpServerResponse => {
  if (status === 404 || status === 405) return answer(404, "There is no such route or method")
  if (status === 413) return answer(400, "The body is over the limit of 1 MiB")
  if (status === 415) return answer(400, "The Content-Type must be application/json")
  return status < 500 ? answer(400, "The request is malformed") : answer(500, internalErrorMessage)
}

/** Answers that already speak for themselves: the envelope, pages, documents. */
const isComplete = (response: HttpServerResponse.HttpServerResponse, url: string): boolean => {
  if (response.status < 400) return true
  const type = response.headers["content-type"] ?? ""
  return isApi(url)
    ? type.includes("json") && response.status in codeOfStatus
    : type.includes("json") || type.includes("html")
}

/** Whether a person's browser asks, and not for the API. */
const isForPeople = ({ headers, url }: HttpServerRequest.HttpServerRequest): boolean =>
  !isApi(url) &&
  /(?:^|,)\s*text\/html(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers["accept"] ?? "")

const fromCause = (answer: Answer, cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause)
  const busy = busyIn(cause)
  return busy === undefined
    ? Effect.flatMap(HttpServerError.causeResponse(cause), ([response]) =>
        Effect.as(
          response.status >= 500 ? Effect.logError("A request met a defect", cause) : Effect.void,
          fromStatus(response.status, answer)
        )
      )
    : Effect.succeed(answer(429, busy.message, busy.retryAfterSeconds))
}

/** The framework's own span would carry the whole URL, query and tokens included: ours replaces it. */
export const layerNoFrameworkSpan = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

/** What is known of a request when it comes; its route is found later. */
interface Arrived {
  readonly fiber: Fiber.Fiber<unknown, unknown>
  readonly request: Request
  readonly id: RequestId
  readonly started: number
  readonly facts: RequestFacts["Service"]
}

export const layerEdge = Layer.unwrap(
  Effect.gen(function* () {
    const exposure = yield* Exposure
    const addressOf = yield* ClientAddress
    const exactOf = yield* ExactAddress
    const errorPage = yield* ErrorPage
    const accessLog = yield* AccessLog
    const recordRequest = makeRecordRequest(accessLog)

    const answerOf = (request: Request, requestId: string): Answer =>
      isForPeople(request)
        ? (status, message, retryAfterSeconds) =>
            errorPage(request, { status, message, requestId, retryAfterSeconds })
        : inEnvelope

    /** Counts, logs and completes an answer. */
    const finish = (
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
      const whole = complete(exposure, request, facts.allowance, response, id)
      return HttpServerResponse.isHttpServerResponse(whole) ? Effect.succeed(whole) : whole
    }

    /** Added, not merged: a merge would copy the whole context of the fiber. */
    const withFacts =
      ({ request, id, facts }: Arrived) =>
      <R>(context: Context.Context<R>): Context.Context<R> =>
        context.pipe(
          Context.add(RequestFacts, facts),
          Context.add(CurrentLane, { kind: "outside", address: addressOf(request) }),
          Context.add(CurrentOrigin, { requestId: id, address: () => exactOf(request) }),
          Context.add(References.CurrentLogAnnotations, { request_id: id })
        )

    /** The answer of whatever is inside, or for what nothing inside answered. */
    const answered = <E, R>(arrived: Arrived, httpEffect: Effect.Effect<Response, E, R>) => {
      const { request } = arrived
      const inside = Effect.updateContext(httpEffect, withFacts(arrived)<R>)
      return Effect.matchCauseEffect(inside, {
        onSuccess: (response) =>
          finish(
            arrived,
            isComplete(response, request.url)
              ? response
              : fromStatus(response.status, answerOf(request, arrived.id))
          ),
        onFailure: (cause) =>
          Effect.flatMap(fromCause(answerOf(request, arrived.id), cause), (response) =>
            finish(arrived, response)
          )
      })
    }

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
