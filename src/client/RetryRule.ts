/**
 * Which failed tries are repeated, and when: one rule for every face of the client. Nothing is done twice:
 * a try whose fate is not known is repeated only where a repeat cannot do more than it, a read or a POST
 * under an Idempotency-Key. Imports nothing.
 */

export interface RetryOptions {
  /** Repeats at most, beside the first try; default 4. */
  readonly times?: number
  /** No repeat begins later than this after the first try; default 60,000. */
  readonly withinMs?: number
  /** The first pause, which doubles each time; default 250. */
  readonly firstPauseMs?: number
  /** The longest pause that the client chooses itself; default 8,000. */
  readonly longestPauseMs?: number
}

export const retryDefaults: Required<RetryOptions> = {
  times: 4,
  withinMs: 60_000,
  firstPauseMs: 250,
  longestPauseMs: 8_000
}

/** A try that failed. */
export interface Failed {
  readonly method: string
  readonly hasKey: boolean
  /** Null where no whole answer came. */
  readonly status: number | null
  /** As the header `Retry-After` says. */
  readonly retryAfterMs: number | null
}

/**
 * A 429 says that nothing was changed, so anything is repeated. After no answer, or one that says nothing of
 * what was done, a PATCH could undo what another has changed since, and a second DELETE answers 404: those
 * are for the caller to decide.
 */
export const isRepeatable = ({ method, hasKey, status }: Failed): boolean => {
  if (status === 429) return true
  const isUnknown = status === null || status === 408 || (status >= 500 && status !== 501)
  return isUnknown && (method === "GET" || method === "HEAD" || (method === "POST" && hasKey))
}

/** Milliseconds from now, by a header in seconds or as a date (RFC 9110 §10.2.3). */
export const retryAfterMs = (header: string | null | undefined, nowMs: number): number | null => {
  if (header === null || header === undefined || header === "") return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}

/**
 * The pause before the repeat of this number, from 1. `random` is in [0, 1): half of the pause is left to
 * chance, so that those who failed together do not come back together; never before `Retry-After`.
 */
export const pauseMs = (
  { retryAfterMs: least }: Pick<Failed, "retryAfterMs">,
  repeat: number,
  random: number,
  { firstPauseMs, longestPauseMs }: Required<RetryOptions>
): number => {
  const backoff = Math.min(longestPauseMs, firstPauseMs * 2 ** (repeat - 1))
  return least === null ? backoff * (0.5 + random / 2) : least + (random * backoff) / 2
}

/** An Idempotency-Key of one call: the same for every try of it. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")
