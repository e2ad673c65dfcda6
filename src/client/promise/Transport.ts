/**
 * Sends the calls of the client without Effect: credentials, keys and repeats, by the rule that all faces
 * share (`RetryRule.ts`).
 */

import {
  isRepeatable,
  newKey,
  pauseMs,
  type RetryOptions,
  retryAfterMs,
  retryDefaults
} from "../RetryRule.ts"
import { failureOf, RetainerError } from "./Failures.ts"
import { type Answered, pause, tryOnce } from "./Tries.ts"

/** What proves who calls. */
export interface Credential {
  /** What to send now. */
  readonly current: () => Promise<string>
  /** What to send after this one was refused; the same one where there is no other. */
  readonly renewed: (refused: string) => Promise<string>
}

export interface TransportOptions {
  /** In place of the global one: for a proxy, a test, a platform of its own. */
  readonly fetch?: typeof fetch
  /** How long one try may take; default 30,000. */
  readonly timeoutMs?: number
  /** Which failed tries are repeated; `false` for none. */
  readonly retries?: RetryOptions | false
}

/** Of one call; what is absent is as the client was made. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: RetryOptions | false
  /** In place of the client's own, for a POST that another process may repeat within 24 hours. */
  readonly idempotencyKey?: string
  /** The `ETag` that the resource must still have; any other is 422. */
  readonly ifMatch?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Told of the answer: its `ETag`, `RateLimit`, `Idempotent-Replayed`. */
  readonly onAnswer?: (answer: { readonly status: number; readonly headers: Headers }) => void
}

/** What is sent, before credential and key. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: BodyInit
  readonly isIdempotent: boolean
}

type Attempt = (bearer: string | undefined) => Promise<Answered>

const decoder = new TextDecoder()

const attemptOf = (
  { method, url, headers, body }: Sent,
  key: string | undefined,
  { fetch: given, ...made }: TransportOptions,
  options: CallOptions
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
      ...(options.ifMatch === undefined ? {} : { "if-match": options.ifMatch }),
      ...options.headers
    }
    const init = { method, headers: all, ...(body === undefined ? {} : { body }) }
    const answer = await tryOnce(send, url, init, limits)
    if (answer.status >= 200 && answer.status < 300) return answer
    const after = retryAfterMs(answer.headers.get("retry-after"), Date.now())
    throw failureOf(answer, decoder.decode(answer.bytes), after)
  }
}

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof RetainerError && error.status === status

/** A credential that was refused may have ended since it was read: another one is tried, once. */
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

/** The pause before the next try; null where the failure is to be told. */
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

export type Transport = (sent: Sent, options: CallOptions) => Promise<Answered>

/** Sends until there is an answer to give, or a failure that no repeat would mend. */
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
