/**
 * Fast path of reads: answers plain requests to cacheable endpoints before the router, from the
 * response cache or by their handler, with the same headers and bytes. The router answers all
 * others, and every request that ends otherwise than with 200.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Clock, Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { allowsCompression } from "../../api/endpoint/Bodies.ts"
import { AccessLog } from "../../app/ports/AccessLog.ts"
import type { Allowance } from "../../app/ports/RateLimits.ts"
import type { Principal } from "../../domain/access/Principal.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { codingOf } from "../body/ContentCoding.ts"
import { type CacheHit, ResponseCache } from "../cache/ResponseCache.ts"
import { RawRequestHook } from "../server/RawRequestHook.ts"
import { allowanceHeaders, missingOf } from "./Access.ts"
import { type DirectRead, DirectReads, type Ended, makeReadDirectly } from "./DirectReads.ts"
import { unlessKnown } from "./Representation.ts"
import {
  type Arrived,
  addressFrom,
  newRequestId,
  type RequestHead,
  recordPassed
} from "./RequestContext.ts"
import { commonHeaders, complete, loggedPath, makeRecordRequest } from "./RequestLog.ts"
import { recordSpan } from "./RequestSpan.ts"
import { Exposure, isHttps, refusePlain } from "./Transport.ts"

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

/**
 * Reads in progress that bring the versions themselves, which saves a round trip. Beyond them
 * requests share a read of versions, and then one network write for what they read.
 */
const maxWithVersions = 2

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
  url,
  httpVersion,
  headers,
  rawHeaders
}: IncomingMessage): RequestHead | undefined =>
  url?.startsWith("/v1/") &&
  httpVersion === "1.1" &&
  headers.host !== undefined &&
  headers.authorization !== undefined &&
  areSingle(headers, rawHeaders.length / 2) &&
  !isUnusual(headers)
    ? { method: "GET", url, headers }
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

const makeSend = Effect.gen(function* () {
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
    { request, response, id, started, peer }: Arrived,
    { response: found, route, allowance }: CacheHit,
    credential: string | undefined
  ): void => {
    const answer = unlessKnown(request, found)
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

export const layerReadFastPath = Layer.effectDiscard(
  Effect.gen(function* () {
    const hook = yield* RawRequestHook
    const cache = yield* ResponseCache
    const reads = yield* DirectReads
    const exposure = yield* Exposure
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const isTraced = yield* Effect.withFiber((fiber) =>
      Effect.succeed(fiber.cache.tracer !== undefined)
    )
    const send = yield* makeSend
    const readDirectly = yield* makeReadDirectly
    let withVersions = 0

    /** Undefined if the router has to answer; it creates the spans of a use case. */
    const readFor = (request: RequestHead, principal: Principal): DirectRead | undefined => {
      const read = isTraced ? undefined : reads.find(request)
      return read !== undefined && missingOf(read.access, principal) === undefined
        ? read
        : undefined
    }

    yield* hook.install((incoming, response, pass) => {
      const request = plainRequest(incoming)
      if (request === undefined || refusePlain(exposure, request) !== undefined) return false
      const started = clock.currentTimeMillisUnsafe()
      const peeked = cache.peek(request, started)
      if (peeked === undefined) return false
      const { principal } = peeked
      const peer = incoming.socket.remoteAddress
      const arrived = { request, response, id: newRequestId(), started, peer }

      const end = ({ answer, caller, allowance }: Ended): void => {
        if (response.destroyed) return
        try {
          if (answer !== undefined) send(arrived, answer, principal.credentialId)
          else {
            recordPassed(incoming, { startedAt: started, caller, allowance })
            pass()
          }
        } catch (defect) {
          // Other requests share a read of versions, and the failure must not reach them.
          response.destroy()
          run(Effect.logError("A request could not be answered", defect))
        }
      }

      const isBusy = withVersions >= maxWithVersions
      const read =
        isBusy || cache.holds(request, principal) ? undefined : readFor(request, principal)
      if (read !== undefined) {
        withVersions += 1
        readDirectly(arrived, read, peeked, undefined, (ended) => {
          withVersions -= 1
          end(ended)
        })
        return true
      }
      cache.lookup(request, peeked, started, {
        isGone: () => response.destroyed,
        resume: (answer, caller) => {
          const versions = answer === undefined ? caller?.versions : undefined
          const direct = versions ? readFor(request, principal) : undefined
          if (direct === undefined || !versions) end({ answer, caller, allowance: null })
          else readDirectly(arrived, direct, peeked, versions, end)
        }
      })
      return true
    })
  })
)
