/**
 * The rules by which the service disables a webhook endpoint. Its receiver is gone, it accepted
 * nothing for a day while events were pending, or too many events are pending.
 */
import { DateTime, Duration } from "effect"
import { isAccepted, type TryOutcome } from "./Webhook.ts"
import type { WebhookEndpoint } from "./WebhookResource.ts"

/** An endpoint with more pending events is disabled. */
export const maxPending = 10_000

/** An endpoint that accepts nothing for this long is disabled. */
export const longestFailure = Duration.hours(24)

/** No pause between two tries is this long: the service was away, or the clock was set. */
export const longestPause = Duration.hours(8)

/** Bounds the writes: the last failure is stored once in this time. */
const precision = Duration.minutes(10)

/**
 * The first and the last failure since the endpoint last accepted an event; null if it is healthy.
 */
export type EndpointHealth = Pick<WebhookEndpoint, "failingSince" | "failedAt">

export const healthy: EndpointHealth = { failingSince: null, failedAt: null }

/**
 * The health after a try. A pause longer than any planned one begins a new failure, because the
 * time between is unknown.
 */
export const healthAfter = <Health extends EndpointHealth>(
  health: Health,
  { attempt }: TryOutcome
): Health => {
  const { failingSince, failedAt } = health
  if (isAccepted(attempt)) return failingSince === null ? health : { ...health, ...healthy }
  const pause = failedAt === null ? null : DateTime.distance(failedAt, attempt.at)
  const isBroken =
    pause === null || Duration.isNegative(pause) || Duration.isGreaterThan(pause, longestPause)
  if (isBroken) return { ...health, failingSince: attempt.at, failedAt: attempt.at }
  return Duration.isLessThan(pause, precision) ? health : { ...health, failedAt: attempt.at }
}

/** True if the endpoint is disabled after this try. */
export const isToBeDisabled = (
  { failingSince }: EndpointHealth,
  { attempt, gone }: TryOutcome
): boolean =>
  gone ||
  (failingSince !== null &&
    !isAccepted(attempt) &&
    Duration.isGreaterThanOrEqualTo(DateTime.distance(failingSince, attempt.at), longestFailure))
