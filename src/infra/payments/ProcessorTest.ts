/** The built-in processor: no network, no money; a page of ours plays the card form. */
import { Effect, Layer } from "effect"
import { PaymentProcessor } from "../../app/ports/payments/PaymentProcessor.ts"

export const ProcessorTest = Layer.succeed(PaymentProcessor, {
  name: "test",
  checkout: ({ payUrl }) => Effect.succeed({ url: `${payUrl}/test`, reference: null }),
  // It stores nothing, and sends no messages.
  stateOf: () => Effect.succeed({ state: "unknown" }),
  close: () => Effect.void,
  messages: null
})
