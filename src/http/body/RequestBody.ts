/**
 * Reads the body of an API request as text. It checks type, encoding and the bounds of the schema
 * before anything is built from the body.
 *
 * Fair scheduling of large bodies: a few are read at a time and one is parsed at a time, with a gap
 * for other requests, so that many large bodies at once do not block the event loop.
 */
import { isUtf8 } from "node:buffer"
import { Effect, Predicate, Semaphore } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { readBounded } from "../../api/endpoint/Bodies.ts"
import { ruleOf } from "../../api/endpoint/EndpointRule.ts"
import { BadRequest, Unprocessable } from "../../api/errors/ErrorEnvelope.ts"
import { formatProblems } from "../../domain/Invalid.ts"
import { type Bounds, boundsOf } from "./BodyBounds.ts"
import { scanJson } from "./JsonScan.ts"

/** A body of at least this size waits for its turn. */
const largeBytes = 65_536
/** Bodies read at a time. */
const readers = 16
/** After this a slow sender frees its place for the next one; it uses almost no time. */
const readingMillis = 100
/** The least time for other requests between two large bodies. */
const leastGapMillis = 5

// One queue per event loop, shared by all apps of the process.
const reading = Semaphore.makeUnsafe(readers)
const working = Semaphore.makeUnsafe(1)

/** Takes a permit. The first of two events releases it: the caller, or the schedule. */
const taken = (semaphore: Semaphore.Semaphore, schedule: (release: () => void) => void) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.map(restore(semaphore.take(1)), () => {
      let isTaken = true
      const release = () => {
        if (isTaken) Effect.runFork(semaphore.release(1))
        isTaken = false
      }
      schedule(release)
      return release
    })
  )

const after = (millis: number) => (work: () => void) => {
  setTimeout(work, millis).unref()
}

/** Reads a body of this announced length; NaN if it is unknown. */
export const readInTurn = <A, E, R>(
  announcedBytes: number,
  read: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  announcedBytes < largeBytes
    ? read
    : Effect.acquireUseRelease(
        taken(reading, after(readingMillis)),
        () => read,
        (release) => Effect.sync(release)
      )

/**
 * Waits for the turn of this body. The caller parses it synchronously; then other requests have the
 * event loop for as long as that took.
 */
export const workInTurn = (bytes: number): Effect.Effect<void> =>
  bytes < largeBytes
    ? Effect.void
    : Effect.asVoid(
        taken(working, (release) => {
          const began = performance.now()
          setImmediate(() => {
            after(Math.max(leastGapMillis, performance.now() - began))(release)
          })
        })
      )

export const maxBodyBytes = 1_048_576
const json = "application/json"

/** Undefined if the endpoint takes no body. */
export const bodyBounds = (endpoint: HttpApiEndpoint.Top): Bounds | undefined => {
  const payload = endpoint.payload.get(json)
  return payload === undefined ? undefined : boundsOf(payload.schemas[0].ast)
}

/** The default is JSON, as in the framework. */
const isJson = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers["content-type"] ?? json).split(";", 1)[0]?.trim().toLowerCase() === json

const byteOrderMark = Buffer.from("\ufeff")

/** RFC 8259 §8.1 allows to ignore a byte order mark. */
const withoutMark = (body: Buffer): Buffer =>
  body.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    ? body.subarray(byteOrderMark.length)
    : body

/** NaN for a chunked body, whose length is unknown. */
const announcedBytes = ({ headers }: HttpServerRequest.HttpServerRequest): number =>
  Number(headers["content-length"] ?? (headers["transfer-encoding"] === undefined ? 0 : Number.NaN))

const badRequest = (message: string) => Effect.fail(new BadRequest({ message }))

/** Only a JSON object is checked for exact numbers; the decoder refuses any other body. */
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
  // The decoder would silently replace broken bytes by U+FFFD.
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

/** Memoizes the valid text, so that a later read, perhaps in a transaction, waits for no turn. */
const validTexts = new WeakMap<HttpServerRequest.HttpServerRequest, string>()

/** The reader of an endpoint's bodies, made once when the API is built. */
export const bodyReader = (endpoint: HttpApiEndpoint.Top) => {
  const bounds = bodyBounds(endpoint)
  const expected: Expected = { bounds, isOptional: ruleOf(endpoint).isBodyOptional }
  return {
    /** Without a declared body there are no bounds, so the text is not parsed. */
    takesBody: bounds !== undefined,
    read: (
      request: HttpServerRequest.HttpServerRequest
    ): Effect.Effect<string, BadRequest | Unprocessable> =>
      Effect.suspend(() => {
        const text = validTexts.get(request)
        return text === undefined
          ? Effect.tap(read(request, expected), (found) =>
              Effect.sync(() => validTexts.set(request, found))
            )
          : Effect.succeed(text)
      })
  }
}
