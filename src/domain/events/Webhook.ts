/** Rules of webhook deliveries: at least once, retried with growing pauses for a day, then dead. */
import { Data, DateTime, Duration, Schema } from "effect"
import type { Scope } from "../access/Scope.ts"
import { type DeliveryId, shownId, type WebhookEndpointId } from "../Ids.ts"
import { shape } from "../Resource.ts"
import { lineProblem } from "../text/Text.ts"
import { type EventChoice, EventResource, scopesOfChoice } from "./Event.ts"
import {
  type Attempt,
  maxStoredAttempts,
  type WebhookDelivery,
  type WebhookEndpoint
} from "./WebhookResource.ts"

/** Only a 2xx accepts a message; a redirect does not. */
export const isAccepted = ({ statusCode }: Pick<Attempt, "statusCode">): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

const { id, workspaceId, sequence, createdAt, data } = EventResource.fields

/**
 * The message that tests an endpoint. It has the form of an event, but it is not in the log and has
 * no hashes.
 */
export const TestMessage = shape({
  id,
  workspaceId,
  sequence,
  type: Schema.String,
  createdAt,
  data
})

/**
 * The delivery of an event, or of the test, to an endpoint. The body is in the log, once for all
 * endpoints.
 */
export const newDelivery =
  (event: Pick<typeof TestMessage.Type, "id" | "workspaceId" | "type" | "createdAt">) =>
  (id: DeliveryId, endpointId: WebhookEndpointId): WebhookDelivery => ({
    id,
    workspaceId: event.workspaceId,
    endpointId,
    eventId: event.id,
    eventType: event.type,
    status: "pending",
    tries: 0,
    firstTryAt: null,
    nextTryAt: event.createdAt,
    attempts: [],
    createdAt: event.createdAt
  })

/** Identifies the last try; empty before the first. */
export const lastTryOf = ({ attempts }: Pick<WebhookDelivery, "attempts">): string => {
  const last = attempts.at(-1)
  return last === undefined ? "" : DateTime.formatIso(last.at)
}

/** Undelivered messages of an endpoint: still being retried, and recently abandoned. */
export interface Failing {
  /** The first try of the oldest one. */
  readonly since: DateTime.Utc
  readonly deliveries: number
}

/** After the first try: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const triesAfterSeconds = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** The longest random delay of a try, so that many do not coincide. */
const jitterShare = 0.1

/** The tolerated distance of a try from its plan, in seconds, because workers poll. */
const toleranceSeconds = 60

const offsetOf = (tries: number): number => triesAfterSeconds[tries] ?? 0

/** The pause in seconds before the try that follows `tries` tries. */
const pauseBefore = (tries: number): number => offsetOf(tries) - offsetOf(tries - 1)

/** Pauses before the next try in seconds, by the number of tries made. */
export const pauses: ReadonlyArray<number> = triesAfterSeconds.map((_, tries) => pauseBefore(tries))

/**
 * Longest waits for the next try in seconds, by the number of tries made. A try that is due later
 * was planned by another clock.
 */
export const longestWaits: ReadonlyArray<number> = pauses.map(
  (seconds) => seconds * (1 + jitterShare) + toleranceSeconds
)

/**
 * The time of the try that follows `tries` tries. The plan counts from the first try. After an
 * outage, or if the clock was set, the pause counts from the last try instead.
 */
const nextTry = (
  tries: number,
  firstTryAt: DateTime.Utc,
  lastTryAt: DateTime.Utc,
  chance: number
): DateTime.Utc => {
  const jitter = pauseBefore(tries) * jitterShare * chance
  const since = DateTime.distance(firstTryAt, lastTryAt)
  const seconds = Duration.toSeconds(since) - offsetOf(tries - 1)
  const latest = pauseBefore(tries - 1) * jitterShare + toleranceSeconds
  return seconds < -toleranceSeconds || seconds > latest
    ? DateTime.addDuration(lastTryAt, Duration.seconds(pauseBefore(tries) + jitter))
    : DateTime.addDuration(firstTryAt, Duration.seconds(offsetOf(tries) + jitter))
}

