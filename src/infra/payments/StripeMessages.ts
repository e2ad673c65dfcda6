/**
 * Decodes Stripe's webhook messages: payments and failures of our checkouts, refunds and lost
 * disputes of our payments. Signed messages are decoded like any input. Other sessions and unpaid
 * ones are ignored; a payment of ours that cannot be booked is malformed.
 */
import { type DateTime, Effect, Option, Schema } from "effect"
import {
  type CheckoutFailed,
  MessageMalformed,
  type PaymentReturned,
  type ProcessorMessage
} from "../../app/ports/payments/PaymentProcessor.ts"
import { InvoiceId, WorkspaceId } from "../../domain/Ids.ts"
import { CurrencyCode } from "../../domain/money/Currency.ts"
import { exponentOf } from "../../domain/money/MinorUnits.ts"
import { limits } from "../../domain/money/Money.ts"
import { line } from "../../domain/text/Text.ts"

/**
 * Currencies without decimals in ISO 4217 that Stripe writes with two
 * (https://docs.stripe.com/currencies).
 */
const writtenWithTwo: ReadonlyArray<string> = ["ISK", "UGX"]

/** Undefined where Stripe cannot take the amount: the last of three decimals must be zero. */
export const toStripe = (amountMinor: number, currency: CurrencyCode): number | undefined => {
  if (writtenWithTwo.includes(currency)) return amountMinor * 100
  return exponentOf(currency) === 3 && amountMinor % 10 !== 0 ? undefined : amountMinor
}

const fromStripe = (amount: number, currency: CurrencyCode): number =>
  writtenWithTwo.includes(currency) ? Math.round(amount / 100) : amount

const paidTypes = ["checkout.session.completed", "checkout.session.async_payment_succeeded"]

/** A failed asynchronous payment, and a session that expired unpaid after a day. */
const failedTypes = ["checkout.session.async_payment_failed", "checkout.session.expired"]

const Message = Schema.Struct({ id: line(255), type: Schema.String })

const ours = Schema.Struct({
  workspace_id: WorkspaceId.schema,
  invoice_id: InvoiceId.schema
})

/** A paid session of ours. */
const PaidSession = Schema.Struct({
  data: Schema.Struct({
    object: Schema.Struct({
      payment_status: Schema.Literal("paid"),
      metadata: ours
    })
  })
})

const Reference = line(255)

/** A session of ours, in any state. */
const AnySession = Schema.Struct({
  data: Schema.Struct({
    object: Schema.Struct({
      id: Reference,
      metadata: Schema.Struct({ workspace_id: WorkspaceId.schema })
    })
  })
})

/** The fields of a session that the ledger books. */
const SessionPayment = Schema.Struct({
  data: Schema.Struct({
    object: Schema.Struct({
      id: Reference,
      amount_total: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.total })),
      currency: Schema.String.check(Schema.isPattern(/^[a-z]{3}$/)),
      payment_intent: Schema.optionalKey(
        Schema.NullOr(Schema.Union([Reference, Schema.Struct({ id: Reference })]))
      )
    })
  })
})

/** Money of ours: Stripe copies the metadata of a payment to its charge. */
const Returned = Schema.Struct({
  id: Reference,
  data: Schema.Struct({ object: Schema.Struct({ metadata: ours }) })
})

/** A dispute has no metadata of its payment. */
const LostDispute = Schema.Struct({
  type: Schema.Literal("charge.dispute.closed"),
  data: Schema.Struct({
    object: Schema.Struct({ status: Schema.Literal("lost"), payment_intent: Reference })
  })
})

const decodeMessage = Schema.decodeUnknownEffect(Message)
const paidSessionIn = Schema.decodeUnknownOption(PaidSession)
const anySessionIn = Schema.decodeUnknownOption(AnySession)
const decodeSessionPayment = Schema.decodeUnknownEffect(SessionPayment)
const decodeCurrency = Schema.decodeUnknownEffect(CurrencyCode)

const returnedIn = Schema.decodeUnknownOption(Returned)
const lostDisputeIn = Schema.decodeUnknownOption(LostDispute)

/** The payment whose dispute was lost; null for any other message. */
export const disputedPaymentOf = (event: unknown): string | null =>
  Option.match(lostDisputeIn(event), {
    onNone: () => null,
    onSome: ({ data }) => data.object.payment_intent
  })

const malformed = (reason: string) => new MessageMalformed({ reason })

const failedIn = (event: unknown): CheckoutFailed | null =>
  Option.match(anySessionIn(event), {
    onNone: () => null,
    onSome: ({ data: { object } }) => ({
      workspaceId: object.metadata.workspace_id,
      failedCheckout: object.id
    })
  })

/** The return of a payment of ours; null for another one. */
export const paymentReturnedIn = (
  event: unknown,
  returnedAt: DateTime.Utc
): PaymentReturned | null =>
  Option.match(returnedIn(event), {
    onNone: () => null,
    onSome: ({ id, data: { object } }) => ({
      processor: "stripe",
      messageId: id,
      workspaceId: object.metadata.workspace_id,
      invoiceId: object.metadata.invoice_id,
      returnedAt
    })
  })

/** The report of a message; null where it reports nothing of ours. */
export const messageIn = Effect.fnUntraced(function* (
  event: unknown,
  receivedAt: DateTime.Utc
): Effect.fn.Return<ProcessorMessage | null, MessageMalformed> {
  const { id, type } = yield* Effect.mapError(decodeMessage(event), () => malformed("no event"))
  if (failedTypes.includes(type)) return failedIn(event)
  if (type === "charge.refunded") return paymentReturnedIn(event, receivedAt)
  const session = paidSessionIn(event)
  if (!paidTypes.includes(type) || Option.isNone(session)) return null
  const { workspace_id, invoice_id } = session.value.data.object.metadata
  const { data } = yield* Effect.mapError(decodeSessionPayment(event), () =>
    malformed("the session has no amount, currency or reference that can be booked")
  )
  const { amount_total, payment_intent: intent } = data.object
  // Discounted to nothing: there is no money to book.
  if (amount_total === 0) return null
  const currency = yield* Effect.mapError(decodeCurrency(data.object.currency.toUpperCase()), () =>
    malformed("the currency is unknown")
  )
  const amountMinor = fromStripe(amount_total, currency)
  if (amountMinor < 1) return yield* malformed("the amount is less than one unit")
  return {
    processor: "stripe",
    messageId: id,
    paymentReference: typeof intent === "string" ? intent : (intent?.id ?? data.object.id),
    checkout: data.object.id,
    workspaceId: workspace_id,
    invoiceId: invoice_id,
    amountMinor,
    currency,
    receivedAt
  }
})
