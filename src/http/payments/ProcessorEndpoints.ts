/**
 * `/processor/<name>`: what the processor tells. The signature is over the bytes as they came, so the
 * body is read raw; a message that is not signed changes nothing, one that was seen is simply accepted.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { readBounded } from "../../api/BoundedBody.ts"
import { envelope } from "../../api/ErrorEnvelope.ts"
import { Payments } from "../../app/payments/Payments.ts"
import { MessageNotGenuine, PaymentProcessor } from "../../app/ports/payments/PaymentProcessor.ts"
import type { ProcessorName } from "../../domain/payments/Processor.ts"

/** The header with which a processor signs what it tells; null for one that tells nothing. */
const signatureHeaders: Readonly<Record<ProcessorName, string | null>> = {
  stripe: "stripe-signature",
  test: null
}

/** Many times what a message about a session takes. */
const maxBodyBytes = 262_144

const accepted = HttpServerResponse.jsonUnsafe({ received: true })

const refused = (message: string) =>
  HttpServerResponse.jsonUnsafe(envelope(400, message), { status: 400 })

const warned = (message: string, reason: string) =>
  Effect.as(Effect.logWarning("A processor's message was refused", { reason }), refused(message))

export const layerProcessorEndpoints = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const processor = yield* PaymentProcessor
    const payments = yield* Payments
    const header = signatureHeaders[processor.name]
    if (header === null) return
    yield* router.add(
      "POST",
      `/processor/${processor.name}`,
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const signature = request.headers[header]
        if (signature === undefined) return yield* new MessageNotGenuine({ reason: "not signed" })
        const body = Buffer.from(yield* readBounded(request, maxBodyBytes)).toString()
        const message = yield* processor.messageOf(body, signature)
        if (message === null) return accepted
        if ("failedCheckout" in message) yield* payments.fail(message)
        else yield* payments.receive(message)
        return accepted
      }).pipe(
        Effect.catchTags({
          MessageNotGenuine: ({ reason }) => warned("The message is not genuine", reason),
          MessageMalformed: ({ reason }) => warned("The message cannot be booked", reason),
          BodyTooLarge: () => Effect.succeed(refused("The body is over the limit of 256 KiB")),
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
