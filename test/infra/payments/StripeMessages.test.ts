/**
 * Signed messages of Stripe that cannot be booked: 400 at the edge, and nothing reaches the ledger.
 */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, type Scope } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest } from "effect/http"
import Stripe from "stripe"
import { Payments } from "../../../src/app/payments/Payments.ts"
import type { PaymentReturned, Receipt } from "../../../src/app/ports/payments/PaymentProcessor.ts"
import { layerProcessorEndpoints } from "../../../src/http/payments/ProcessorEndpoints.ts"
import { ProcessorStripe } from "../../../src/infra/payments/ProcessorStripe.ts"
import { WorkspaceMovesMemory } from "../../../src/testing/workspaces/WorkspaceMovesMemory.ts"
import { countedBody, streamed } from "../../support/bodies.ts"
import { completedSession, startStripe } from "../../support/stripe.ts"

const secret = "whsec_test"
const signer = new Stripe("sk_test_x")

const paid = completedSession({
  eventId: "evt_1",
  intent: "pi_1",
  amount: 1000,
  workspaceId: "ws_01h2xcejqtf2nbrexx3vqjhp41",
  invoiceId: "inv_01h2xcejqtf2nbrexx3vqjhp41"
})
type Session = typeof paid.data.object
const withSession = (change: Partial<Record<keyof Session, unknown>>) => ({
  ...paid,
  data: { object: { ...paid.data.object, ...change } }
})

const processorAt = (apiUrl: string | undefined) =>
  ProcessorStripe({
    secretKey: Redacted.make("sk_test_x"),
    webhookSecret: Redacted.make(`whsec_other,${secret}`),
    apiUrl
  })

/** The endpoint with a ledger that only notes what it is given. */
const endpointWith = Effect.fnUntraced(function* (apiUrl: string | undefined) {
  const booked: Receipt[] = []
  const returned: PaymentReturned[] = []
  const ledger = Layer.mock(Payments, {
    receive: (receipt) => Effect.sync(() => void booked.push(receipt)),
    noteReturned: (one) => Effect.sync(() => void returned.push(one))
  })
  const routes = yield* HttpRouter.toHttpEffect(
    layerProcessorEndpoints.pipe(Layer.provide([ledger, processorAt(apiUrl), WorkspaceMovesMemory]))
  )
  const now = yield* DateTime.now
  const handle = HttpEffect.toWebHandlerWith<
    never,
    HttpServerRequest.HttpServerRequest | Scope.Scope
  >(yield* Effect.context<never>())(routes)
  const send = (init: RequestInit, headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const url = "http://retainer.test/processor/stripe"
      const response = await handle(new Request(url, { method: "POST", ...init, headers }))
      return { status: response.status, body: await response.text() }
    })
  const tell = (message: unknown) => {
    const payload = JSON.stringify(message)
    const timestamp = Math.floor(DateTime.toEpochMillis(now) / 1000)
    const signature = signer.webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return send({ body: payload }, { "stripe-signature": signature })
  }
  return { booked, returned, send, tell }
})
const endpoint = endpointWith(undefined)

const ours = paid.data.object.metadata
const refunded = (metadata: unknown) => ({
  id: "evt_refund",
  type: "charge.refunded",
  data: { object: { id: "ch_1", object: "charge", amount_refunded: 500, metadata } }
})
const closedDispute = (status: string, payment_intent: string) => ({
  id: "evt_dispute",
  type: "charge.dispute.closed",
  data: { object: { id: "dp_1", object: "dispute", status, payment_intent, metadata: {} } }
})

