/**
 * Errors of the promise client: one class per status. An aborted call rejects with the reason of
 * its signal instead.
 */
import {
  type FieldRefused,
  fieldsIn,
  type InvoiceRefused,
  invoiceIn
} from "../../api/errors/ErrorMessage.ts"

interface ErrorDetails {
  readonly code: string
  readonly message: string
  /** 0 without a complete answer. */
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly cause?: unknown
}

/** The base class. */
export class RetainerError extends Error {
  override readonly name: string = "RetainerError"
  readonly code: string
  /** The HTTP status; 0 without a complete answer. */
  readonly status: number
  /** The answer's `X-Request-Id`, which is in the server's log. */
  readonly requestId: string | undefined
  /** The seconds of `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor({ code, message, status, requestId, retryAfter, ...rest }: ErrorDetails) {
    super(message, rest)
    this.code = code
    this.status = status
    this.requestId = requestId
    this.retryAfter = retryAfter
  }

  /** The refused fields; empty if the error is about the whole request. */
  get fields(): ReadonlyArray<FieldRefused> {
    return this.status === 400 || this.status === 422 ? fieldsIn(this.message) : []
  }

  /** The invoice whose state refused the action, with the actions that it allows. */
  get invoice(): InvoiceRefused | undefined {
    return this.status === 422 ? invoiceIn(this.message) : undefined
  }
}

/** 400: the request is malformed. */
export class RetainerBadRequest extends RetainerError {
  override readonly name = "RetainerBadRequest"
}
/** 401: the key or token is missing, wrong or expired. */
export class RetainerUnauthorized extends RetainerError {
  override readonly name = "RetainerUnauthorized"
}
/** 403: the credential lacks the scope. */
export class RetainerForbidden extends RetainerError {
  override readonly name = "RetainerForbidden"
}
/** 404: no such resource or path. */
export class RetainerNotFound extends RetainerError {
  override readonly name = "RetainerNotFound"
}
/** 422: a field, a rule or a state; see `fields` and `invoice`. */
export class RetainerUnprocessable extends RetainerError {
  override readonly name = "RetainerUnprocessable"
}
/** 429: the request changed nothing; see `retryAfter`. */
export class RetainerRateLimited extends RetainerError {
  override readonly name = "RetainerRateLimited"
}
/** 5xx: the server's fault. */
export class RetainerServerFailed extends RetainerError {
  override readonly name = "RetainerServerFailed"
}
/** No complete answer came, so the outcome is unknown. */
export class RetainerUnanswered extends RetainerError {
  override readonly name: string = "RetainerUnanswered"
}
/** No answer came in time. */
export class RetainerTimedOut extends RetainerUnanswered {
  override readonly name = "RetainerTimedOut"
}

const classes: Readonly<Record<number, typeof RetainerError>> = {
  400: RetainerBadRequest,
  401: RetainerUnauthorized,
  403: RetainerForbidden,
  404: RetainerNotFound,
  422: RetainerUnprocessable,
  429: RetainerRateLimited
}

const envelopeIn = (body: string): { readonly code?: unknown; readonly message?: unknown } => {
  try {
    return JSON.parse(body).error ?? {}
  } catch {
    return {}
  }
}

const textOr = (value: unknown, otherwise: string): string =>
  typeof value === "string" ? value : otherwise

/** A proxy may answer without our envelope. */
export const errorOf = (
  { status, headers }: Pick<Response, "status" | "headers">,
  body: string,
  retryAfterMs: number | null
): RetainerError => {
  const { code, message } = envelopeIn(body)
  const Failure = classes[status] ?? (status >= 500 ? RetainerServerFailed : RetainerError)
  return new Failure({
    code: textOr(code, `HTTP_${status}`),
    message: textOr(message, `The server answered ${status}`),
    status,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: retryAfterMs === null ? undefined : Math.ceil(retryAfterMs / 1000)
  })
}

const noAnswer = { status: 0, requestId: undefined, retryAfter: undefined }

export const unanswered = (cause: unknown): RetainerUnanswered =>
  new RetainerUnanswered({
    ...noAnswer,
    code: "NO_ANSWER",
    message: `No whole answer came: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause
  })

export const timedOut = (timeoutMs: number): RetainerTimedOut =>
  new RetainerTimedOut({
    ...noAnswer,
    code: "TIMED_OUT",
    message: `No answer came within ${timeoutMs} ms`
  })
