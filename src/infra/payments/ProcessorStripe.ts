/**
 * Payments by Stripe's SDK: a Checkout session for an invoice's balance, and signed webhook
 * messages. Only a message books money: the client's return to our page proves nothing.
 */
import { createHash } from "node:crypto"
import { DateTime, Effect, Layer, Redacted } from "effect"
import type Stripe from "stripe"
import {
  type CheckoutRequest,
  type CheckoutState,
  MessageNotGenuine,
  PaymentProcessor,
  ProcessorUnavailable
} from "../../app/ports/payments/PaymentProcessor.ts"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import { wordsIn } from "../../words/Words.ts"
import { loadLater } from "../LoadLater.ts"
import { disputedPaymentOf, messageIn, paymentReturnedIn, toStripe } from "./StripeMessages.ts"

interface StripeSettings {
  readonly secretKey: Redacted.Redacted
  readonly webhookSecret: Redacted.Redacted
  /** Undefined is Stripe's own address. */
  readonly apiUrl: string | undefined
}

/** Seconds that a signature may be old, as Stripe advises. */
const toleranceSeconds = 300

const loadSdk = async ({ secretKey, apiUrl }: StripeSettings) => {
  const { default: Stripe } = await import("stripe")
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  const client = new Stripe(Redacted.value(secretKey), {
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
  return { client, StripeError: Stripe.errors.StripeError }
}
type Sdk = Awaited<ReturnType<typeof loadSdk>>

const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16)

const amountOf = ({ invoice }: CheckoutRequest["document"]) =>
  toStripe(balanceDue(invoice), invoice.currency)

/** A payment can fail after its session is complete: a bank transfer, for example. */
const hasFailed = ({ payment_status: paid, payment_intent: intent }: Stripe.Checkout.Session) =>
  paid === "unpaid" &&
  intent !== null &&
  typeof intent === "object" &&
  (intent.status === "requires_payment_method" || intent.status === "canceled")

const stateIn = (
  session: Stripe.Checkout.Session,
  { document, payUrl }: CheckoutRequest
): CheckoutState => {
  if (session.status === "complete") return { state: hasFailed(session) ? "over" : "taken" }
  if (session.status !== "open") return { state: "over" }
  const isRight =
    session.amount_total === amountOf(document) &&
    session.currency === document.invoice.currency.toLowerCase() &&
    session.cancel_url === payUrl
  return isRight && session.url !== null
    ? { state: "payable", url: session.url }
    : { state: "outdated" }
}

const sessionParams = (
  { document, payUrl }: CheckoutRequest,
  amount: number
): Stripe.Checkout.SessionCreateParams => {
  const { invoice, workspace, seller } = document
  const { document: words } = wordsIn(seller.language)
  const metadata = { workspace_id: workspace.id, invoice_id: invoice.id }
  return {
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
          product_data: { name: words.named(words.invoice, invoice.number) }
        }
      }
    ],
    // Stripe inserts the session's id.
    success_url: `${payUrl}?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: payUrl
  }
}

const unavailable = (reason: string) => new ProcessorUnavailable({ reason })

const callerOf =
  (sdk: () => Promise<Sdk>) =>
  <A>(call: (sdk: Sdk) => Promise<A>) =>
    Effect.tryPromise({
      try: async () => call(await sdk()),
      catch: (error) => unavailable(error instanceof Error ? error.message : "no answer")
    })

/** A dispute does not name our invoice; Stripe is queried for the payment that does. */
const messageReader = (
  { webhookSecret }: StripeSettings,
  sdk: () => Promise<Sdk>,
  ask: ReturnType<typeof callerOf>
) =>
  Effect.fn("ProcessorStripe.readMessage")(function* (rawBody: string, signature: string) {
    const now = yield* DateTime.now
    const { client } = yield* Effect.promise(sdk)
    const verifiedBy = (secret: string) =>
      Effect.tryPromise({
        try: () =>
          client.webhooks.constructEventAsync(
            rawBody,
            signature,
            secret,
            toleranceSeconds,
            undefined,
            DateTime.toEpochMillis(now)
          ),
        catch: () => new MessageNotGenuine({ reason: "the signature is not right" })
      })
    const secrets = Redacted.value(webhookSecret).split(",")
    const event = yield* Effect.firstSuccessOf(secrets.map(verifiedBy))
    const disputed = disputedPaymentOf(event)
    if (disputed === null) return yield* messageIn(event, now)
    const { metadata } = yield* ask((sdk) => sdk.client.paymentIntents.retrieve(disputed))
    return paymentReturnedIn({ id: event.id, data: { object: { metadata } } }, now)
  })

const processorOf = (settings: StripeSettings, sdk: () => Promise<Sdk>) => {
  const ask = callerOf(sdk)
  return PaymentProcessor.of({
    name: "stripe",

    checkout: Effect.fn("ProcessorStripe.checkout")(function* (request, attempt) {
      const { document, payUrl } = request
      const { invoice } = document
      const amount = amountOf(document)
      if (amount === undefined) return yield* unavailable("the amount cannot be paid by card")
      const session = yield* ask(({ client }) =>
        client.checkout.sessions.create(
          sessionParams(request, amount),
          // One key for one session: Stripe refuses a key that comes with other parameters. It
          // changes when a session ended, a part of the rest was paid, or the link was replaced.
          {
            idempotencyKey: `${invoice.id}:${invoice.amountPaidMinor}:${amount}:${digestOf(payUrl)}:${attempt}`
          }
        )
      )
      const url = session.url ?? (yield* unavailable("the session has no address"))
      return { url, reference: session.id }
    }),

    stateOf: Effect.fn("ProcessorStripe.stateOf")(function* (request, reference) {
      return yield* ask(({ client, StripeError }) =>
        client.checkout.sessions.retrieve(reference, { expand: ["payment_intent"] }).then(
          (session) => stateIn(session, request),
          // The session belongs to another account or another processor.
          (error: unknown): CheckoutState => {
            if (error instanceof StripeError && error.code === "resource_missing") {
              return { state: "over" }
            }
            throw error
          }
        )
      )
    }),

    close: Effect.fn("ProcessorStripe.close")(function* (reference) {
      yield* ask(({ client }) => client.checkout.sessions.expire(reference))
    }),

    messages: {
      signatureHeader: "stripe-signature",
      read: messageReader(settings, sdk, ask)
    }
  })
}

export const ProcessorStripe = (settings: StripeSettings): Layer.Layer<PaymentProcessor> =>
  Layer.effect(
    PaymentProcessor,
    Effect.map(
      loadLater(() => loadSdk(settings)),
      (sdk) => processorOf(settings, sdk)
    )
  )
