/**
 * Request log: metrics, access log and common headers of every answer, from the router or the
 * cache.
 */
import { type Context, Metric } from "effect"
import { HttpServerResponse } from "effect/http"
import { requestSeconds, requests } from "../../app/Metrics.ts"
import type { AccessLog } from "../../app/ports/AccessLog.ts"
import type { Allowance } from "../../app/ports/RateLimits.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { inCoding } from "../body/Compression.ts"
import { allowanceHeaders } from "./Access.ts"
import type { RequestHead } from "./RequestContext.ts"
import { type Exposure, transportHeaders } from "./Transport.ts"

export const isApi = (url: string): boolean => /^\/v1(?:[/?]|$)/.test(url)

/** The path without its secrets: the query, and tokens in paths of pages. */
export const loggedPath = (url: string): string => {
  const path = url.split("?", 1)[0] ?? ""
  return path
    .replace(/^\/(pay|welcome|account\/email|dev\/mail)\/.*/, "/$1/…")
    .replace(/\/invitations\/.*/, "/invitations/…")
    .slice(0, 200)
}

/** Private answers are not stored, or are revalidated each time. */
const caching = (
  { headers }: HttpServerResponse.HttpServerResponse,
  url: string
): Record<string, string> =>
  isApi(url) && headers["cache-control"] === undefined
    ? { "cache-control": headers["etag"] === undefined ? "no-store" : "private, no-cache" }
    : {}

/** The headers of every answer, except the request's id. */
export const commonHeaders = (
  exposure: Exposure["Service"],
  request: RequestHead,
  response: HttpServerResponse.HttpServerResponse
): Record<string, string> => ({
  ...caching(response, request.url),
  ...transportHeaders(exposure, request, response)
})

/** The answer as it is sent; an effect if its bytes have to be compressed first. */
export const complete = (
  exposure: Exposure["Service"],
  request: RequestHead,
  allowance: Allowance | null,
  response: HttpServerResponse.HttpServerResponse,
  id: RequestId
) =>
  inCoding(
    request.headers["accept-encoding"],
    HttpServerResponse.setHeaders(response, {
      ...allowanceHeaders(allowance),
      ...commonHeaders(exposure, request, response),
      "x-request-id": id
    })
  )

/** An answered request, for metrics and log. */
interface AnsweredRequest {
  readonly id: RequestId
  readonly method: string
  /** From `loggedPath`. */
  readonly path: string
  readonly route: string
  readonly status: number
  /** The address of the peer, or the one that a trusted proxy names. */
  readonly address: string
  /** Undefined without a valid credential. */
  readonly credential: string | undefined
  /** Arrival and answer, milliseconds of the Unix epoch. */
  readonly started: number
  readonly at: number
}

/** A proxy's header can contain any text. */
const loggedAddress = (address: string): string =>
  address.slice(0, 64).replaceAll(/[^\x21-\x7e]/g, "?")

/** Memoizes the series of each route, method and status; their number is bounded by the routes. */
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
