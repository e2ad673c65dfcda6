/**
 * Requests that do not decode, in our words: 400 for a query or a body that is no JSON, 422 for a
 * body that breaks its schema, every offending path named. Failures to encode our own answers are
 * not the caller's and stay defects.
 */
import { Effect, Layer, type SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { BodyErrors } from "../../api/endpoint/Middleware.ts"
import { BadRequest, Unprocessable } from "../../api/errors/ErrorEnvelope.ts"
import { bodyReader } from "../body/RequestBody.ts"
import { describeIssue } from "../body/SchemaIssues.ts"

/** A parameter is text unless it was repeated: then it is a list, which no parameter of ours takes. */
const badQuery = (issue: SchemaIssue.Issue): BadRequest =>
  new BadRequest({
    message: describeIssue(issue).replaceAll("must be string", "must be given only once")
  })

const maxQueryLength = 4096
const maxParameters = 50

/** What is too much of a query; nothing of it was looked at then. */
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
  // A schema's own issue with a body as a whole is its type: this one is the parser's.
  return Effect.fail(
    issue._tag === "InvalidValue"
      ? new BadRequest({ message: "The body is not valid JSON" })
      : new Unprocessable({ message: describeIssue(issue) })
  )
})

/**
 * Gives the request the body that was read and found fit, in the place of the one that came. It is the same
 * object as before: one that inherits from it would be of a kind of its own, with every request, and each
 * property of it would be looked for anew.
 */
const replaceText = (request: HttpServerRequest.HttpServerRequest, text: string): void => {
  // A unit of work that was overtaken runs its handler again, and with it this.
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
