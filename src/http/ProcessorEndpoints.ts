/**
 * `/processor/stripe`: what the processor tells. The signature is over the bytes as they came, so the
 * body is read raw; a message that is not signed changes nothing, one that was seen is simply accepted.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { envelope } from "../api/ErrorEnvelope.ts"
import { Payments } from "../app/Payments.ts"
import { PaymentProcessor } from "../app/ports/PaymentProcessor.ts"

const accepted = HttpServerResponse.jsonUnsafe({ received: true })

const refused = (message: string) =>
  HttpServerResponse.jsonUnsafe(envelope(400, message), { status: 400 })

export const ProcessorEndpointsLive = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const processor = yield* PaymentProcessor
    const payments = yield* Payments
    if (processor.name !== "stripe") return
    yield* router.add(
      "POST",
      "/processor/stripe",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = yield* Effect.orDie(request.text)
        const receipt = yield* processor.receiptOf(body, request.headers["stripe-signature"] ?? "")
        if (receipt !== null) yield* payments.receive(receipt)
        return accepted
      }).pipe(
        Effect.catchTags({
          MessageNotGenuine: ({ reason }) =>
            Effect.as(
              Effect.logWarning("A processor's message was refused", { reason }),
              refused("The message is not genuine")
            ),
          // Not of this installation: asking for it again would not help.
          InvoiceNotFound: ({ id }) =>
            Effect.as(
              Effect.logWarning("A processor told of an invoice that is not here", { invoice: id }),
              accepted
            )
        })
      )
    )
  })
)
