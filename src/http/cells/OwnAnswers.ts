/**
 * Answers of the router itself: health, an unknown label (401), a cell that does not answer (500).
 * As at a server, programs get the envelope of errors and people a page, with the same headers.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { HttpServerResponse } from "effect/http"
import { type ErrorStatus, envelope } from "../../api/errors/ErrorEnvelope.ts"
import type { RouterErrorPage } from "../../api/errors/ErrorPage.ts"
import { isForPeople } from "../edge/ErrorAnswers.ts"
import { newRequestId } from "../edge/RequestContext.ts"
import { commonHeaders } from "../edge/RequestLog.ts"

/** Seconds after which a caller tries a cell again that does not answer. */
const retryAfterSeconds = 5

interface OwnAnswersOptions {
  readonly baseUrl: string
  readonly trustProxy: boolean
  readonly isTls: boolean
  readonly errorPage: RouterErrorPage
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const headOf = ({ method = "GET", url = "/", headers }: IncomingMessage) => ({
  method,
  url,
  headers: Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : []
    )
  )
})

/** Completes an answer as the edge of a server does. */
const makeSend = (options: Omit<OwnAnswersOptions, "errorPage">) => {
  const exposure = { ...options, corsOrigins: [], metricsToken: undefined }
  return (
    { request, response }: Exchange,
    answer: HttpServerResponse.HttpServerResponse,
    headers: Readonly<Record<string, string>> = {}
  ): void => {
    const whole = HttpServerResponse.setHeaders(answer, {
      ...commonHeaders(exposure, headOf(request), answer),
      "x-request-id": newRequestId(),
      ...headers
    })
    const web = HttpServerResponse.toWeb(whole)
    void web.text().then((text) => {
      if (response.headersSent || response.destroyed) return
      response.writeHead(web.status, {
        ...Object.fromEntries(web.headers),
        "content-length": String(Buffer.byteLength(text))
      })
      response.end(text)
    })
  }
}

export const makeOwnAnswers = ({ errorPage, ...options }: OwnAnswersOptions) => {
  const send = makeSend(options)

  const refuse = (
    exchange: Exchange,
    status: ErrorStatus,
    message: string,
    headers: Readonly<Record<string, string>>
  ): void => {
    const head = headOf(exchange.request)
    const answer = isForPeople(head)
      ? errorPage(head.headers, status, retryAfterSeconds)
      : HttpServerResponse.jsonUnsafe(envelope(status, message), { status })
    send(exchange, answer, headers)
  }
  const retry = { "retry-after": String(retryAfterSeconds) }

  return {
    /** A request that is not valid HTTP. */
    refuseBroken: (exchange: Exchange, problem: string): void =>
      send(exchange, HttpServerResponse.jsonUnsafe(envelope(400, problem), { status: 400 }), {
        connection: "close"
      }),

    unknownLabel: (exchange: Exchange): void =>
      refuse(exchange, 401, "No cell has the label of this credential or link", {
        "www-authenticate": 'Bearer realm="retainer", error="invalid_token"'
      }),

    isDown: (exchange: Exchange): void =>
      refuse(
        exchange,
        500,
        "The part of the service that has this workspace does not answer",
        retry
      ),

    /** More than the router holds in memory at a time. */
    isBusy: (exchange: Exchange): void =>
      refuse(exchange, 429, "Too many documents are checked at the moment", retry),

    /** Alive while any cell is down; ready while any is up. */
    health: (exchange: Exchange, isReady: boolean): void => {
      const isAlive = exchange.request.url?.startsWith("/healthz") === true
      const status = isAlive ? "ok" : isReady ? "ready" : "unavailable"
      send(
        exchange,
        HttpServerResponse.jsonUnsafe({ status }, { status: isAlive || isReady ? 200 : 503 }),
        { "cache-control": "no-store" }
      )
    }
  }
}
