/** Beginning a checkout with Stripe's SDK, against a local stand-in for its API. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { PaymentProcessor } from "../../../src/app/ports/payments/PaymentProcessor.ts"
import { ClientId, InvoiceId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { CurrencyCode } from "../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { sellerOf, unset, Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { ProcessorStripe } from "../../../src/infra/payments/ProcessorStripe.ts"
import { recipientWith } from "../../support/parties.ts"
import { startStripe } from "../../support/stripe.ts"
import { invoiceView } from "../../support/views.ts"

const uuid = "01890a5d-ac96-774b-bcce-b302099a8057"
const now = DateTime.makeUnsafe("2026-03-10T12:00:00Z")

const workspace = new Workspace({
  id: WorkspaceId.fromUuid(uuid),
  name: "Agency",
  plan: "growth",
  currency: CurrencyCode.make("EUR"),
  timeZone: "UTC",
  invoicePrefix: "INV",
  locale: "en",
  paymentTermsDays: 14,
  reminderDays: [],
  ...unset,
  createdAt: now,
  updatedAt: now
})

const document = {
  workspace,
  seller: sellerOf(workspace),
  projectName: null,
  recipient: recipientWith({ email: "a@x.example" }),
  invoice: {
    ...invoiceView,
    id: InvoiceId.fromUuid(uuid),
    number: "INV-0042",
    client: { id: ClientId.fromUuid(uuid), name: "Ada", email: "a@x.example" },
    issueDate: CalendarDate.make("2026-03-01"),
    dueDate: CalendarDate.make("2026-03-15"),
    createdAt: now,
    updatedAt: now
  }
} as const

const stripe = await startStripe("whsec_test")

const processor = Layer.provideMerge(
  ProcessorStripe({
    secretKey: Redacted.make("sk_test"),
    webhookSecret: Redacted.make("whsec_test"),
    apiUrl: stripe.url
  }),
  Layer.effectDiscard(Effect.addFinalizer(() => Effect.sync(stripe.close)))
)

layer(processor, { excludeTestServices: true })("a checkout", (it) => {
  it.effect("is one session until the link behind it is replaced", () =>
    Effect.gen(function* () {
      const { checkout } = yield* PaymentProcessor
      const begin = (token: string, attempt = 0) =>
        checkout({ document, payUrl: `https://x.example/pay/${token}` }, attempt)
      const first = yield* begin("old")
      assert.deepStrictEqual(yield* begin("old"), first)
      assert.lengthOf(stripe.sessions, 1)
      assert.notDeepEqual(yield* begin("new"), first)
      assert.strictEqual(stripe.sessions[1]?.fields.get("cancel_url"), "https://x.example/pay/new")
      // After one that ended the same request begins another.
      assert.notDeepEqual(yield* begin("old", 1), first)
    })
  )

  it.effect("is payable, outdated, taken or over, as Stripe says", () =>
    Effect.gen(function* () {
      const { checkout, stateOf, close } = yield* PaymentProcessor
      const request = { document, payUrl: "https://x.example/pay/state" }
      const { url, reference } = yield* checkout(request, 0)
      const session = stripe.sessions.at(-1)
      if (reference === null || session === undefined) throw new Error("no session")
      const now = Effect.map(stateOf(request, reference), ({ state }) => state)
      assert.deepStrictEqual(yield* stateOf(request, reference), { state: "payable", url })
      assert.strictEqual(
        session.fields.get("success_url"),
        `${request.payUrl}?paid={CHECKOUT_SESSION_ID}`
      )
      const partly = { ...document, invoice: { ...document.invoice, amountPaidMinor: 1 } }
      const elsewhere = { ...request, payUrl: "https://x.example/pay/replaced" }
      for (const changed of [{ ...request, document: partly }, elsewhere]) {
        assert.deepStrictEqual(yield* stateOf(changed, reference), { state: "outdated" })
      }
      session.status = "complete"
      for (const [paid, intent, state] of [
        ["paid", "succeeded", "taken"],
        ["unpaid", "processing", "taken"],
        ["unpaid", "requires_action", "taken"],
        ["unpaid", "requires_payment_method", "over"],
        ["unpaid", "canceled", "over"]
      ] as const) {
        session.payment_status = paid
        session.payment_intent = { status: intent }
        assert.strictEqual(yield* now, state, intent)
      }
      session.status = "open"
      yield* close(reference)
      assert.strictEqual(yield* now, "over")
      assert.deepStrictEqual(yield* stateOf(request, "cs_unknown"), { state: "over" })
      stripe.fail(true)
      assert.strictEqual((yield* Effect.flip(now))._tag, "ProcessorUnavailable")
      stripe.fail(false)
    })
  )
})
