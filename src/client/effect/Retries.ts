/** Retries of the Effect client, by `RetryRule.ts` and Effect's Clock and Random. */
import { Clock, Duration, Effect, Random, Schedule } from "effect"
import { HttpClientError } from "effect/http"
import { RateLimited } from "../../api/errors/ErrorEnvelope.ts"
import {
  type Failed,
  isRepeatable,
  pauseMs,
  type RetryOptions,
  retryAfterMs,
  retryDefaults
} from "../RetryRule.ts"

type Tried = Pick<Failed, "method" | "hasKey">

const statusOf = (error: unknown): number | null | undefined => {
  if (HttpClientError.isHttpClientError(error)) {
    const { reason, response } = error
    if (response !== undefined && response.status >= 400) return response.status
    // A body that ends early is no answer. Its cause is the connection's.
    const isBroken = reason._tag === "DecodeError" && reason.cause !== undefined
    return reason._tag === "TransportError" || isBroken ? null : undefined
  }
  return error instanceof Error && "status" in error && typeof error.status === "number"
    ? error.status
    : undefined
}

const failedOf = (tried: Tried, error: unknown, nowMs: number): Failed | undefined => {
  const status = statusOf(error)
  if (status === undefined) return undefined
  const header = HttpClientError.isHttpClientError(error)
    ? error.response?.headers["retry-after"]
    : undefined
  return {
    ...tried,
    status,
    retryAfterMs:
      error instanceof RateLimited ? error.retryAfter * 1000 : retryAfterMs(header, nowMs)
  }
}

const scheduleOf = (startMs: number, tried: Tried, options: Required<RetryOptions>) =>
  Schedule.recurs(options.times).pipe(
    Schedule.setInputType<unknown>(),
    Schedule.modifyDelay(({ input, attempt, now }) =>
      Effect.map(Random.next, (random) =>
        Duration.millis(
          pauseMs(failedOf(tried, input, now) ?? { retryAfterMs: null }, attempt, random, options)
        )
      )
    ),
    Schedule.while(({ input, now, duration }) => {
      const failed = failedOf(tried, input, now)
      return (
        failed !== undefined &&
        isRepeatable(failed) &&
        now - startMs + Duration.toMillis(duration) <= options.withinMs
      )
    })
  )

export const retrying =
  (tried: Tried, options: RetryOptions) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (startMs) =>
      Effect.retry(call, scheduleOf(startMs, tried, { ...retryDefaults, ...options }))
    )
