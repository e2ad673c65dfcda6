/**
 * The error envelope: every error of `/v1` (docs/spec.md §7), one class per code, encoded as
 * `{error: {code, message, status}}` with exactly these keys. The typed client gets these
 * instances, with the `X-Request-Id` of the answer as `requestId`.
 */
import { ErrorReporter, Schema, SchemaTransformation } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { type FieldRefused, fieldsIn, type InvoiceRefused, invoiceIn } from "./ErrorMessage.ts"

const body = <const Code extends string, const Status extends number>(
  identifier: string,
  code: Code,
  status: Status,
  description: string
) =>
  Schema.Struct({
    error: Schema.Struct({
      code: Schema.Literal(code),
      message: Schema.String.annotate({ description: "What happened, for a person" }),
      status: Schema.Literal(status)
    })
  }).annotate({ identifier, description, httpApiStatus: status })

const fields = { message: Schema.String }

/** 400: malformed JSON, a bad query or cursor, a wrong content type, a body over the limit. */
export class BadRequest extends Schema.TaggedError<BadRequest>()("BadRequest", fields) {
  override readonly [ErrorReporter.ignore] = true
  readonly code = "BAD_REQUEST"
  readonly status = 400
  declare readonly requestId?: string
  get fields(): ReadonlyArray<FieldRefused> {
    return fieldsIn(this.message)
  }
}
/** 401: missing or invalid credential. `challenge` is the WWW-Authenticate header. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", {
  ...fields,
  challenge: Schema.String
}) {
  override readonly [ErrorReporter.ignore] = true
  readonly code = "UNAUTHORIZED"
  readonly status = 401
  declare readonly requestId?: string
}
/** 403: a valid credential that lacks the scope, or whose user lacks the role. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {
  ...fields,
  challenge: Schema.String
}) {
  override readonly [ErrorReporter.ignore] = true
  readonly code = "FORBIDDEN"
  readonly status = 403
  declare readonly requestId?: string
}
/** 403 with the challenge of RFC 6750 §3.1, without scopes if further scopes would not help. */
export const insufficientScope = (
  message: string,
  scopes: ReadonlyArray<string> = []
): Forbidden => {
  const scope = scopes.length === 0 ? "" : `, scope="${scopes.join(" ")}"`
  return new Forbidden({
    message,
    challenge: `Bearer realm="retainer", error="insufficient_scope"${scope}`
  })
}
/** 404: the resource of the path does not exist. */
export class ResourceNotFound extends Schema.TaggedError<ResourceNotFound>()(
  "ResourceNotFound",
  fields
) {
  override readonly [ErrorReporter.ignore] = true
  readonly code = "RESOURCE_NOT_FOUND"
  readonly status = 404
  declare readonly requestId?: string
}
/** 422: a well-formed request that breaks its schema, a business rule or a state. */
export class Unprocessable extends Schema.TaggedError<Unprocessable>()("Unprocessable", fields) {
  override readonly [ErrorReporter.ignore] = true
  readonly code = "UNPROCESSABLE"
  readonly status = 422
  declare readonly requestId?: string
  get fields(): ReadonlyArray<FieldRefused> {
    return fieldsIn(this.message)
  }
  get invoice(): InvoiceRefused | undefined {
    return invoiceIn(this.message)
  }
}
/** 429: the workspace's bucket is empty; `retryAfter` is in whole seconds. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  ...fields,
  retryAfter: Schema.Int
}) {
  override readonly [ErrorReporter.ignore] = true
  readonly code = "RATE_LIMITED"
  readonly status = 429
  declare readonly requestId?: string
}
/** 500: our fault; the cause is in the log under the request id. */
export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", fields) {
  override readonly [ErrorReporter.ignore] = true
  readonly code = "INTERNAL_ERROR"
  readonly status = 500
  declare readonly requestId?: string
}

export const errorClasses = [
  BadRequest,
  Forbidden,
  InternalError,
  RateLimited,
  ResourceNotFound,
  Unauthorized,
  Unprocessable
] as const

