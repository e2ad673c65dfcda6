/**
 * Error answers: 400 and 422 for input that does not decode, and fallback answers for requests that
 * no endpoint answered by itself (unknown routes and methods, wrong content types, bodies over the
 * limit, broken requests, defects).
 *
 * A browser gets a page, any other client the error envelope. Statuses outside docs/spec.md §7 do
 * not leave `/v1`. A failure to encode our own answer is not the caller's and stays a defect.
 */
import { Cause, Effect, Layer, type SchemaIssue } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { BodyErrors } from "../../api/endpoint/Middleware.ts"
import {
  BadRequest,
  codeOfStatus,
  type ErrorStatus,
  envelope,
  Unprocessable
} from "../../api/errors/ErrorEnvelope.ts"
import { busyIn } from "../../app/AdmissionControl.ts"
import { bodyReader } from "../body/RequestBody.ts"
import { describeIssue } from "../body/SchemaIssues.ts"
import type { RequestHead } from "./RequestContext.ts"
import { isApi } from "./RequestLog.ts"

const internalErrorMessage = "An unexpected error occurred; X-Request-Id names it in our log"

/** Makes the answer for a status: a page or the envelope. */
export type MakeErrorAnswer = (
  status: ErrorStatus,
  message: string,
  retryAfterSeconds?: number
) => HttpServerResponse.HttpServerResponse

export const inEnvelope: MakeErrorAnswer = (status, message, retryAfterSeconds) =>
  HttpServerResponse.jsonUnsafe(envelope(status, message), {
    status,
    ...(retryAfterSeconds === undefined
      ? {}
      : { headers: { "retry-after": String(retryAfterSeconds) } })
  })

/** The answer for a bare status of the framework. */
export const fromStatus = (
  status: number,
  answer: MakeErrorAnswer
): HttpServerResponse.HttpServerResponse => {
  if (status === 404 || status === 405) return answer(404, "There is no such route or method")
  if (status === 413) return answer(400, "The body is over the limit of 1 MiB")
  if (status === 415) return answer(400, "The Content-Type must be application/json")
  return status < 500 ? answer(400, "The request is malformed") : answer(500, internalErrorMessage)
}

/** Whether the answer needs no fallback: the envelope, pages, documents. */
export const needsNoFallback = (
  response: HttpServerResponse.HttpServerResponse,
  url: string
): boolean => {
  if (response.status < 400) return true
  const type = response.headers["content-type"] ?? ""
  return isApi(url)
    ? type.includes("json") && response.status in codeOfStatus
    : type.includes("json") || type.includes("html")
}

/** Whether a browser sent the request, to a page. */
export const isForPeople = ({ headers, url }: Pick<RequestHead, "headers" | "url">): boolean =>
  !isApi(url) &&
  /(?:^|,)\s*text\/html(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers["accept"] ?? "")

export const fromCause = (answer: MakeErrorAnswer, cause: Cause.Cause<unknown>) => {
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

/** A repeated parameter arrives as a list, which no parameter accepts. */
const badQuery = (issue: SchemaIssue.Issue): BadRequest =>
  new BadRequest({
    message: describeIssue(issue).replaceAll("must be string", "must be given only once")
  })

const maxQueryLength = 4096
const maxParameters = 50

/** The bound that a query exceeds; checked before the query is parsed. */
export const queryProblem = (url: string): string | undefined => {
  const query = url.slice(url.indexOf("?") + 1 || url.length)
  if (query.length > maxQueryLength) {
    return `The query must be at most ${maxQueryLength} characters`
  }
  return query.split("&", maxParameters + 1).length > maxParameters
    ? `The query must have at most ${maxParameters} parameters`
    : undefined
}

/**
 * The answer to an invalid query or parameter; a failure to encode our own answer stays a defect.
 */
export const decodingError = (
  error: HttpApiError.HttpApiSchemaError
): Effect.Effect<never, BadRequest> =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error)
    : Effect.fail(badQuery(error.cause.issue))

const decodeBodyErrors = HttpApiMiddleware.layerSchemaErrorTransform(BodyErrors, (error) => {
  if (error.kind !== "Payload") return decodingError(error)
  const { issue } = error.cause
  // Only the JSON parser reports an invalid value for the body as a whole.
  return Effect.fail(
    issue._tag === "InvalidValue"
      ? new BadRequest({ message: "The body is not valid JSON" })
      : new Unprocessable({ message: describeIssue(issue) })
  )
})

/**
 * Replaces the body of the request by the validated text. It changes the object itself: an object
 * that inherits from the request would have a shape of its own and make every property access slow.
 */
const replaceText = (request: HttpServerRequest.HttpServerRequest, text: string): void => {
  // Configurable, because a retried transaction repeats its handler.
  Object.defineProperty(request, "text", { value: Effect.succeed(text), configurable: true })
}

export const layerBodyErrors = Layer.effect(
  BodyErrors,
  Effect.map(BodyErrors, (decoding) =>
    BodyErrors.of((httpEffect, context) => {
      const { read } = bodyReader(context.endpoint)
      const decoded = decoding(httpEffect, context)
      return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.flatMap(read(request), (text) => {
          replaceText(request, text)
          return decoded
        })
      )
    })
  )
).pipe(Layer.provide(decodeBodyErrors))
