/**
 * Fast path of reads: answers plain requests to cacheable endpoints before the router, from the
 * response cache or by their handler, with the same headers and bytes. The router answers all
 * others, and every request that ends otherwise than with 200.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Clock, Context, Effect, Exit, Layer, References } from "effect"
import { HttpServerResponse } from "effect/http"
import { allowsCompression } from "../../api/endpoint/Compressible.ts"
import { AuthenticatedPrincipal, CurrentWorkspace } from "../../api/endpoint/Middleware.ts"
import { CurrentLane, laneOf } from "../../app/AdmissionControl.ts"
import { CurrentActor, CurrentOrigin } from "../../app/CurrentActor.ts"
import type { Authenticated } from "../../app/people/CredentialCache.ts"
import { AccessLog } from "../../app/ports/AccessLog.ts"
import { type Allowance, RateLimits } from "../../app/ports/RateLimits.ts"
import type { RequestId } from "../../domain/Ids.ts"
import { codingOf } from "../body/ContentCoding.ts"
import { type CacheHit, ResponseCache } from "../cache/ResponseCache.ts"
import { RawRequestHook } from "../server/RawRequestHook.ts"
import { allowanceHeaders, missingOf } from "./Access.ts"
import { withoutOrigin } from "./Cors.ts"
import { DirectReads } from "./DirectReads.ts"
import { unlessKnown } from "./Representation.ts"
import { addressFrom, newRequestId, type RequestHead, recordPassed } from "./RequestContext.ts"
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

/** A request on its way to an answer. */
interface Arrived {
  readonly request: RequestHead
  readonly response: ServerResponse
  readonly id: RequestId
  /** Milliseconds of the Unix epoch. */
  readonly started: number
  readonly peer: string | undefined
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

/** Runs the handler of a cacheable endpoint, and calls `done` with a 200 or with undefined. */
const makeReadDirectly = Effect.gen(function* () {
  const reads = yield* DirectReads
  const limits = yield* RateLimits
  const exposure = yield* Exposure
  const { mapUnsafe } = yield* Effect.context<never>()
  // Handlers got their services when they were built. A small context is cheap to extend.
  const base = Context.makeUnsafe<never>(
    new Map(Array.from(mapUnsafe).filter(([key]) => !key.startsWith("retainer/"))),
    { maxDepth: 24 }
  )

  const contextOf = ({ request, id, peer }: Arrived, { principal }: Authenticated) =>
    base.pipe(
      Context.add(CurrentWorkspace, principal.workspace),
      Context.add(AuthenticatedPrincipal, principal),
      Context.add(CurrentLane, laneOf(principal.workspace.id)),
      Context.add(CurrentActor, principal.actor),
      Context.add(CurrentOrigin, {
        requestId: id,
        address: () => addressFrom(exposure.trustProxy, request.headers["x-forwarded-for"], peer)
      }),
      Context.add(References.CurrentLogAnnotations, { request_id: id })
    )

  /** False if no direct read answers the request; it has taken no token then. */
  return (
    arrived: Arrived,
    caller: Authenticated,
    done: (answer: CacheHit | undefined, taken: Allowance | null) => void
  ): boolean => {
    const { request, started } = arrived
    const read = reads.find(request)
    const { principal, versions } = caller
    if (read === undefined || missingOf(read.access, principal) !== undefined) return false
    const { route, handle, finish } = read
    let allowance: Allowance | null = null
    const answered = limits.take(principal.workspace.id, principal.workspace.plan).pipe(
      Effect.flatMapEager((taken) => {
        allowance = taken
        return handle
      })
    )
    Effect.runCallbackWith(contextOf(arrived, caller))(answered, {
      onExit: (exit) => {
        if (Exit.isFailure(exit)) return done(undefined, allowance)
        const facts = { route, principal, versions, allowance }
        const answer = withoutOrigin(exposure, finish(request, facts, started)(exit.value))
        done({ response: answer, route, allowance }, allowance)
      }
    })
    return true
  }
})

export const layerReadFastPath = Layer.effectDiscard(
  Effect.gen(function* () {
    const hook = yield* RawRequestHook
    const cache = yield* ResponseCache
    const exposure = yield* Exposure
    const clock = yield* Clock.Clock
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const isTraced = yield* Effect.withFiber((fiber) =>
      Effect.succeed(fiber.cache.tracer !== undefined)
    )
    const send = yield* makeSend
    const readDirectly = yield* makeReadDirectly

    /** Other requests share the read of the versions, and a defect must not reach them. */
    const safely = (response: ServerResponse, work: () => void): void => {
      if (response.destroyed) return
      try {
        work()
      } catch (defect) {
        response.destroy()
        run(Effect.logError("A request could not be answered", defect))
      }
    }

    yield* hook.install((incoming, response, pass) => {
      const request = plainRequest(incoming)
      if (request === undefined || refusePlain(exposure, request) !== undefined) return false
      const started = clock.currentTimeMillisUnsafe()
      const peer = incoming.socket.remoteAddress
      const arrived = { request, response, id: newRequestId(), started, peer }
      return cache.lookup(request, started, {
        isGone: () => response.destroyed,
        resume: (hit, caller) => {
          const answer = (found: CacheHit | undefined, allowance: Allowance | null): void =>
            safely(response, () => {
              if (found !== undefined) {
                return send(arrived, found, caller?.principal.credentialId)
              }
              recordPassed(incoming, { startedAt: started, caller, allowance })
              pass()
            })
          // The router creates the spans of a use case.
          if (hit !== undefined || caller === undefined || isTraced) return answer(hit, null)
          safely(response, () => {
            if (!readDirectly(arrived, caller, answer)) answer(undefined, null)
          })
        }
      })
    })
  })
)
