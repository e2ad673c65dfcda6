/** Sends one signed message to an address of someone else's choosing, which is distrusted. */
import { Context, Data, type Effect } from "effect"

export interface WebhookMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** No answer came: refused before or while connecting, cut off, too slow. */
export class WebhookNotSent extends Data.TaggedError("WebhookNotSent")<{
  readonly reason: string
}> {}

export class WebhookSender extends Context.Service<
  WebhookSender,
  {
    /** The status of the answer; redirects are not followed. */
    readonly send: (message: WebhookMessage) => Effect.Effect<number, WebhookNotSent>
    /** What is wrong with the address before anything is looked up; undefined where nothing is. */
    readonly problemOf: (url: string) => string | undefined
  }
>()("retainer/app/ports/WebhookSender") {}
