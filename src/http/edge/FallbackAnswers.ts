/**
 * Fallback answers: requests that no endpoint answered by itself (unknown routes and methods, wrong
 * content types, bodies over the limit, broken requests, defects). A browser gets a page, any other
 * client the error envelope. Statuses outside docs/spec.md §7 do not leave `/v1`.
 */
import { Cause, Effect } from "effect"
import { HttpServerError, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { codeOfStatus, type ErrorStatus, envelope } from "../../api/errors/ErrorEnvelope.ts"
import { busyIn } from "../../app/Lane.ts"
import { isApi } from "./RequestLog.ts"

const internalErrorMessage = "An unexpected error occurred; X-Request-Id names it in our log"

/** Makes the answer for a status: a page or the envelope. */
export type Answer = (
  status: ErrorStatus,
  message: string,
  retryAfterSeconds?: number
) => HttpServerResponse.HttpServerResponse

export const inEnvelope: Answer = (status, message, retryAfterSeconds) =>
  HttpServerResponse.jsonUnsafe(envelope(status, message), {
    status,
    ...(retryAfterSeconds === undefined
      ? {}
      : { headers: { "retry-after": String(retryAfterSeconds) } })
  })

/** The answer for a bare status of the framework. */
export const fromStatus = (
  status: number,
  answer: Answer
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
export const isForPeople = ({ headers, url }: HttpServerRequest.HttpServerRequest): boolean =>
  !isApi(url) &&
  /(?:^|,)\s*text\/html(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers["accept"] ?? "")

export const fromCause = (answer: Answer, cause: Cause.Cause<unknown>) => {
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
