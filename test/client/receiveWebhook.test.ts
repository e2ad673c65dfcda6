/**
 * Webhooks without Effect: what is genuine passes in every form that servers hand it over, the rest
 * is refused.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { receiveWebhook, signedHeaders, verifyWebhook, WebhookRefused } from "../../src/webhooks.ts"
import { bundleOf } from "../support/bundles.ts"

const now = Date.parse("2026-03-01T12:00:00Z")
const secret = `whsec_${btoa("a secret of thirty-two bytes ...")}`
const other = `whsec_${btoa("another one of thirty-two bytes.")}`
const body = JSON.stringify({
  id: "evt_1",
  type: "invoice.paid",
  created_at: "2026-03-01T12:00:00.000Z",
  workspace_id: "ws_1",
  sequence: 1,
  data: { object: { name: "Ä" }, previous: null }
})

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "genuine",
    (error: unknown) => (error instanceof WebhookRefused ? error.reason : error)
  )

describe("a webhook", () => {
  it("is taken as every server hands it over", async () => {
    const theirs = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(now / 1000),
      "webhook-signature": new Webhook(secret).sign("evt_1", new Date(now), body)
    }
    assert.deepStrictEqual(await signedHeaders(secret, body, { id: "evt_1", now }), theirs)
    const bytes = new TextEncoder().encode(body)
    const upper = Object.fromEntries(
      Object.entries(theirs).map(([name, value]) => [name.toUpperCase(), [value]])
    )
    for (const headers of [theirs, upper, new Headers(theirs)]) {
      for (const raw of [body, bytes, bytes.buffer, Buffer.from(body)]) {
        const event = await receiveWebhook({ secret, headers, body: raw, now })
        assert.deepStrictEqual(event, JSON.parse(body))
      }
    }
    new Webhook(secret).verify(body, await signedHeaders(secret, body))
    assert.strictEqual(
      await reasonOf(receiveWebhook({ secret, headers: await signedHeaders(secret, body), body })),
      "genuine"
    )
  })

  it("is taken under either of two secrets while one is replaced", async () => {
    const headers = await signedHeaders(secret, body, { now })
    for (const both of [
      [other, secret],
      [secret, other]
    ])
      assert.strictEqual(
        await reasonOf(receiveWebhook({ secret: both, headers, body, now })),
        "genuine"
      )
    assert.strictEqual(
      await reasonOf(receiveWebhook({ secret: [other], headers, body, now })),
      "signature"
    )
  })

  it("is refused where anything about it is not right", async () => {
    const headers = await signedHeaders(secret, body, { now })
    const given = { secret, headers, body, now }
    const noEvent = '{"id":1}'
    for (const [wrong, reason] of [
      [{ ...given, body: `${body} ` }, "signature"],
      [{ ...given, headers: { ...headers, "webhook-id": "evt_2" } }, "signature"],
      [{ ...given, headers: {} }, "headers"],
      [{ ...given, now: now + 301_000 }, "timestamp"],
      [{ ...given, secret: "whsec_short" }, "secret"],
      [{ ...given, secret: [] }, "secret"],
      [{ ...given, headers: await signedHeaders(secret, noEvent, { now }), body: noEvent }, "body"],
      [{ ...given, headers: await signedHeaders(secret, "no", { now }), body: "no" }, "body"]
    ] as const)
      assert.strictEqual(await reasonOf(receiveWebhook(wrong)), reason)
  })

  it("of a later version is taken whole, by both receivers", async () => {
    const event = {
      id: "evt_01h2xcejqtf2nbrexx3vqjhp41",
      type: "contract.signed",
      created_at: "2026-03-01T12:00:00.000Z",
      workspace_id: "ws_01h2xcejqtf2nbrexx3vqjhp41",
      sequence: 1,
      data: { object: { later: 1 }, previous: null }
    }
    const text = JSON.stringify(event)
    const at = Date.now()
    const headers = await signedHeaders(secret, text, { now: at })
    assert.deepStrictEqual<unknown>(await receiveWebhook({ secret, headers, body: text }), event)
    const verified = await Effect.runPromise(verifyWebhook(secret, headers, text))
    assert.deepStrictEqual<unknown>(verified, event)
    // A field of a later version in a resource of today stays, too.
    const paid = { ...event, type: "invoice.paid" }
    const paidHeaders = await signedHeaders(secret, JSON.stringify(paid), { now: at })
    assert.deepStrictEqual<unknown>(
      await Effect.runPromise(verifyWebhook(secret, paidHeaders, JSON.stringify(paid))),
      paid
    )
  })

  it("takes little to receive, and no Effect", async () => {
    const { modules, outside, gzipped } = await bundleOf("webhooks.ts", ["receiveWebhook"])
    assert.deepStrictEqual(outside, [])
    assert.sameMembers(
      [...modules],
      ["client/promise/ReceiveWebhook.ts", "domain/events/WebhookMac.ts"]
    )
    assert.isBelow(gzipped, 2000)
  })
})
