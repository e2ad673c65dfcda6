/**
 * The outermost layer of every answer: a request id, one log line without query or body, and an
 * answer for whatever no endpoint answered by itself (unknown routes and methods, wrong content
 * types, bodies over the limit, broken requests, defects): the error envelope, or a page for a
 * person's browser. Statuses outside docs/spec.md §7 do not leave `/v1`.
 */
import { Cause, Clock, Context, Effect, Layer, References } from "effect"
import {
  HttpMiddleware,
  HttpRouter,
  HttpServerError,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { ClientAddress, ExactAddress } from "../../api/ClientAddress.ts"
import { codeOfStatus, type ErrorStatus, envelope } from "../../api/ErrorEnvelope.ts"
import { ErrorPage } from "../../api/ErrorPage.ts"
import { CurrentOrigin } from "../../app/Acting.ts"
import { CurrentLane, onBusy } from "../../app/Lane.ts"
import { AccessLog } from "../../app/ports/AccessLog.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { Exposure } from "../Exposure.ts"
import { arrivalOf } from "../FrontDoor.ts"
import { RequestFacts } from "../RequestFacts.ts"
import { newRequestId } from "../RequestIds.ts"
import { traced } from "./RequestSpan.ts"
import { complete, isApi, loggedPath, makeTell } from "./Telling.ts"
import { refusePlain } from "./Transport.ts"

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

const fromCause = (answer: Answer) => (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.failCause(cause)
    : Effect.flatMap(HttpServerError.causeResponse(cause), ([response]) =>
        Effect.as(
          response.status >= 500 ? Effect.logError("A request met a defect", cause) : Effect.void,
          fromStatus(response.status, answer)
        )
      )

/** The framework's own span would carry the whole URL, query and tokens included: ours replaces it. */
export const layerNoFrameworkSpan = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

/** What is known of a request when it comes; its route is found later. */
interface Asked {
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
    const tell = makeTell(accessLog)

    const answerOf = (request: HttpServerRequest.HttpServerRequest, requestId: string): Answer =>
      isForPeople(request)
        ? (status, message, retryAfterSeconds) =>
            errorPage(request, { status, message, requestId, retryAfterSeconds })
        : inEnvelope

    /** Counts, logs and completes an answer. */
    const told =
      (request: HttpServerRequest.HttpServerRequest, { id, started, facts }: Asked) =>
      (response: HttpServerResponse.HttpServerResponse) =>
        Effect.withFiber<HttpServerResponse.HttpServerResponse>((fiber) => {
          const at = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
          const { method, url } = request
          const { status } = response
          const { route } = facts
          const path = loggedPath(url)
          const told = tell(fiber.context, { id, method, path, route, status, started, at })
          const whole = complete(exposure, request, response, id)
          return HttpServerResponse.isHttpServerResponse(whole)
            ? Effect.as(told, whole)
            : Effect.andThen(told, whole)
        })

    /** The answer of whatever is inside, or for what nothing inside answered. */
    const answered = <E, R>(
      request: HttpServerRequest.HttpServerRequest,
      { id, facts }: Asked,
      httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) => {
      const { url } = request
      const answer = answerOf(request, id)
      return httpEffect.pipe(
        Effect.map((response) =>
          isComplete(response, url) ? response : fromStatus(response.status, answer)
        ),
        onBusy(({ message, retryAfterSeconds }) =>
          Effect.sync(() => answer(429, message, retryAfterSeconds))
        ),
        Effect.catchCause(fromCause(answer)),
        // Added, not merged: a merge copies all that the fiber knows.
        Effect.updateContext((context: Context.Context<R>) =>
          context.pipe(
            Context.add(RequestFacts, facts),
            Context.add(CurrentLane, { kind: "outside", address: addressOf(request) }),
            Context.add(CurrentOrigin, { requestId: id, address: () => exactOf(request) }),
            Context.add(References.CurrentLogAnnotations, { request_id: id })
          )
        )
      )
    }

    return HttpRouter.middleware(
      (httpEffect) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
          Effect.withFiber((fiber) => {
            const arrival = arrivalOf(request.source)
            const started = arrival?.at ?? fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
            const id = newRequestId()
            const facts: RequestFacts["Service"] = {
              route: "other",
              principal: arrival?.caller?.principal,
              versions: arrival?.caller?.versions ?? null
            }
            const asked: Asked = { id, started, facts }
            const plain = refusePlain(exposure, request)
            const handled =
              plain === undefined ? answered(request, asked, httpEffect) : Effect.succeed(plain)
            const whole = Effect.flatMap(handled, told(request, asked))
            return fiber.cache.tracer === undefined ? whole : traced(whole, request, id)
          })
        ),
      { global: true }
    )
  })
)
