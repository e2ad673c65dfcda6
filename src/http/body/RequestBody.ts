/**
 * The body of an API request as text that may be decoded: of the right type and encoding, and no part
 * of it larger than its schema allows. Nothing is built from a body before it passed here.
 */
import { isUtf8 } from "node:buffer"
import { Effect, Predicate } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { readBounded } from "../../api/endpoint/BoundedBody.ts"
import { ruleOf } from "../../api/endpoint/EndpointRule.ts"
import { BadRequest, Unprocessable } from "../../api/errors/ErrorEnvelope.ts"
import { formatProblems } from "../../domain/Invalid.ts"
import { type Bounds, boundsOf } from "./BodyBounds.ts"
import { scanJson } from "./JsonScan.ts"
import { readInTurn, workInTurn } from "./LargeBodies.ts"

export const maxBodyBytes = 1_048_576
const json = "application/json"

/** Undefined where the endpoint takes no body. */
export const bodyBounds = (endpoint: HttpApiEndpoint.Top): Bounds | undefined => {
  const payload = endpoint.payload.get(json)
  return payload === undefined ? undefined : boundsOf(payload.schemas[0].ast)
}

/** An absent type is JSON, as the framework has it. */
const isJson = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers["content-type"] ?? json).split(";", 1)[0]?.trim().toLowerCase() === json

const mark = Buffer.from("\ufeff")

/** A byte order mark is no part of the text (RFC 8259 §8.1 lets it be ignored). */
const withoutMark = (body: Buffer): Buffer =>
  body.subarray(0, mark.length).equals(mark) ? body.subarray(mark.length) : body

/** NaN where the body comes in chunks: it may be of any length. */
const announcedBytes = ({ headers }: HttpServerRequest.HttpServerRequest): number =>
  Number(headers["content-length"] ?? (headers["transfer-encoding"] === undefined ? 0 : Number.NaN))

const badRequest = (message: string) => Effect.fail(new BadRequest({ message }))

/** Whether the text is what a body has to be; what it is instead is for the decoder to say. */
const isObject = (text: string): boolean => {
  try {
    const body: unknown = JSON.parse(text)
    return Predicate.isObject(body)
  } catch {
    return false
  }
}

interface Expected {
  readonly bounds: Bounds | undefined
  readonly isOptional: boolean
}

const read = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  { bounds, isOptional }: Expected
): Effect.fn.Return<string, BadRequest | Unprocessable> {
  if (bounds !== undefined && !isJson(request)) {
    return yield* badRequest(`The Content-Type must be ${json}`)
  }
  const bytes = yield* Effect.catch(
    readInTurn(announcedBytes(request), readBounded(request, maxBodyBytes)),
    () => badRequest("The body is over the limit of 1 MiB")
  )
  yield* workInTurn(bytes.length)
  // The decoder would quietly put U+FFFD in the place of broken bytes.
  if (!isUtf8(bytes)) return yield* badRequest("The body is not valid UTF-8")
  const body = withoutMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  if (bounds === undefined) return body.toString()
  if (body.length === 0 && isOptional) return "{}"
  const { issues, isMore, isEmpty, inexact } = scanJson(body, bounds)
  if (isEmpty) return yield* badRequest("A JSON body is needed")
  if (issues.length > 0) {
    return yield* new Unprocessable({ message: formatProblems(issues, isMore) })
  }
  const text = body.toString()
  if (inexact.length > 0 && isObject(text)) {
    return yield* new Unprocessable({ message: formatProblems(inexact) })
  }
  return text
})

/** What was found fit: whoever asks again, perhaps in a transaction, waits for no turn. */
const fit = new WeakMap<HttpServerRequest.HttpServerRequest, string>()

/** How an endpoint's bodies are read; asked once for each endpoint, when the API is built. */
export const bodyReader = (endpoint: HttpApiEndpoint.Top) => {
  const bounds = bodyBounds(endpoint)
  const expected: Expected = { bounds, isOptional: ruleOf(endpoint).isBodyOptional }
  return {
    /** Where none is taken, what comes has no bounds within which it could be looked into. */
    takesBody: bounds !== undefined,
    read: (
      request: HttpServerRequest.HttpServerRequest
    ): Effect.Effect<string, BadRequest | Unprocessable> =>
      Effect.suspend(() => {
        const text = fit.get(request)
        return text === undefined
          ? Effect.tap(read(request, expected), (found) =>
              Effect.sync(() => fit.set(request, found))
            )
          : Effect.succeed(text)
      })
  }
}