describe("messages of Stripe", () => {
  it.effect("what was paid is booked as it was told", () =>
    Effect.gen(function* () {
      const { booked, tell } = yield* endpoint
      assert.strictEqual((yield* tell(paid)).status, 200)
      assert.strictEqual((yield* tell(withSession({ payment_intent: { id: "pi_2" } }))).status, 200)
      assert.strictEqual((yield* tell(withSession({ payment_intent: null }))).status, 200)
      assert.deepStrictEqual(
        booked.map(({ amountMinor, paymentReference }) => [amountMinor, paymentReference]),
        [
          [1000, "pi_1"],
          [1000, "pi_2"],
          [1000, "cs_pi_1"]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("an amount, a currency or a name that no ledger takes is 400", () =>
    Effect.gen(function* () {
      const { booked, tell } = yield* endpoint
      for (const change of [
        { amount_total: 10.5 },
        { amount_total: 1e30 },
        { amount_total: 1e15 },
        { amount_total: -1 },
        { amount_total: null },
        { amount_total: "1000" },
        { amount_total: 1, currency: "isk" },
        { currency: "xxx" },
        { currency: "EUR " },
        { currency: null },
        { currency: { toUpperCase: 1 } },
        { payment_intent: 7 },
        { payment_intent: "" },
        { payment_intent: "pi_\u0000" },
        { payment_intent: "p".repeat(300) },
        { payment_intent: null, id: null }
      ]) {
        const answer = yield* tell(withSession(change))
        assert.strictEqual(answer.status, 400, JSON.stringify(change))
        assert.include(answer.body, '"code":"BAD_REQUEST"')
      }
      for (const message of [
        null,
        [],
        "x",
        {},
        { ...paid, id: 1 },
        { ...paid, id: "evt_\u0000" },
        { ...paid, id: "e".repeat(300) },
        { ...paid, type: null }
      ]) {
        assert.strictEqual((yield* tell(message)).status, 400, JSON.stringify(message))
      }
      assert.deepStrictEqual(booked, [])
    }).pipe(Effect.scoped)
  )

  it.effect(
    "what is not ours, or not paid, is accepted and means nothing, whatever else it says",
    () =>
      Effect.gen(function* () {
        const { booked, returned, tell } = yield* endpoint
        for (const message of [
          withSession({ payment_status: "unpaid", amount_total: null }),
          withSession({ payment_status: null }),
          withSession({ metadata: null, amount_total: 10.5 }),
          withSession({ metadata: { workspace_id: 1, invoice_id: [] } }),
          withSession({ amount_total: 0 }),
          refunded({}),
          refunded(null),
          { ...paid, data: null },
          { ...paid, data: { object: null } },
          { id: "evt_2", type: "checkout.session.completed" }
        ]) {
          assert.strictEqual((yield* tell(message)).status, 200, JSON.stringify(message))
        }
        assert.deepStrictEqual([...booked, ...returned], [])
      }).pipe(Effect.scoped)
  )

  it.effect("a refund and a lost dispute of a payment of ours are noted, and book nothing", () =>
    Effect.gen(function* () {
      const stripe = yield* Effect.acquireRelease(
        Effect.promise(() => startStripe(secret)),
        ({ close }) => Effect.sync(close)
      )
      const { booked, returned, tell } = yield* endpointWith(stripe.url)
      assert.strictEqual((yield* tell(refunded(ours))).status, 200)
      stripe.intents.set("pi_1", ours).set("pi_other", { shop: "7" })
      assert.strictEqual((yield* tell(closedDispute("lost", "pi_1"))).status, 200)
      for (const message of [
        closedDispute("won", "pi_1"),
        closedDispute("lost", "pi_other"),
        { ...closedDispute("lost", "pi_1"), type: "charge.dispute.created" }
      ]) {
        assert.strictEqual((yield* tell(message)).status, 200)
      }
      assert.deepStrictEqual(
        returned.map(({ messageId, workspaceId, invoiceId }) => [
          messageId,
          workspaceId,
          invoiceId
        ]),
        ["evt_refund", "evt_dispute"].map((id) => [id, ours.workspace_id, ours.invoice_id])
      )
      // Without Stripe it is unknown whose payment was disputed: the message comes once more.
      stripe.fail(true)
      assert.strictEqual((yield* tell(closedDispute("lost", "pi_1"))).status, 400)
      assert.lengthOf(returned, 2)
      assert.deepStrictEqual(booked, [])
    }).pipe(Effect.scoped)
  )

  it.effect("nothing is read without a signature, and no more than 256 KiB with one", () =>
    Effect.gen(function* () {
      const { send } = yield* endpoint
      const unsigned = countedBody(100_000)
      assert.strictEqual((yield* send(streamed(unsigned))).status, 400)
      assert.strictEqual(unsigned.read(), 0)
      const endless = countedBody(4_194_304)
      const signature = { "stripe-signature": "t=1,v1=00" }
      assert.strictEqual((yield* send(streamed(endless), signature)).status, 400)
      assert.isAtMost(endless.read(), 262_144 + 2 * 16_384)
    }).pipe(Effect.scoped)
  )
})
