/**
 * Sends the calls of the promise client, with credentials, idempotency keys and the retries of
 * `RetryRule.ts`.
 */
import {
  isRepeatable,
  newKey,
  pauseMs,
  type RetryOptions,
  retryAfterMs,
  retryDefaults
} from "../RetryRule.ts"
import { errorOf, RetainerError } from "./Errors.ts"
import { type Answered, pause, tryOnce } from "./Tries.ts"

/** An API key, or tokens that renew themselves. */
export interface Credential {
  /** The bearer credential to send. */
  readonly current: () => Promise<string>
  /** The replacement of a refused one; the same one if there is no other. */
  readonly renewed: (refused: string) => Promise<string>
}

export interface TransportOptions {
  /** Replaces the global `fetch`, for example in tests or behind a proxy. */
  readonly fetch?: typeof fetch
  /** The limit of one attempt; default 30,000. */
  readonly timeoutMs?: number
  /** Which failed attempts are retried; `false` for none. */
  readonly retries?: RetryOptions | false
}

/** Options of one call. They override those of the client. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: RetryOptions | false
  /** Replaces the random key of a POST, so that another process can repeat it within 24 hours. */
  readonly idempotencyKey?: string
  /** The `ETag` that the resource must still have; any other is 422. */
  readonly ifMatch?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Receives status and headers: `ETag`, `RateLimit`, `Idempotent-Replayed`. */
  readonly onAnswer?: (answer: { readonly status: number; readonly headers: Headers }) => void
}

/** Rehearses the change: `Prefer: dry-run`. A POST or PATCH that cannot be rehearsed is 400. */
export interface DryRunOptions extends CallOptions {
  readonly dryRun: true
}

/** A request without its credential and idempotency key. */
export interface OutgoingRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: BodyInit
  readonly isIdempotent: boolean
}

type Attempt = (bearer: string | undefined) => Promise<Answered>

const decoder = new TextDecoder()

const attemptOf = (
  { method, url, headers, body }: OutgoingRequest,
  key: string | undefined,
  { fetch: given, ...made }: TransportOptions,
  options: CallOptions | DryRunOptions
): Attempt => {
  const send: typeof fetch = given ?? ((input, init) => globalThis.fetch(input, init))
  const limits = {
    timeoutMs: options.timeoutMs ?? made.timeoutMs ?? 30_000,
    signal: options.signal
  }
  return async (bearer) => {
    const all = {
      ...headers,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...("dryRun" in options && options.dryRun ? { prefer: "dry-run" } : {}),
      ...(options.ifMatch === undefined ? {} : { "if-match": options.ifMatch }),
      ...options.headers
    }
    const init = { method, headers: all, ...(body === undefined ? {} : { body }) }
    const answer = await tryOnce(send, url, init, limits)
    if (answer.status >= 200 && answer.status < 300) return answer
    const after = retryAfterMs(answer.headers.get("retry-after"), Date.now())
    throw errorOf(answer, decoder.decode(answer.bytes), after)
  }
}

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof RetainerError && error.status === status

/** A refused credential may have expired after it was read, so its replacement is tried once. */
const authorized =
  (attempt: Attempt, credential: Credential | null) => async (): Promise<Answered> => {
    if (credential === null) return attempt(undefined)
    const bearer = await credential.current()
    try {
      return await attempt(bearer)
    } catch (error) {
      if (!isStatus(error, 401)) throw error
      const other = await credential.renewed(bearer)
      if (other === bearer) throw error
      return attempt(other)
    }
  }

/** The pause before the next attempt; null if there is none. */
const pauseAfter = (
  error: unknown,
  { method, hasKey }: { readonly method: string; readonly hasKey: boolean },
  { repeat, startMs }: { readonly repeat: number; readonly startMs: number },
  rule: Required<RetryOptions>
): number | null => {
  if (!(error instanceof RetainerError) || repeat > rule.times) return null
  const failed = {
    method,
    hasKey,
    status: error.status === 0 ? null : error.status,
    retryAfterMs: error.retryAfter === undefined ? null : error.retryAfter * 1000
  }
  const ms = pauseMs(failed, repeat, Math.random(), rule)
  return isRepeatable(failed) && Date.now() - startMs + ms <= rule.withinMs ? ms : null
}

export type Transport = (sent: OutgoingRequest, options: CallOptions) => Promise<Answered>

/** Sends until an answer comes, or an error that no retry can resolve. */
export const makeTransport =
  (made: TransportOptions, credential: Credential | null): Transport =>
  async (sent, options) => {
    const chosen = options.retries ?? made.retries ?? {}
    const rule = { ...retryDefaults, ...(chosen === false ? { times: 0 } : chosen) }
    const own = sent.isIdempotent && chosen !== false ? newKey() : undefined
    const key = options.idempotencyKey ?? own
    const tried = { method: sent.method, hasKey: sent.isIdempotent && key !== undefined }
    const once = authorized(attemptOf(sent, key, made, options), credential)
    const startMs = Date.now()
    for (let repeat = 1; ; repeat++) {
      try {
        const answer = await once()
        options.onAnswer?.(answer)
        return answer
      } catch (error) {
        const ms = pauseAfter(error, tried, { repeat, startMs }, rule)
        if (ms === null) throw error
        await pause(ms, options.signal)
      }
    }
  }
