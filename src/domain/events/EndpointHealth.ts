/**
 * When the service disables a webhook endpoint by itself: its receiver is gone, it accepted nothing for a day while
 * events were pending, or too many wait for it. Pure rules.
 */
import { DateTime, Duration } from "effect"
import { isTaken, type TryOutcome } from "./Webhook.ts"
import type { WebhookEndpoint } from "./WebhookResource.ts"

/** More pending events than this are no queue any more. */
export const maxPending = 10_000

/** How long an endpoint may fail without accepting anything. */
export const longestFailure = Duration.hours(24)

/** Longer than any pause between two tries: the service was away, or the clock was set. */
export const longestPause = Duration.hours(8)

/** The last failure is stored at most so often. */
const precision = Duration.minutes(10)

/** Since when an endpoint has failed without a break, and when it did last; null where it accepts events. */
export type EndpointHealth = Pick<WebhookEndpoint, "failingSince" | "failedAt">

export const healthy: EndpointHealth = { failingSince: null, failedAt: null }

/** The endpoint after a try. A pause that no plan has ends a failure: nobody knows what was in between. */
export const healthAfter = <Health extends EndpointHealth>(
  health: Health,
  { attempt }: TryOutcome
): Health => {
  const { failingSince, failedAt } = health
  if (isTaken(attempt)) return failingSince === null ? health : { ...health, ...healthy }
  const pause = failedAt === null ? null : DateTime.distance(failedAt, attempt.at)
  const isBroken =
    pause === null || Duration.isNegative(pause) || Duration.isGreaterThan(pause, longestPause)
  if (isBroken) return { ...health, failingSince: attempt.at, failedAt: attempt.at }
  return Duration.isLessThan(pause, precision) ? health : { ...health, failedAt: attempt.at }
}

/** Whether the try is the one after which the endpoint is disabled. */
export const isHopeless = (
  { failingSince }: EndpointHealth,
  { attempt, gone }: TryOutcome
): boolean =>
  gone ||
  (failingSince !== null &&
    !isTaken(attempt) &&
    Duration.isGreaterThanOrEqualTo(DateTime.distance(failingSince, attempt.at), longestFailure))