const BadRequestBody = body("BadRequest", "BAD_REQUEST", 400, "Invalid request parameters")
export const BadRequestResponse = BadRequestBody.pipe(
  Schema.decodeTo(
    Schema.toType(BadRequest),
    SchemaTransformation.transform({
      decode: ({ error }) => new BadRequest({ message: error.message }),
      encode: ({ message }) => ({ error: { code: "BAD_REQUEST", message, status: 400 } as const })
    })
  )
).annotate({ httpApiStatus: 400 })

export const UnauthorizedResponse = Unauthorized.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: body("Unauthorized", "UNAUTHORIZED", 401, "Missing or invalid credential"),
      headers: { "www-authenticate": Schema.String }
    },
    {
      decode: ({ body: { error }, headers }) =>
        new Unauthorized({ message: error.message, challenge: headers["www-authenticate"] }),
      encode: ({ message, challenge }) => ({
        body: { error: { code: "UNAUTHORIZED", message, status: 401 } as const },
        headers: { "www-authenticate": challenge }
      })
    }
  )
)

export const ForbiddenResponse = Forbidden.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: body("Forbidden", "FORBIDDEN", 403, "Valid credential with insufficient scope"),
      headers: { "www-authenticate": Schema.String }
    },
    {
      decode: ({ body: { error }, headers }) =>
        new Forbidden({ message: error.message, challenge: headers["www-authenticate"] }),
      encode: ({ message, challenge }) => ({
        body: { error: { code: "FORBIDDEN", message, status: 403 } as const },
        headers: { "www-authenticate": challenge }
      })
    }
  )
)

const ResourceNotFoundBody = body(
  "ResourceNotFound",
  "RESOURCE_NOT_FOUND",
  404,
  "The resource does not exist"
)
export const ResourceNotFoundResponse = ResourceNotFoundBody.pipe(
  Schema.decodeTo(
    Schema.toType(ResourceNotFound),
    SchemaTransformation.transform({
      decode: ({ error }) => new ResourceNotFound({ message: error.message }),
      encode: ({ message }) => ({
        error: { code: "RESOURCE_NOT_FOUND", message, status: 404 } as const
      })
    })
  )
).annotate({ httpApiStatus: 404 })

const UnprocessableBody = body(
  "Unprocessable",
  "UNPROCESSABLE",
  422,
  "Validation errors, or a wrong state"
)
export const UnprocessableResponse = UnprocessableBody.pipe(
  Schema.decodeTo(
    Schema.toType(Unprocessable),
    SchemaTransformation.transform({
      decode: ({ error }) => new Unprocessable({ message: error.message }),
      encode: ({ message }) => ({ error: { code: "UNPROCESSABLE", message, status: 422 } as const })
    })
  )
).annotate({ httpApiStatus: 422 })

export const RateLimitedResponse = RateLimited.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: body("RateLimited", "RATE_LIMITED", 429, "Rate limit exceeded"),
      headers: { "retry-after": Schema.Int }
    },
    {
      decode: ({ body: { error }, headers }) =>
        new RateLimited({ message: error.message, retryAfter: headers["retry-after"] }),
      encode: ({ message, retryAfter }) => ({
        body: { error: { code: "RATE_LIMITED", message, status: 429 } as const },
        headers: { "retry-after": retryAfter }
      })
    }
  )
)

const InternalErrorBody = body("InternalError", "INTERNAL_ERROR", 500, "Server error")
export const InternalErrorResponse = InternalErrorBody.pipe(
  Schema.decodeTo(
    Schema.toType(InternalError),
    SchemaTransformation.transform({
      decode: ({ error }) => new InternalError({ message: error.message }),
      encode: ({ message }) => ({
        error: { code: "INTERNAL_ERROR", message, status: 500 } as const
      })
    })
  )
).annotate({ httpApiStatus: 500 })

/** The envelope as JSON, for errors outside of endpoints. */
export const codeOfStatus = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  422: "UNPROCESSABLE",
  429: "RATE_LIMITED",
  500: "INTERNAL_ERROR"
} as const
export type ErrorStatus = keyof typeof codeOfStatus

export const envelope = (status: ErrorStatus, message: string) => ({
  error: { code: codeOfStatus[status], message, status }
})
