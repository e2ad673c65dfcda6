/** Records webhook messages, and answers as a test decides. */
import { Context, Effect, Layer, Ref } from "effect"
import {
  type WebhookMessage,
  type WebhookNotSent,
  WebhookSender
} from "../../app/ports/events/WebhookSender.ts"

type Answer = (message: WebhookMessage) => Effect.Effect<number, WebhookNotSent>

export class Receivers extends Context.Service<
  Receivers,
  {
    /** All messages, oldest first, whatever the answer. */
    readonly messages: Effect.Effect<ReadonlyArray<WebhookMessage>>
    /** Sets the answers from now on; the default is 200. */
    readonly behave: (answer: Answer) => Effect.Effect<void>
  }
>()("retainer/testing/Receivers") {}

export const WebhookSenderMemory = Layer.effectContext(
  Effect.gen(function* () {
    const messages = yield* Ref.make<ReadonlyArray<WebhookMessage>>([])
    const answer = yield* Ref.make<Answer>(() => Effect.succeed(200))
    return Context.make(WebhookSender, {
      problemOf: () => undefined,
      send: Effect.fnUntraced(function* (message) {
        yield* Ref.update(messages, (all) => [...all, message])
        return yield* (yield* Ref.get(answer))(message)
      })
    }).pipe(
      Context.add(Receivers, {
        messages: Ref.get(messages),
        behave: (next) => Ref.set(answer, next)
      })
    )
  })
)
