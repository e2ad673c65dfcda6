/** Sends a signed message to an untrusted address. */
import { Context, Data, type Effect } from "effect"

export interface WebhookMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** No answer came: the address was refused, the connection failed or it timed out. */
export class WebhookNotSent extends Data.TaggedError("WebhookNotSent")<{
  readonly reason: string
}> {}

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** The status of the answer; redirects are not followed. */
    readonly send: (message: WebhookMessage) => Effect.Effect<number, WebhookNotSent>
    /** The problem of an address without a DNS look-up; undefined if there is none. */
    readonly problemOf: (url: string) => string | undefined
  }
>()("retainer/app/ports/WebhookSender") {}
