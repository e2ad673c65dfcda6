/**
 * Retry rule of both clients, with exponential back-off and jitter. An attempt with an unknown
 * outcome is retried only if it is safe: a read, or a POST with an Idempotency-Key. Imports
 * nothing.
 */

export interface RetryOptions {
  /** The most retries after the first attempt; default 4. */
  readonly times?: number
  /** No retry begins later than this after the first attempt; default 60,000. */
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

/** A failed attempt. */
export interface Failed {
  readonly method: string
  readonly hasKey: boolean
  /** Null without a complete answer. */
  readonly status: number | null
  /** The header `Retry-After`. */
  readonly retryAfterMs: number | null
}

/**
 * A 429 changed nothing, so every request is retried. After an unknown outcome a second PATCH could
 * undo the change of another caller, and a second DELETE answers 404: the caller decides about
 * those.
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
 * The pause before retry number `attempt`, from 1, and never less than `Retry-After`. Half of it is
 * jitter: clients that failed together do not return together. `random` is in [0, 1).
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

/** The Idempotency-Key of one call; all its attempts share it. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")
  ).join("")
