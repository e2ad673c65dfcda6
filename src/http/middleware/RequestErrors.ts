/**
 * Requests that do not decode, in our words: 400 for a query or a body that is no JSON, 422 for a
 * body that breaks its schema, every offending path named. Failures to encode our own answers are
 * not the caller's and stay defects.
 */
import { isUtf8 } from "node:buffer"
import { Context, Effect, Layer, SchemaIssue } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { BadRequest, Unprocessable } from "../../api/ErrorEnvelope.ts"
import { BodyErrors, OptionalBody, QueryErrors } from "../../api/Middleware.ts"
import { formatIssues, type Issue } from "../../domain/Invalid.ts"

/** Enough to mend a request; a hostile one does not get a message as long as itself. */
const maxIssues = 20

const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((key, index) =>
      typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key).slice(0, 64)}`
    )
    .join("")

const leafMessage: SchemaIssue.LeafHook = (issue) => {
  switch (issue._tag) {
    case "MissingKey":
      return "is required"
    case "UnexpectedKey":
      return "is not known here"
    default:
      return SchemaIssue.defaultLeafHook(issue)
        .replace(/^Expected/, "must be")
        .slice(0, 300)
  }
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook: leafMessage })

/** The formatter's "Expected …" in the voice of our own rules, and without our schemas' names. */
const messageOf = (path: string, message: string): string =>
  path === "" && message.startsWith("Expected ")
    ? "the body must be a JSON object"
    : message
        .replace(/^Expected /, "must be ")
        .replaceAll(" | ", " or ")
        .slice(0, 300)

const issuesOf = (issue: SchemaIssue.Issue): ReadonlyArray<Issue> =>
  format(issue).issues.map((found) => {
    const path = pathText(
      (found.path ?? []).map((key) => (typeof key === "object" ? key.key : key))
    )
    return { path, message: messageOf(path, found.message) }
  })

const describe = (issue: SchemaIssue.Issue): string => {
  const unique = [...new Map(issuesOf(issue).map((one) => [JSON.stringify(one), one])).values()]
  const rest = unique.length - maxIssues
  const shown = formatIssues(unique.slice(0, maxIssues))
  return rest > 0 ? `${shown}; and ${rest} more` : shown
}

/** A parameter is text unless it was repeated: then it is a list, which no parameter of ours takes. */
const describeQuery = (issue: SchemaIssue.Issue): string =>
  describe(issue).replaceAll("must be string", "must be given only once")

export const QueryErrorsLive = HttpApiMiddleware.layerSchemaErrorTransform(QueryErrors, (error) =>
  error.kind === "Body" || error.kind === "ResponseHeaders"
    ? Effect.die(error)
    : Effect.fail(new BadRequest({ message: describeQuery(error.cause.issue) }))
)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const bodyProblem = (text: string): string | undefined => {
  if (text.trim() === "") return "A JSON body is needed"
  return isJson(text) ? undefined : "The body is not valid JSON"
}

const decodeErrors = HttpApiMiddleware.layerSchemaErrorTransform(
  BodyErrors,
  Effect.fnUntraced(function* (error) {
    if (error.kind === "Body" || error.kind === "ResponseHeaders") return yield* Effect.die(error)
    if (error.kind !== "Payload")
      return yield* new BadRequest({ message: describeQuery(error.cause.issue) })
    const request = yield* HttpServerRequest.HttpServerRequest
    const problem = bodyProblem(yield* Effect.orDie(request.text))
    return problem === undefined
      ? yield* new Unprocessable({ message: describe(error.cause.issue) })
      : yield* new BadRequest({ message: problem })
  })
)

/** The request as if it had brought an empty object. */
const withEmptyObject = (
  request: HttpServerRequest.HttpServerRequest
): HttpServerRequest.HttpServerRequest =>
  Object.create(request, { text: { value: Effect.succeed("{}") } })

// The framework decodes what it reads; what it must not read quietly is caught here, before it.
export const BodyErrorsLive = Layer.effect(
  BodyErrors,
  Effect.gen(function* () {
    const decoding = yield* BodyErrors
    return BodyErrors.of(
      Effect.fnUntraced(function* (httpEffect, context) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const bytes = yield* Effect.orDie(request.arrayBuffer)
        // The decoder would quietly put U+FFFD in the place of broken bytes.
        if (!isUtf8(bytes)) return yield* new BadRequest({ message: "The body is not valid UTF-8" })
        const handled = decoding(httpEffect, context)
        const isAbsent = bytes.byteLength === 0
        return isAbsent && Context.get(context.endpoint.annotations, OptionalBody)
          ? yield* Effect.provideService(
              handled,
              HttpServerRequest.HttpServerRequest,
              withEmptyObject(request)
            )
          : yield* handled
      })
    )
  })
).pipe(Layer.provide(decodeErrors))
