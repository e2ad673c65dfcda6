/**
 * `POST /processor/<name>`, or `/processor/<name>/<label>` of a cell: the processor's messages. The
 * signature covers the bytes as received, so the body is read raw. An unsigned message is refused;
 * a repeated one is accepted without effect. One about a workspace that moved names the cell to
 * which the router passes it on; so a cell takes messages with the label of another.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { readBounded } from "../../api/endpoint/Bodies.ts"
import { envelope } from "../../api/errors/ErrorEnvelope.ts"
import { Cell } from "../../app/Cell.ts"
import { movedRefusal } from "../../app/MovedWorkspaces.ts"
import { Payments } from "../../app/payments/Payments.ts"
import { MessageNotGenuine, PaymentProcessor } from "../../app/ports/payments/PaymentProcessor.ts"

/** Far more than a message about a checkout needs. */
const maxMessageBytes = 262_144

const accepted = HttpServerResponse.jsonUnsafe({ received: true })

const refused = (message: string) =>
  HttpServerResponse.jsonUnsafe(envelope(400, message), { status: 400 })

const warned = (message: string, reason: string) =>
  Effect.as(Effect.logWarning("A processor's message was refused", { reason }), refused(message))

export const layerProcessorEndpoints = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { name, messages } = yield* PaymentProcessor
    const payments = yield* Payments
    const refuseMoved = yield* movedRefusal
    const { label } = yield* Cell
    if (messages === null) return
    const path = `/processor/${name}` as const
    const receive = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const signature = request.headers[messages.signatureHeader]
      if (signature === undefined) return yield* new MessageNotGenuine({ reason: "not signed" })
      const body = Buffer.from(yield* readBounded(request, maxMessageBytes)).toString()
      const message = yield* messages.read(body, signature)
      if (message === null) return accepted
      yield* refuseMoved({ workspace: message.workspaceId })
      if ("failedCheckout" in message) yield* payments.fail(message)
      else if ("returnedAt" in message) yield* payments.noteReturned(message)
      else yield* payments.receive(message)
      return accepted
    }).pipe(
      Effect.catchTags({
        MessageNotGenuine: ({ reason }) => warned("The message is not genuine", reason),
        MessageMalformed: ({ reason }) => warned("The message cannot be booked", reason),
        ProcessorUnavailable: ({ reason }) =>
          warned("The message cannot be understood without the processor", reason),
        BodyTooLarge: () => Effect.succeed(refused("The body is over the limit of 256 KiB")),
        // The invoice belongs to another installation: a redelivery would not help.
        InvoiceNotFound: ({ id }) =>
          Effect.as(
            Effect.logWarning("A processor reported money of an unknown invoice", {
              invoice: id
            }),
            accepted
          )
      })
    )
    yield* router.add("POST", path, receive)
    if (label !== null) yield* router.add("POST", `${path}/:label`, receive)
  })
)
