/**
 * Signatures of the Standard Webhooks specification: HMAC-SHA256 over `id.timestamp.body` under the
 * secret of a `whsec_…`. Runs in Node and in browsers, for who sends and for who receives.
 */
import { Data, DateTime, Duration, Effect, Redacted, Result } from "effect"
import { Base64 } from "effect/encoding"

const prefix = "whsec_"

/** A message that is this much older or newer than now is refused: it may be a replay. */
export const tolerance = Duration.minutes(5)

export class WebhookUnverified extends Data.TaggedError("WebhookUnverified")<{
  readonly reason: "headers" | "timestamp" | "signature" | "secret"
}> {
  override get message() {
    return `The webhook is not genuine, or not of now: its ${this.reason} is not right`
  }
}

/** The secret as it is shown, of 32 random bytes. */
export const makeWebhookSecret = (bytes: Uint8Array): Redacted.Redacted =>
  Redacted.make(`${prefix}${Base64.encode(bytes)}`)

const keyOf = (secret: Redacted.Redacted): Uint8Array | undefined => {
  const text = Redacted.value(secret)
  const bytes = Base64.decode(text.startsWith(prefix) ? text.slice(prefix.length) : text)
  return Result.isSuccess(bytes) && bytes.success.length >= 16 ? bytes.success : undefined
}

const hmac = async (key: Uint8Array, text: string): Promise<Uint8Array> => {
  const imported = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(key),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"]
  )
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)))
}

/** One signature as it stands in the header: `v1,` and base64. */
export const signWebhook = (
  secret: Redacted.Redacted,
  id: string,
  timestampSeconds: number,
  body: string
): Effect.Effect<string> =>
  Effect.suspend(() => {
    const key = keyOf(secret)
    return key === undefined
      ? Effect.die(new Error("a webhook secret is malformed"))
      : Effect.map(
          Effect.promise(() => hmac(key, `${id}.${timestampSeconds}.${body}`)),
          (mac) => `v1,${Base64.encode(mac)}`
        )
  })

/** Equal without telling by its time where two texts differ. */
const same = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++)
    difference |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1))
  return difference === 0
}

export interface WebhookHeaders {
  readonly "webhook-id"?: string | undefined
  readonly "webhook-timestamp"?: string | undefined
  readonly "webhook-signature"?: string | undefined
}

/** Fails unless one of the signatures is the secret's and the message is of now. */
export const verifyWebhookSignature = Effect.fnUntraced(function* (
  secret: Redacted.Redacted,
  headers: WebhookHeaders,
  body: string
) {
  const {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures
  } = headers
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    return yield* new WebhookUnverified({ reason: "headers" })
  }
  if (keyOf(secret) === undefined) return yield* new WebhookUnverified({ reason: "secret" })
  const now = DateTime.toEpochMillis(yield* DateTime.now)
  const isOfNow =
    /^\d{1,12}$/.test(timestamp) &&
    Math.abs(now - Number(timestamp) * 1000) <= Duration.toMillis(tolerance)
  if (!isOfNow) return yield* new WebhookUnverified({ reason: "timestamp" })
  const expected = yield* signWebhook(secret, id, Number(timestamp), body)
  const isSigned = signatures.split(" ").some((one) => same(one, expected))
  if (!isSigned) yield* new WebhookUnverified({ reason: "signature" })
})
