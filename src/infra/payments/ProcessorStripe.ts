/**
 * Stripe by its SDK: Checkout for the rest of an invoice, and its signed messages for what was paid.
 * The return of the client to our page proves nothing; only a message books money.
 */
import { createHash } from "node:crypto"
import { DateTime, Effect, Layer, Redacted } from "effect"
import Stripe from "stripe"
import {
  MessageNotGenuine,
  PaymentProcessor,
  ProcessorUnavailable
} from "../../app/ports/PaymentProcessor.ts"
import { restOf } from "../../domain/Invoice.ts"
import { toStripe } from "./StripeAmounts.ts"
import { receiptIn } from "./StripeMessages.ts"

export interface StripeSettings {
  readonly secretKey: Redacted.Redacted
  readonly webhookSecret: Redacted.Redacted
  /** Undefined is Stripe's own. */
  readonly apiUrl: string | undefined
}

/** Seconds that a signature may be old, as Stripe advises. */
const toleranceSeconds = 300

const clientOf = ({ secretKey, apiUrl }: StripeSettings): Stripe => {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  return new Stripe(Redacted.value(secretKey), {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout: 10_000,
    ...(url === undefined
      ? {}
      : {
          host: url.hostname,
          port: url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port),
          protocol: url.protocol === "http:" ? ("http" as const) : ("https" as const)
        })
  })
}

const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16)

export const ProcessorStripe = (settings: StripeSettings): Layer.Layer<PaymentProcessor> => {
  const stripe = clientOf(settings)
  const unavailable = (reason: string) => new ProcessorUnavailable({ reason })
  return Layer.succeed(PaymentProcessor, {
    name: "stripe",

    checkout: Effect.fn("ProcessorStripe.checkout")(function* ({ document, payUrl }) {
      const { invoice, workspace } = document
      const restMinor = restOf(invoice)
      const amount = toStripe(restMinor, invoice.currency)
      if (amount === undefined) return yield* unavailable("the amount cannot be paid by card")
      const metadata = { workspace_id: workspace.id, invoice_id: invoice.id }
      const session = yield* Effect.tryPromise({
        try: () =>
          stripe.checkout.sessions.create(
            {
              mode: "payment",
              client_reference_id: invoice.id,
              customer_email: invoice.client.email,
              metadata,
              payment_intent_data: { metadata },
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: invoice.currency.toLowerCase(),
                    unit_amount: amount,
                    product_data: { name: `Invoice ${invoice.number}` }
                  }
                }
              ],
              success_url: `${payUrl}?paid=1`,
              cancel_url: payUrl
            },
            // Twice to the button is one session, until something of the rest was paid or the link
            // was replaced: Stripe refuses a key that comes with other parameters.
            {
              idempotencyKey: `${invoice.id}:${invoice.amountPaidMinor}:${restMinor}:${digestOf(payUrl)}`
            }
          ),
        catch: (error) => unavailable(error instanceof Error ? error.message : "no answer")
      })
      return session.url ?? (yield* unavailable("the session has no address"))
    }),

    receiptOf: Effect.fn("ProcessorStripe.receiptOf")(function* (rawBody, signature) {
      const now = yield* DateTime.now
      const event = yield* Effect.tryPromise({
        try: () =>
          stripe.webhooks.constructEventAsync(
            rawBody,
            signature,
            Redacted.value(settings.webhookSecret),
            toleranceSeconds,
            undefined,
            DateTime.toEpochMillis(now)
          ),
        catch: () => new MessageNotGenuine({ reason: "the signature is not right" })
      })
      return yield* receiptIn(event, now)
    })
  })
}
