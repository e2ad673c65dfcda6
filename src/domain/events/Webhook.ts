/**
 * Webhook endpoints and what is delivered to them: at least once, tried for a day, then dead. Pure
 * rules; the signature is in WebhookSignature.ts.
 */
import { Data, DateTime, Duration, Schema } from "effect"
import type { Scope } from "../access/Scope.ts"
import { type DeliveryId, shownId, type WebhookEndpointId } from "../Ids.ts"
import { shape } from "../Resource.ts"
import { lineProblem } from "../text/Text.ts"
import { type EventChoice, EventResource, scopesOfChoice } from "./Event.ts"
import {
  type Attempt,
  keptAttempts,
  type WebhookDelivery,
  type WebhookEndpoint
} from "./WebhookResource.ts"

/** What a receiver says where it took the message; a redirect is none of it. */
export const isTaken = ({ statusCode }: Pick<Attempt, "statusCode">): boolean =>
  statusCode !== null && statusCode >= 200 && statusCode < 300

const { id, workspaceId, sequence, createdAt, data } = EventResource.fields

/**
 * The message that tests an endpoint: it has the form of an event, but is in no log and has no
 * hashes.
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
 * The first delivery of an event, or of the test, to an endpoint. Its body is stored elsewhere,
 * once.
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

/** Names the last try; empty before the first. */
export const lastTryOf = ({ attempts }: Pick<WebhookDelivery, "attempts">): string => {
  const last = attempts.at(-1)
  return last === undefined ? "" : DateTime.formatIso(last.at)
}

/** Undelivered messages of an endpoint: still being retried, and recently abandoned. */
export interface Failing {
  /** The first try of the one that has waited the longest. */
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

/** The encrypted secrets that messages of now are signed with: the old one too, until it expires. */
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
 * The delivery after a try; `chance` is from 0 up to 1. It is the delivery as it is when the answer
 * is known: one that was replayed meanwhile has had the first try of its new beginning, and one that
 * another worker ended stays ended, whatever a late one says.
 */
export const afterTry = (
  delivery: WebhookDelivery,
  outcome: TryOutcome,
  chance: number
): WebhookDelivery => {
  const { attempt } = outcome
  const tries = delivery.tries + 1
  const firstTryAt = delivery.firstTryAt ?? attempt.at
  const attempts = [...delivery.attempts, attempt].slice(-keptAttempts)
  const tried = { ...delivery, tries, firstTryAt, attempts }
  if (isTaken(attempt)) return { ...tried, status: "delivered", nextTryAt: null }
  if (delivery.status !== "pending") return { ...delivery, attempts }
  if (outcome.gone || tries >= triesAfterSeconds.length) {
    return { ...tried, status: "dead", nextTryAt: null }
  }
  return { ...tried, nextTryAt: nextTry(tries, firstTryAt, attempt.at, chance) }
}

/**
 * A manual replay, from the first try. A try that is in progress is not repeated: one worker has the
 * endpoint, and looks what is due when it has written down what came of the try.
 */
export const replay = (delivery: WebhookDelivery, now: DateTime.Utc): WebhookDelivery => ({
  ...delivery,
  status: "pending",
  tries: 0,
  firstTryAt: null,
  nextTryAt: now
})

/** What is wrong with an address that events are sent to; undefined where nothing is. */
export const webhookUrlProblem = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (text.length > 2000) return "must be at most 2000 characters"
  // The URL parser removes some of these characters, but the text itself is stored.
  const unclean = lineProblem(text)
  if (unclean !== undefined) return unclean
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "must be an http or https URL"
  }
  if (url.username !== "" || url.password !== "") return "must not carry a user or password"
  return url.hash === "" ? undefined : "must not have a fragment"
}

/** A credential may not have told to an address what it may not read itself. */
export class WebhookScopesMissing extends Data.TaggedError("WebhookScopesMissing")<{
  readonly scopes: ReadonlyArray<Scope>
}> {
  override get message() {
    return `Being told these events needs ${this.scopes.join(", ")}, which the credential does not have; name fewer kinds in events`
  }
}

/** What these scopes lack for an endpoint that chose these kinds; undefined where nothing is. */
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
