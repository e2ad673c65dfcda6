/**
 * The outermost layer of every answer: a request id, one log line without query or body, and an
 * answer for whatever no endpoint answered by itself (unknown routes and methods, wrong content
 * types, bodies over the limit, broken requests, defects): the error envelope, or a page for a
 * person's browser. Statuses outside docs/spec.md §7 do not leave `/v1`.
 */
import { Cause, Clock, Context, Effect, Layer, Metric, Option, References } from "effect"
import {
  HttpMiddleware,
  HttpRouter,
  HttpServerError,
  HttpServerRequest,
  HttpServerResponse,
  HttpTraceContext
} from "effect/http"
import { ClientAddress, ExactAddress } from "../../api/ClientAddress.ts"
import { codeOfStatus, type ErrorStatus, envelope } from "../../api/ErrorEnvelope.ts"
import { ErrorPage } from "../../api/ErrorPage.ts"
import { CurrentOrigin } from "../../app/Acting.ts"
import { CurrentLane, onBusy } from "../../app/Lane.ts"
import { requestSeconds, requests } from "../../app/Metrics.ts"
import { AccessLog } from "../../app/ports/AccessLog.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { inCoding } from "../Compression.ts"
import { Exposure } from "../Exposure.ts"
import { RequestFacts } from "../RequestFacts.ts"
import { newRequestId } from "../RequestIds.ts"
import { internalErrorMessage } from "./Defects.ts"
import { KeptAnswers } from "./KeptAnswers.ts"
import { refusePlain, transportHeaders } from "./Transport.ts"

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

const isApi = (url: string): boolean => /^\/v1(?:[/?]|$)/.test(url)

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

/** What a credential may read is kept by nobody, or asked about again each time. */
const caching = (
  { headers }: HttpServerResponse.HttpServerResponse,
  url: string
): Record<string, string> =>
  isApi(url) && headers["cache-control"] === undefined
    ? { "cache-control": headers["etag"] === undefined ? "no-store" : "private, no-cache" }
    : {}

const fromCause = (answer: Answer) => (cause: Cause.Cause<unknown>) =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.failCause(cause)
    : Effect.flatMap(HttpServerError.causeResponse(cause), ([response]) =>
        Effect.as(
          response.status >= 500 ? Effect.logError("A request met a defect", cause) : Effect.void,
          fromStatus(response.status, answer)
        )
      )

/** The path alone: queries and tokens in paths of pages are secrets. */
const loggedPath = (url: string): string => {
  const path = url.split("?", 1)[0] ?? ""
  return path
    .replace(/^\/(pay|welcome|dev\/mail)\/.*/, "/$1/…")
    .replace(/\/invitations\/.*/, "/invitations/…")
    .slice(0, 200)
}

/** A series for each route, method and status, found once: there are as many as there are routes. */
const makeCount = () => {
  const series = new Map<string, (context: Context.Context<never>, millis: number) => void>()
  return (
    context: Context.Context<never>,
    [method, route, status, millis]: readonly [string, string, number, number]
  ): void => {
    const key = `${method} ${status} ${route}`
    let update = series.get(key)
    if (update === undefined) {
      const counted = Metric.withAttributes(requests, { method, route, status: String(status) })
      const timed = Metric.withAttributes(requestSeconds, { route })
      update = (context, millis) => {
        counted.updateUnsafe(1, context)
        timed.updateUnsafe(millis / 1000, context)
      }
      series.set(key, update)
    }
    update(context, millis)
  }
}

/** The framework's own span would carry the whole URL, query and tokens included: ours replaces it. */
export const layerNoFrameworkSpan = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

/** A span, a child of the caller's. */
const traced = <A, E, R>(
  handled: Effect.Effect<A, E, R>,
  { method, url, headers }: HttpServerRequest.HttpServerRequest,
  id: string
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const parent = Option.getOrUndefined(HttpTraceContext.fromHeaders(headers))
    const attributes = {
      "http.request.method": method,
      "url.path": loggedPath(url),
      request_id: id
    }
    return Effect.useSpan("http.request", { kind: "server", parent, attributes }, (span) =>
      Effect.withParentSpan(handled, span)
    )
  })

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
    const kept = yield* KeptAnswers
    const count = makeCount()

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
          const millis = at - started
          count(fiber.context, [method, facts.route, status, millis])
          const path = loggedPath(url)
          const whole = HttpServerResponse.setHeaders(response, {
            ...caching(response, url),
            ...transportHeaders(exposure, request, response),
            "x-request-id": id
          })
          const coded = inCoding(request.headers["accept-encoding"], whole)
          const written = accessLog.write({ at, requestId: id, method, path, status, millis })
          return HttpServerResponse.isHttpServerResponse(coded)
            ? Effect.as(written, coded)
            : Effect.andThen(written, coded)
        })

    /** The answer of whatever is inside, or for what nothing inside answered. */
    const answered = <E, R>(
      request: HttpServerRequest.HttpServerRequest,
      { id, started, facts }: Asked,
      httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) => {
      const { url } = request
      const answer = answerOf(request, id)
      return httpEffect.pipe(
        Effect.map((response) => {
          kept.keep(request, facts, started)
          return isComplete(response, url) ? response : fromStatus(response.status, answer)
        }),
        onBusy(({ message, retryAfterSeconds }) =>
          Effect.sync(() => answer(429, message, retryAfterSeconds))
        ),
        Effect.catchCause(fromCause(answer)),
        // Given at once: each giving copies what a fiber knows.
        Effect.provideContext(
          Context.make(RequestFacts, facts).pipe(
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
            const started = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
            const id = newRequestId()
            const facts = { route: "other", principal: undefined, keepable: undefined }
            const asked: Asked = { id, started, facts }
            const plain = refusePlain(exposure, request)
            const again = plain === undefined ? kept.again(request, facts, started) : undefined
            const fresh =
              plain === undefined
                ? Effect.suspend(() => answered(request, asked, httpEffect))
                : Effect.succeed(plain)
            const handled =
              again === undefined
                ? fresh
                : Effect.flatMap(again, (found) =>
                    found === undefined ? fresh : Effect.succeed(found)
                  )
            const whole = Effect.flatMap(handled, told(request, asked))
            return fiber.cache.tracer === undefined ? whole : traced(whole, request, id)
          })
        ),
      { global: true }
    )
  })
)
