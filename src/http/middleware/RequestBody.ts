/**
 * The body of an API request as text that may be decoded: of the right type and encoding, and no part
 * of it larger than its schema allows. Nothing is built from a body before it passed here.
 */
import { isUtf8 } from "node:buffer"
import { Context, Effect, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { readBounded } from "../../api/BoundedBody.ts"
import { BadRequest, Unprocessable } from "../../api/ErrorEnvelope.ts"
import { OptionalBody } from "../../api/Middleware.ts"
import { formatIssues } from "../../domain/Invalid.ts"
import { type Bounds, boundsOf } from "./BodyBounds.ts"
import { scanJson } from "./JsonScan.ts"

export const maxBodyBytes = 1_048_576
const json = "application/json"

/** From here on a body is work enough to wait for a turn. */
const largeBytes = 65_536
const turn = Semaphore.makeUnsafe(1)
const nextTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/**
 * Large bodies begin one in each turn of the event loop, however many have arrived: what other requests
 * wait for is one of them and not all.
 */
const takeTurn = (bytes: Uint8Array): Effect.Effect<void> =>
  bytes.length < largeBytes ? Effect.void : turn.withPermits(1)(nextTurn)

const known = new WeakMap<HttpApiEndpoint.Top, Bounds>()

/** Undefined where the endpoint takes no body. */
export const bodyBounds = (endpoint: HttpApiEndpoint.Top): Bounds | undefined => {
  const payload = endpoint.payload.get(json)
  if (payload === undefined) return undefined
  const bounds = known.get(endpoint) ?? boundsOf(payload.schemas[0].ast)
  known.set(endpoint, bounds)
  return bounds
}

/** An absent type is JSON, as the framework has it. */
const isJson = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers["content-type"] ?? json).split(";", 1)[0]?.trim().toLowerCase() === json

const refused = (message: string) => Effect.fail(new BadRequest({ message }))

export const requestBody = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  endpoint: HttpApiEndpoint.Top
): Effect.fn.Return<string, BadRequest | Unprocessable> {
  const bounds = bodyBounds(endpoint)
  if (bounds !== undefined && !isJson(request)) {
    return yield* refused(`The Content-Type must be ${json}`)
  }
  const bytes = yield* Effect.catch(readBounded(request, maxBodyBytes), () =>
    refused("The body is over the limit of 1 MiB")
  )
  yield* takeTurn(bytes)
  // The decoder would quietly put U+FFFD in the place of broken bytes.
  if (!isUtf8(bytes)) return yield* refused("The body is not valid UTF-8")
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
  if (bounds === undefined) return text
  if (text === "" && Context.get(endpoint.annotations, OptionalBody)) return "{}"
  const { issues, isMore, isEmpty } = scanJson(text, bounds)
  if (isEmpty) return yield* refused("A JSON body is needed")
  return issues.length === 0
    ? text
    : yield* new Unprocessable({ message: formatIssues(issues, isMore) })
})
