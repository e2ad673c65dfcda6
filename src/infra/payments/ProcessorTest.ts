/** The built-in processor: no network, no money; a page of ours plays the card form. */
import { Effect, Layer } from "effect"
import { MessageNotGenuine, PaymentProcessor } from "../../app/ports/payments/PaymentProcessor.ts"

export const ProcessorTest = Layer.succeed(PaymentProcessor, {
  name: "test",
  checkout: ({ payUrl }) => Effect.succeed({ url: `${payUrl}/test`, reference: null }),
  // It remembers nothing: a message that it forgot never comes.
  stateOf: () => Effect.succeed({ state: "unknown" }),
  close: () => Effect.void,
  messageOf: () => Effect.fail(new MessageNotGenuine({ reason: "the test processor sends none" }))
})
