/** Webhooks on the in-memory app: signatures by the standard's own library, tries, rotation, replay. */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { WebhookNotSent } from "../../../src/app/ports/events/WebhookSender.ts"
import { verifyWebhook } from "../../../src/client.ts"
import { Receivers } from "../../../src/testing/events/WebhookSenderMemory.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"

let serial = 0

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const receivers = yield* Receivers
  yield* receivers.behave(() => Effect.succeed(200))
  const made = yield* app.workspace({ ownerEmail: `w${serial++}@x.example` })
  const call = sender(made.apiKey)
  const url = `https://receiver.example/${serial}`
  const create = (body: object = {}) =>
    Effect.map(call("POST", "/v1/webhook_endpoints", { url, ...body }), ({ body: made }) => made)
  const received = Effect.map(receivers.messages, (all) =>
    all.filter((message) => message.url.startsWith(url))
  )
  const newClient = Effect.map(
    call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }),
    ({ body }) => body
  )
  const deliveries = (id: string) =>
    Effect.map(call("GET", `/v1/webhook_endpoints/${id}/deliveries`), ({ body }) => body.data)
  return { app, receivers, call, url, create, received, newClient, deliveries }
})

const bodyOf = (message: { readonly body: string }) => JSON.parse(message.body)

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

  it.effect(
    "a failing receiver is tried ten times within a day, then given up, and again by hand",
    () =>
      Effect.gen(function* () {
        const { app, create, received, newClient, receivers, deliveries, call } = yield* setUp
        const { id } = yield* create()
        let turn = 0
        yield* receivers.behave(() =>
          turn++ % 2 === 0
            ? Effect.succeed(503)
            : Effect.fail(new WebhookNotSent({ reason: "no answer within 10 s" }))
        )
        yield* newClient
        const tries: number[] = []
        let minutes = 0
        yield* app.deliverWebhooks
        tries.push(0)
        for (; minutes < 27 * 60; minutes++) {
          const before = (yield* received).length
          yield* TestClock.adjust("1 minute")
          yield* app.deliverWebhooks
          if ((yield* received).length > before) tries.push(minutes + 1)
        }
        assert.lengthOf(tries, 10)
        const expected = [0, 0.1, 5, 30, 120, 300, 600, 840, 1200, 1440]
        for (const [index, planned] of expected.entries()) {
          const previous = expected[index - 1] ?? 0
          assert.isAtLeast(tries[index] ?? -1, planned - 1)
          assert.isAtMost(tries[index] ?? Number.NaN, planned + (planned - previous) * 0.1 + 2)
        }
        const [dead] = yield* deliveries(id)
        assert.deepInclude(dead, { status: "dead", next_try_at: null })
        assert.lengthOf(dead.attempts, 10)
        assert.deepInclude(dead.attempts[1], { status_code: null, error: "no answer within 10 s" })
        const ids = new Set((yield* received).map(({ headers }) => headers["webhook-id"]))
        assert.strictEqual(ids.size, 1)

        yield* receivers.behave(() => Effect.succeed(204))
        const path = `/v1/webhook_endpoints/${id}/deliveries/${dead.id}/replay`
        assert.strictEqual((yield* call("POST", path)).body.status, "pending")
        yield* app.deliverWebhooks
        const [alive] = yield* deliveries(id)
        assert.strictEqual(alive.status, "delivered")
        assert.lengthOf(alive.attempts, 11)
      })
  )

  it.effect("410 switches the endpoint off; a redirect is a failure", () =>
    Effect.gen(function* () {
      const { app, create, newClient, receivers, deliveries, call } = yield* setUp
      const { id } = yield* create()
      yield* receivers.behave(() => Effect.succeed(302))
      yield* newClient
      yield* app.deliverWebhooks
      assert.strictEqual((yield* deliveries(id))[0].status, "pending")
      yield* receivers.behave(() => Effect.succeed(410))
      yield* TestClock.adjust("10 minutes")
      yield* app.deliverWebhooks
      assert.strictEqual((yield* deliveries(id))[0].status, "dead")
      assert.isFalse((yield* call("GET", `/v1/webhook_endpoints/${id}`)).body.enabled)
      yield* newClient
      assert.lengthOf(yield* deliveries(id), 1)
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

  it.effect(
    "unfit endpoints are refused; a deleted one and another workspace's are not there",
    () =>
      Effect.gen(function* () {
        const { call, create } = yield* setUp
        for (const [body, message] of [
          [{}, "url: is required"],
          [{ url: "ftp://x.example" }, "url: must be an http or https URL"],
          [{ url: "nonsense" }, "url: must be an http or https URL"],
          [{ url: "https://u:p@x.example" }, "url: must not carry a user"],
          [{ url: "https://x.example/#a" }, "url: must not have a fragment"],
          [{ url: "https://x.example", events: [] }, "events: must name a kind"],
          [{ url: "https://x.example", events: ["nope"] }, "events[0]: "],
          [{ url: "https://x.example", secret: "x" }, "secret: is not known here"]
        ] as const) {
          const refused = yield* call("POST", "/v1/webhook_endpoints", body)
          assert.strictEqual(refused.status, 422, JSON.stringify(body))
          assert.include(refused.body.error.message, message)
        }
        const { id } = yield* create()
        const path = `/v1/webhook_endpoints/${id}`
        assert.strictEqual((yield* call("DELETE", path)).status, 204)
        assert.strictEqual((yield* call("GET", path)).status, 404)
        assert.strictEqual((yield* call("DELETE", path)).status, 404)
      })
  )

  it.effect("events are pulled in order, by scope, from any sequence on", () =>
    Effect.gen(function* () {
      const { app, call, newClient } = yield* setUp
      const client = yield* newClient
      yield* call("POST", "/v1/projects", { name: "P", client_id: client.id })
      yield* call("PATCH", `/v1/clients/${client.id}`, { name: "B" })
      const all = (yield* call("GET", "/v1/events")).body
      assert.deepStrictEqual(
        all.data.map((event: { sequence: number; type: string }) => [event.sequence, event.type]),
        [
          [1, "client.created"],
          [2, "project.created"],
          [3, "client.updated"]
        ]
      )
      assert.strictEqual(all.data[2].data.previous.name, "Ada")
      assert.strictEqual(all.data[2].data.object.name, "B")
      assert.deepStrictEqual(all.meta, { limit: 20, next_after: 3 })
      const next = (yield* call("GET", "/v1/events?after=1&limit=1")).body
      assert.strictEqual(next.data[0].sequence, 2)
      assert.strictEqual(next.meta.next_after, 2)
      const end = (yield* call("GET", "/v1/events?after=3")).body
      assert.deepStrictEqual([end.data, end.meta.next_after], [[], 3])
      for (const bad of ["after=-1", "after=x", "after=", "limit=0", "limit=101", "cursor=x"]) {
        assert.strictEqual((yield* call("GET", `/v1/events?${bad}`)).status, 400, bad)
      }
      const own = yield* app.workspace({ ownerEmail: `w${serial++}@x.example` })
      const projectsOnly = sender(yield* app.apiKey(own, ["projects:read", "clients:write"]))
      const full = sender(own.apiKey)
      const mine = (yield* full("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      yield* full("POST", "/v1/projects", { name: "P", client_id: mine.id })
      const seen = (yield* projectsOnly("GET", "/v1/events")).body.data
      assert.deepStrictEqual(
        seen.map(({ type }: { type: string }) => type),
        ["project.created"]
      )
    })
  )
})
