/** Webhook signatures (`WebhookMac.ts`) on Effect: its Clock, and redacted secrets. */
import { Clock, Data, Effect, Redacted } from "effect"
import * as Base64 from "effect/encoding/Base64"
import {
  secretPrefix,
  type WebhookFault,
  type WebhookHeaders,
  webhookFault,
  webhookSignature
} from "./WebhookMac.ts"

export class WebhookUnverified extends Data.TaggedError("WebhookUnverified")<{
  readonly reason: WebhookFault
}> {
  override get message() {
    return `The webhook is not genuine, or not of now: its ${this.reason} is not right`
  }
}

/** `whsec_…` of 32 random bytes. */
export const makeWebhookSecret = (bytes: Uint8Array): Redacted.Redacted =>
  Redacted.make(`${secretPrefix}${Base64.encode(bytes)}`)

/** A signature of the header: `v1,` and base64. */
export const signWebhook = (
  secret: Redacted.Redacted,
  id: string,
  timestampSeconds: number,
  body: string
): Effect.Effect<string> =>
  Effect.flatMap(
    Effect.promise(() => webhookSignature(Redacted.value(secret), id, timestampSeconds, body)),
    (signature) =>
      signature === undefined
        ? Effect.die(new Error("a webhook secret is malformed"))
        : Effect.succeed(signature)
  )

/** Fails unless a signature is valid and the timestamp is within the tolerance. */
export const verifyWebhookSignature = Effect.fnUntraced(function* (
  secret: Redacted.Redacted,
  headers: WebhookHeaders,
  body: string
) {
  const nowMs = yield* Clock.currentTimeMillis
  const reason = yield* Effect.promise(() =>
    webhookFault(Redacted.value(secret), headers, body, nowMs)
  )
  if (reason !== null) return yield* new WebhookUnverified({ reason })
})
