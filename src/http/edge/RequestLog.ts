/**
 * What is counted and logged of every answer, and said with it, whoever gives it: the router's own, or one
 * that was kept.
 */
import { type Context, Metric } from "effect"
import { HttpServerResponse } from "effect/http"
import { requestSeconds, requests } from "../../app/Metrics.ts"
import type { AccessLog } from "../../app/ports/AccessLog.ts"
import type { Allowance } from "../../app/ports/RateLimits.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { inCoding } from "../body/Compression.ts"
import type { Exposure } from "../server/Exposure.ts"
import { allowanceHeaders } from "./RateLimit.ts"
import type { Question } from "./RequestHead.ts"
import { transportHeaders } from "./Transport.ts"

export const isApi = (url: string): boolean => /^\/v1(?:[/?]|$)/.test(url)

/** The path alone: queries and tokens in paths of pages are secrets. */
export const loggedPath = (url: string): string => {
  const path = url.split("?", 1)[0] ?? ""
  return path
    .replace(/^\/(pay|welcome|dev\/mail)\/.*/, "/$1/…")
    .replace(/\/invitations\/.*/, "/invitations/…")
    .slice(0, 200)
}

/** What a credential may read is kept by nobody, or asked about again each time. */
const caching = (
  { headers }: HttpServerResponse.HttpServerResponse,
  url: string
): Record<string, string> =>
  isApi(url) && headers["cache-control"] === undefined
    ? { "cache-control": headers["etag"] === undefined ? "no-store" : "private, no-cache" }
    : {}

/** What every answer says besides its own headers and the request's id. */
export const commonHeaders = (
  exposure: Exposure["Service"],
  question: Question,
  response: HttpServerResponse.HttpServerResponse
): Record<string, string> => ({
  ...caching(response, question.url),
  ...transportHeaders(exposure, question, response)
})

/** The answer as it is sent; an effect where its bytes are still to be coded. */
export const complete = (
  exposure: Exposure["Service"],
  question: Question,
  allowance: Allowance | null,
  response: HttpServerResponse.HttpServerResponse,
  id: RequestId
) =>
  inCoding(
    question.headers["accept-encoding"],
    HttpServerResponse.setHeaders(response, {
      ...allowanceHeaders(allowance),
      ...commonHeaders(exposure, question, response),
      "x-request-id": id
    })
  )

/** An answered request, for metrics and log. */
export interface AnsweredRequest {
  readonly id: RequestId
  readonly method: string
  /** As it may be logged. */
  readonly path: string
  readonly route: string
  readonly status: number
  /** The client's address: that of the peer, or the one that a trusted proxy names. */
  readonly address: string
  /** Undefined without a valid credential. */
  readonly credential: string | undefined
  /** When it was asked and when it was answered, milliseconds of the Unix epoch. */
  readonly started: number
  readonly at: number
}

/** A proxy's header can contain any text. */
const loggedAddress = (address: string): string =>
  address.slice(0, 64).replaceAll(/[^\x21-\x7e]/g, "?")

/** A series for each route, method and status, found once: there are as many as there are routes. */
const makeCount = () => {
  const series = new Map<string, (context: Context.Context<never>, millis: number) => void>()
  return (
    context: Context.Context<never>,
    { method, route, status, started, at }: AnsweredRequest
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
    update(context, at - started)
  }
}

/** Counts an answer in the metrics of the context, and logs it. */
export const makeRecordRequest = (accessLog: AccessLog["Service"]) => {
  const count = makeCount()
  return (context: Context.Context<never>, request: AnsweredRequest): void => {
    count(context, request)
    const { id: requestId, method, path, status, started, at } = request
    accessLog.write(
      {
        at,
        requestId,
        method,
        path,
        status,
        millis: at - started,
        address: loggedAddress(request.address),
        credential: request.credential ?? null
      },
      context
    )
  }
}
