/**
 * Stripe by its SDK against a local stand-in, on real processes: what leads there, what books, what
 * is credit.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { type Json, usePair } from "../support/pair.ts"
import { completedSession, startStripe } from "../support/stripe.ts"

const webhookSecret = "whsec_test"
let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  stripe = await startStripe(webhookSecret)
})
afterAll(() => stripe.close())

const { call, get, running, sentInvoice } = usePair(() => ({
  PROCESSOR: "stripe",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: stripe.url
}))

const tell = async (message: { readonly body: string; readonly signature: string }) => {
  const response = await fetch(`${running().servers[0]?.url}/processor/stripe`, {
    method: "POST",
    body: message.body,
    headers: { "stripe-signature": message.signature, "content-type": "application/json" }
  })
  return response.status
}

describe("Stripe", () => {
  it("leads to Checkout for the rest, once, and only a signed message books", async () => {
    const invoice = await sentInvoice()
    await call("POST", `/v1/invoices/${invoice.id}/payments`, { amount: 300 })
    const checkout = () =>
      fetch(`${invoice.processor_payment_url}/checkout`, { redirect: "manual" })
    const [first, second] = [await checkout(), await checkout()]
    assert.strictEqual(first.status, 303)
    assert.match(first.headers.get("location") ?? "", /^https:\/\/checkout\.stripe\.example\/cs_/)
    assert.strictEqual(second.headers.get("location"), first.headers.get("location"))
    const session = stripe.sessions.at(-1)
    assert.strictEqual(session?.fields.get("line_items[0][price_data][unit_amount]"), "700")
    assert.strictEqual(session?.fields.get("line_items[0][price_data][currency]"), "eur")
    assert.strictEqual(session?.fields.get("metadata[invoice_id]"), invoice.id)
    // Coming back proves nothing: Stripe answers that the session is open.
    const back = session?.fields.get("success_url")?.replace("{CHECKOUT_SESSION_ID}", session.id)
    const comeBack = async () => await (await fetch(back ?? "")).text()
    assert.notInclude(await comeBack(), "in progress")
    assert.include(await comeBack(), "/checkout")
    if (session === undefined) throw new Error("no session")
    session.status = "complete"
    session.payment_status = "paid"
    for (const page of [await comeBack(), await (await checkout()).text()]) {
      assert.notInclude(page, "/checkout")
    }
    assert.include(await comeBack(), "A payment is in progress")
    const elsewhere = `${running().servers[1]?.url}${new URL(invoice.processor_payment_url).pathname}`
    assert.include(await (await fetch(elsewhere)).text(), "A payment is in progress")
    assert.strictEqual((await get(invoice.id)).status, "sent")

    const paid = {
      intent: "pi_a",
      amount: 700,
      workspaceId: running().workspaceId,
      invoiceId: invoice.id,
      session: session.id
    }
    const event = completedSession({ eventId: "evt_a", ...paid })
    const forged = stripe.message(event, { secret: "whsec_other" })
    const old = stripe.message(event, { timestamp: Math.floor(Date.now() / 1000) - 600 })
    const genuine = stripe.message(event)
    assert.strictEqual(await tell(forged), 400)
    assert.strictEqual(await tell(old), 400)
    assert.strictEqual(await tell({ ...genuine, body: genuine.body.replace("700", "7000") }), 400)
    assert.strictEqual(await tell({ ...genuine, signature: "" }), 400)
    assert.strictEqual((await get(invoice.id)).status, "sent")
    const statuses = await Promise.all(Array.from({ length: 20 }, () => tell(genuine)))
    assert.deepStrictEqual([...new Set(statuses)], [200])
    const again = completedSession({
      eventId: "evt_b",
      type: "checkout.session.async_payment_succeeded",
      ...paid
    })
    assert.strictEqual(await tell(stripe.message(again)), 200)
    const shown = await get(invoice.id)
    assert.deepInclude(shown, { status: "paid", amount_paid: 1000 })
    const list = (await call("GET", `/v1/invoices/${invoice.id}/payments`)).body
    assert.deepStrictEqual(
      list.data.map(({ amount, method }: Json) => [amount, method]),
      [
        [700, "card"],
        [300, null]
      ]
    )
    const page = await (await fetch(invoice.processor_payment_url)).text()
    assert.include(page, "Paid on")
    assert.notInclude(page, "/checkout")
    assert.strictEqual(
      (await checkout()).headers.get("location"),
      new URL(invoice.processor_payment_url).pathname
    )
  })

  it("keeps what a void invoice, another currency or too much brings as credit", async () => {
    const [open, voided] = [await sentInvoice(), await sentInvoice()]
    await call("POST", `/v1/invoices/${voided.id}/void`)
    const send = (fields: object) =>
      tell(
        stripe.message(
          completedSession({
            eventId: `evt_${Math.random()}`,
            intent: `pi_${Math.random()}`,
            amount: 1000,
            workspaceId: running().workspaceId,
            invoiceId: open.id,
            ...fields
          })
        )
      )
    assert.strictEqual(await send({ invoiceId: voided.id }), 200)
    assert.strictEqual(await send({ currency: "usd" }), 200)
    assert.strictEqual(await send({ paymentStatus: "unpaid" }), 200)
    assert.strictEqual(await send({ amount: 1500 }), 200)
    assert.strictEqual(await send({ invoiceId: "inv_01h2xcejqtf2nbrexx3vqjhp41" }), 200)
    assert.strictEqual(await send({ workspaceId: "nonsense" }), 200)
    assert.deepInclude(await get(open.id), { status: "paid", amount_paid: 1000 })
    assert.deepInclude(await get(voided.id), { status: "void", amount_paid: 0 })
    const events = (await call("GET", "/v1/events?limit=100")).body.data
    assert.lengthOf(
      events.filter(({ type }: Json) => type === "invoice.credit_recorded"),
      3
    )
  })

  it("says so where Stripe does not answer, and takes nothing", async () => {
    const invoice = await sentInvoice()
    stripe.fail(true)
    const refused = await fetch(`${invoice.processor_payment_url}/checkout`)
    stripe.fail(false)
    assert.strictEqual(refused.status, 503)
    assert.include(await refused.text(), "You were not charged")
  })
})