export const rotationOverlap = Duration.hours(24)

/** The encrypted secrets that sign a message: during a rotation, the old one too. */
export const signingSecrets = (
  endpoint: Pick<WebhookEndpoint, "secret" | "previousSecret" | "previousExpiresAt">,
  now: DateTime.Utc
): ReadonlyArray<string> => {
  const { secret, previousSecret, previousExpiresAt } = endpoint
  const isOldGood = previousExpiresAt !== null && DateTime.isGreaterThan(previousExpiresAt, now)
  return previousSecret !== null && isOldGood ? [secret, previousSecret] : [secret]
}

export interface TryOutcome {
  readonly attempt: Attempt
  /** The receiver answered 410: it no longer exists. */
  readonly gone: boolean
}

/**
 * The delivery after a try; `chance` is in [0, 1). `delivery` is its state when the answer arrives.
 * If it was replayed during the try, this counts as the first try of the replay. If another worker
 * ended it, it stays ended.
 */
export const afterTry = (
  delivery: WebhookDelivery,
  outcome: TryOutcome,
  chance: number
): WebhookDelivery => {
  const { attempt } = outcome
  const tries = delivery.tries + 1
  const firstTryAt = delivery.firstTryAt ?? attempt.at
  const attempts = [...delivery.attempts, attempt].slice(-maxStoredAttempts)
  const tried = { ...delivery, tries, firstTryAt, attempts }
  if (isAccepted(attempt)) return { ...tried, status: "delivered", nextTryAt: null }
  if (delivery.status !== "pending") return { ...delivery, attempts }
  if (outcome.gone || tries >= triesAfterSeconds.length) {
    return { ...tried, status: "dead", nextTryAt: null }
  }
  return { ...tried, nextTryAt: nextTry(tries, firstTryAt, attempt.at, chance) }
}

/**
 * A manual replay, from the first try. A try in progress is not repeated: the one worker of the
 * endpoint reads the due deliveries after it has stored the result of its try.
 */
export const replay = (delivery: WebhookDelivery, now: DateTime.Utc): WebhookDelivery => ({
  ...delivery,
  status: "pending",
  tries: 0,
  firstTryAt: null,
  nextTryAt: now
})

/** The problem of an endpoint's address; undefined if it is valid. */
export const webhookUrlProblem = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (text.length > 2000) return "must be at most 2000 characters"
  // The URL parser removes such characters, but the text is stored as it is.
  const unclean = lineProblem(text)
  if (unclean !== undefined) return unclean
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "must be an http or https URL"
  }
  if (url.username !== "" || url.password !== "") return "must not carry a user or password"
  return url.hash === "" ? undefined : "must not have a fragment"
}

/** A credential must not send events to an address that it cannot read itself. */
export class WebhookScopesMissing extends Data.TaggedError("WebhookScopesMissing")<{
  readonly scopes: ReadonlyArray<Scope>
}> {
  override get message() {
    const scopes = this.scopes.join(", ")
    return `These events need ${scopes}, which the credential does not have; name fewer types in events`
  }
}

/** The error of an endpoint whose types need more scopes; undefined if none is missing. */
export const missingForChoice = (
  choices: ReadonlyArray<EventChoice> | null,
  given: ReadonlySet<Scope>
): WebhookScopesMissing | undefined => {
  const scopes = scopesOfChoice(choices).filter((scope) => !given.has(scope))
  return scopes.length === 0 ? undefined : new WebhookScopesMissing({ scopes })
}

export class WebhookEndpointNotFound extends Data.TaggedError("WebhookEndpointNotFound")<{
  readonly id: string
}> {
  override get message() {
    return `No webhook endpoint has the id ${shownId(this.id)}`
  }
}

export class DeliveryNotFound extends Data.TaggedError("DeliveryNotFound")<{
  readonly id: string
}> {
  override get message() {
    return `No delivery has the id ${shownId(this.id)}`
  }
}
