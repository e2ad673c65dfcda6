/**
 * Decoding errors: 400 for an invalid query or a body that is no JSON, 422 for a body that breaks
 * its schema, with every invalid path. A failure to encode our own answer is not the caller's and
 * stays a defect.
 */
import { Effect, Layer, type SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { BodyErrors } from "../../api/endpoint/Middleware.ts"
import { BadRequest, Unprocessable } from "../../api/errors/ErrorEnvelope.ts"
import { bodyReader } from "../body/RequestBody.ts"
import { describeIssue } from "../body/SchemaIssues.ts"

/** A repeated parameter arrives as a list, which no parameter accepts. */
const badQuery = (issue: SchemaIssue.Issue): BadRequest =>
  new BadRequest({
    message: describeIssue(issue).replaceAll("must be string", "must be given only once")
  })

const maxQueryLength = 4096
const maxParameters = 50

/** The bound that a query exceeds; checked before the query is parsed. */
export const queryProblem = (url: string): string | undefined => {
  const query = url.slice(url.indexOf("?") + 1 || url.length)
  if (query.length > maxQueryLength) {
    return `The query must be at most ${maxQueryLength} characters`
  }
  return query.split("&", maxParameters + 1).length > maxParameters
    ? `The query must have at most ${maxParameters} parameters`
    : undefined
}

/**
 * The answer to an invalid query or parameter; a failure to encode our own answer stays a defect.
 */
export const decodingError = (
  error: HttpApiError.HttpApiSchemaError
): Effect.Effect<never, BadRequest> =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error)
    : Effect.fail(badQuery(error.cause.issue))

const decodeBodyErrors = HttpApiMiddleware.layerSchemaErrorTransform(BodyErrors, (error) => {
  if (error.kind !== "Payload") return decodingError(error)
  const { issue } = error.cause
  // Only the JSON parser reports an invalid value for the body as a whole.
  return Effect.fail(
    issue._tag === "InvalidValue"
      ? new BadRequest({ message: "The body is not valid JSON" })
      : new Unprocessable({ message: describeIssue(issue) })
  )
})

/**
 * Replaces the body of the request by the validated text. It changes the object itself: an object
 * that inherits from the request would have a shape of its own and make every property access slow.
 */
const replaceText = (request: HttpServerRequest.HttpServerRequest, text: string): void => {
  // Configurable, because a retried transaction repeats its handler.
  Object.defineProperty(request, "text", { value: Effect.succeed(text), configurable: true })
}

export const layerBodyErrors = Layer.effect(
  BodyErrors,
  Effect.map(BodyErrors, (decoding) =>
    BodyErrors.of((httpEffect, context) => {
      const { read } = bodyReader(context.endpoint)
      const decoded = decoding(httpEffect, context)
      return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
        Effect.flatMap(read(request), (text) => {
          replaceText(request, text)
          return decoded
        })
      )
    })
  )
).pipe(Layer.provide(decodeBodyErrors))
