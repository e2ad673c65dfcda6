/**
 * Messages of webhooks on the in-memory app: as the log has them, signed as the standard's own
 * library wants, after a rotation too.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { verifyWebhook } from "../../../src/client.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { bodyOf, setUp } from "./receiver.ts"

layer(layerRetainerMemory)("webhooks", (it) => {
  it.effect("an event is delivered as the log has it, signed as the standard wants it", () =>
    Effect.gen(function* () {
      const { app, create, received, newClient, call, deliveries } = yield* setUp
      const endpoint = yield* create({ description: "Books" })
      assert.match(endpoint.secret, /^whsec_[A-Za-z0-9+/]+=*$/)
      const client = yield* newClient
      yield* app.deliverWebhooks
      const [message, ...more] = yield* received
      assert.lengthOf(more, 0)
      const event = (yield* call("GET", "/v1/events")).body.data[0]
      assert.deepStrictEqual(bodyOf(message ?? { body: "" }), event)
      assert.strictEqual(event.data.object.id, client.id)
      assert.strictEqual(message?.headers["webhook-id"], event.id)
      const verified = yield* verifyWebhook(
        endpoint.secret,
        message?.headers ?? {},
        message?.body ?? ""
      )
      assert.strictEqual(verified.type, "client.created")
      const [delivery] = yield* deliveries(endpoint.id)
      assert.deepInclude(delivery, {
        event_id: event.id,
        event_type: "client.created",
        status: "delivered",
        next_try_at: null
      })
      assert.deepInclude(delivery.attempts[0], { status_code: 200, error: null })
      const shown = (yield* call("GET", `/v1/webhook_endpoints/${endpoint.id}`)).body
      assert.notProperty(shown, "secret")
      assert.strictEqual(shown.description, "Books")
      yield* app.deliverWebhooks
      assert.lengthOf(yield* received, 1)
    })
  )

  it.effect(
    "the library of the standard takes the signature; a changed or old message is refused",
    () =>
      Effect.gen(function* () {
        // The library looks at the real clock.
        yield* TestClock.setTime(Date.now())
        const { app, create, received, newClient } = yield* setUp
        const { secret } = yield* create()
        yield* newClient
        yield* app.deliverWebhooks
        const [message] = yield* received
        const headers = { ...message?.headers }
        const body = message?.body ?? ""
        const verifier = new Webhook(secret)
        assert.strictEqual(
          (verifier.verify(body, headers) as { type: string }).type,
          "client.created"
        )
        assert.throws(() => verifier.verify(`${body} `, headers))
        assert.throws(() => new Webhook(`whsec_${btoa("x".repeat(32))}`).verify(body, headers))
        const reasonOf = (given: object, text = body, key = secret) =>
          Effect.map(Effect.flip(verifyWebhook(key, { ...headers, ...given }, text)), (error) =>
            error._tag === "WebhookUnverified" ? error.reason : error._tag
          )
        assert.strictEqual(yield* reasonOf({}, `${body} `), "signature")
        assert.strictEqual(yield* reasonOf({ "webhook-id": "evt_other" }), "signature")
        assert.strictEqual(yield* reasonOf({ "webhook-signature": "v1,AAAA" }), "signature")
        assert.strictEqual(yield* reasonOf({ "webhook-id": undefined }), "headers")
        assert.strictEqual(yield* reasonOf({ "webhook-timestamp": "1" }), "timestamp")
        assert.strictEqual(yield* reasonOf({ "webhook-timestamp": "now" }), "timestamp")
        assert.strictEqual(yield* reasonOf({}, body, "whsec_!"), "secret")
      })
  )

  it.effect("kinds are chosen by name and family; a disabled endpoint gets nothing", () =>
    Effect.gen(function* () {
      const { app, create, received, newClient, call, url } = yield* setUp
      yield* create({ url: `${url}/clients`, events: ["client.*"] })
      yield* create({ url: `${url}/updated`, events: ["client.updated", "invoice.paid"] })
      const off = yield* create({ url: `${url}/off`, enabled: false })
      const client = yield* newClient
      yield* call("PATCH", `/v1/clients/${client.id}`, { name: "B" })
      yield* call("POST", "/v1/projects", { name: "P", client_id: client.id })
      for (let i = 0; i < 3; i++) yield* app.deliverWebhooks
      const got = (yield* received).map((message) => [
        message.url.slice(url.length + 1),
        bodyOf(message).type
      ])
      assert.sameDeepMembers(got, [
        ["clients", "client.created"],
        ["clients", "client.updated"],
        ["updated", "client.updated"]
      ])
      yield* call("PATCH", `/v1/webhook_endpoints/${off.id}`, { enabled: true, events: null })
      yield* newClient
      yield* app.deliverWebhooks
      assert.isTrue((yield* received).some((message) => message.url.endsWith("/off")))
    })
  )

  it.effect("after a rotation both secrets sign for a day, then the new one alone", () =>
    Effect.gen(function* () {
      const { app, create, received, newClient, call } = yield* setUp
      const old = yield* create()
      const rotated = (yield* call("POST", `/v1/webhook_endpoints/${old.id}/rotate`)).body
      assert.notStrictEqual(rotated.secret, old.secret)
      const verifies = Effect.fnUntraced(function* (secret: string) {
        const last = (yield* received).at(-1)
        const exit = yield* Effect.exit(
          verifyWebhook(secret, last?.headers ?? {}, last?.body ?? "")
        )
        return Exit.isSuccess(exit)
      })
      yield* newClient
      yield* app.deliverWebhooks
      assert.isTrue(yield* verifies(old.secret))
      assert.isTrue(yield* verifies(rotated.secret))
      yield* TestClock.adjust("25 hours")
      yield* newClient
      yield* app.deliverWebhooks
      assert.isFalse(yield* verifies(old.secret))
      assert.isTrue(yield* verifies(rotated.secret))
    })
  )

  it.effect("a test event reaches the endpoint whatever it chose, and is in no log", () =>
    Effect.gen(function* () {
      const { app, create, received, call } = yield* setUp
      const { id, secret } = yield* create({ events: ["invoice.paid"] })
      const queued = (yield* call("POST", `/v1/webhook_endpoints/${id}/test`)).body
      assert.deepInclude(queued, { event_type: "webhook.test", status: "pending" })
      yield* app.deliverWebhooks
      const [message] = yield* received
      const event = yield* verifyWebhook(secret, message?.headers ?? {}, message?.body ?? "")
      assert.deepInclude(event, { type: "webhook.test", sequence: 0 })
      assert.lengthOf((yield* call("GET", "/v1/events")).body.data, 0)
    })
  )
})
