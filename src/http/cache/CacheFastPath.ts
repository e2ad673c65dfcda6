/**
 * Cache fast path: answers cache hits before the router, with the same headers and bytes, in half
 * of the calls. It looks up plain requests only; the router answers all others.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Clock, Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { allowsCompression } from "../../api/endpoint/Compressible.ts"
import { AccessLog } from "../../app/ports/AccessLog.ts"
import type { Allowance } from "../../app/ports/RateLimits.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { codingOf } from "../body/ContentCoding.ts"
import { allowanceHeaders } from "../edge/Access.ts"
import { unlessKnown } from "../edge/Representation.ts"
import {
  addressFrom,
  newRequestId,
  type RequestHead,
  recordPassed
} from "../edge/RequestContext.ts"
import { commonHeaders, complete, loggedPath, makeRecordRequest } from "../edge/RequestLog.ts"
import { recordSpan } from "../edge/RequestSpan.ts"
import { Exposure, isHttps, refusePlain } from "../edge/Transport.ts"
import { RawRequestHook } from "../server/RawRequestHook.ts"
import { type CacheHit, ResponseCache } from "./ResponseCache.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Headers of conditional and partial requests, and of requests with a body. */
const unusual = [
  "content-length",
  "transfer-encoding",
  "expect",
  "upgrade",
  "range",
  "if-range",
  "if-match",
  "if-modified-since",
  "if-unmodified-since"
]

type Headers = IncomingMessage["headers"]

/** Whether each header came once. Node merges repeated ones, and the router judges those. */
const areSingle = (
  headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>,
  count: number
): headers is Readonly<Record<string, string>> => {
  let single = 0
  for (const name in headers) {
    if (typeof headers[name] !== "string") return false
    single += 1
  }
  return single === count
}

const isUnusual = (headers: Headers): boolean => unusual.some((name) => headers[name] !== undefined)

/** The head of a plain request; undefined for any other. */
const plainRequest = ({
  method,
  url,
  httpVersion,
  headers,
  rawHeaders
}: IncomingMessage): RequestHead | undefined =>
  method === "GET" &&
  url?.startsWith("/v1/") &&
  httpVersion === "1.1" &&
  headers.host !== undefined &&
  headers.authorization !== undefined &&
  areSingle(headers, rawHeaders.length / 2) &&
  !isUnusual(headers)
    ? { method, url, headers }
    : undefined

const flat = (headers: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.entries(headers).flat()

/** The headers of an answer as alternating names and values: its own, and those of all answers. */
interface FlatHeaders {
  readonly own: ReadonlyArray<string>
  readonly common: ReadonlyArray<string>
  readonly isHttps: boolean
}

/** Memoizes the headers of each cached response. */
const makeFlatHeaders = (exposure: Exposure["Service"]) => {
  const known = new WeakMap<Response, FlatHeaders>()
  return (request: RequestHead, response: Response): FlatHeaders => {
    const https = isHttps(exposure, request)
    const found = known.get(response)
    if (found?.isHttps === https) return found
    const headers = {
      own: flat(response.headers),
      common: flat(commonHeaders(exposure, request, response)),
      isHttps: https
    }
    known.set(response, headers)
    return headers
  }
}

const write = (
  response: ServerResponse,
  { status, body }: Response,
  headers: Array<string>
): void => {
  response.writeHead(status, headers)
  if (status !== 304 && body._tag === "Uint8Array") response.end(body.text ?? body.body)
  else response.end()
}

/** The sender of a request, for its log line. */
interface Sender {
  readonly started: number
  readonly peer: string | undefined
  readonly credential: string | undefined
}

const makeSendHit = Effect.gen(function* () {
  const exposure = yield* Exposure
  const accessLog = yield* AccessLog
  const clock = yield* Clock.Clock
  const context = yield* Effect.context<never>()
  const tracer = yield* Effect.withFiber(({ cache }) => Effect.succeed(cache.tracer))
  const run = Effect.runForkWith(context)
  const recordRequest = makeRecordRequest(accessLog)
  const headersOf = makeFlatHeaders(exposure)

  /** Sends a compressed answer, made by the functions of the edge. */
  const writeCoded = (
    response: ServerResponse,
    request: RequestHead,
    allowance: Allowance | null,
    answer: Response,
    id: RequestId
  ): void => {
    const send = (whole: Response) => write(response, whole, [...flat(whole.headers)])
    const whole = complete(exposure, request, allowance, answer, id)
    if (HttpServerResponse.isHttpServerResponse(whole)) send(whole)
    else {
      run(
        Effect.map(whole, (made) => {
          if (!response.destroyed) send(made)
        })
      )
    }
  }

  return (
    request: RequestHead,
    response: ServerResponse,
    { response: cached, route, allowance }: CacheHit,
    { started, peer, credential }: Sender
  ): void => {
    const answer = unlessKnown(request, cached)
    const id = newRequestId()
    const { method, url } = request
    const { status } = answer
    const at = clock.currentTimeMillisUnsafe()
    const address = addressFrom(exposure.trustProxy, request.headers["x-forwarded-for"], peer)
    const path = loggedPath(url)
    const record = { id, method, path, route, status, address, credential, started, at }
    recordRequest(context, record)
    if (tracer !== undefined) recordSpan(tracer, request, { id, started, at })
    if (allowsCompression(answer) && codingOf(request.headers["accept-encoding"]) !== undefined) {
      writeCoded(response, request, allowance, answer, id)
      return
    }
    const limit = allowanceHeaders(allowance)
    const { own, common } = headersOf(request, answer)
    write(response, answer, [...own, ...flat(limit), ...common, "x-request-id", id])
  }
})

export const layerCacheFastPath = Layer.effectDiscard(
  Effect.gen(function* () {
    const hook = yield* RawRequestHook
    const cache = yield* ResponseCache
    const exposure = yield* Exposure
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const sendHit = yield* makeSendHit

    yield* hook.install((incoming, response, pass) => {
      const request = plainRequest(incoming)
      if (request === undefined || refusePlain(exposure, request) !== undefined) return false
      const started = clock.currentTimeMillisUnsafe()
      return cache.lookup(request, started, {
        isGone: () => response.destroyed,
        resume: (hit, caller) => {
          if (response.destroyed) return
          try {
            if (hit !== undefined) {
              const credential = caller?.principal.credentialId
              const peer = incoming.socket.remoteAddress
              return sendHit(request, response, hit, { started, peer, credential })
            }
            recordPassed(incoming, { startedAt: started, caller })
            pass()
          } catch (defect) {
            // Other requests share this read of the versions, and the failure must not reach them.
            response.destroy()
            run(Effect.logError("A request could not be answered", defect))
          }
        }
      })
    })
  })
)
