/**
 * The webhook pages: a choice of events that stays what it was, and deliveries that show how they
 * fail.
 */

import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { eventTypes } from "../../../src/domain/events/Event.ts"
import { Receivers } from "../../../src/testing/events/WebhookSenderMemory.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { signedInOwner } from "../../support/owners.ts"
import { unescapeHtml } from "../../support/visitor.ts"

const setUp = Effect.gen(function* () {
  // Half past twelve in Berlin, a year later than the test before.
  const year = Math.max(2030, DateTime.getPartUtc(yield* DateTime.now, "year") + 1)
  yield* TestClock.setTime(Date.UTC(year, 2, 5, 11, 30))
  const { app, made, visitor, call } = yield* signedInOwner({ timeZone: "Europe/Berlin" })
  const receiverUrl = `https://receiver.example/${made.workspace.id}`
  const create = (body: object = {}) =>
    Effect.map(
      call("POST", "/v1/webhook_endpoints", { url: receiverUrl, ...body }),
      ({ body: { id } }) => ({ id, path: `/settings/webhooks/${id}` })
    )
  const get = (path: string) => Effect.promise(() => visitor.get(path))
  const submit = (path: string, values: Parameters<typeof visitor.submit>[2], action = path) =>
    Effect.promise(async () => visitor.submit(await visitor.get(path), action, values))
  const receivers = yield* Receivers
  const received = Effect.map(
    receivers.messages,
    (all) => all.filter(({ url }) => url === receiverUrl).length
  )
  yield* receivers.behave(() => Effect.succeed(500))
  return { app, call, receiverUrl, create, get, submit, visitor, receivers, received }
})

/** The values that the unchanged form would send. */
const ticked = (body: string) =>
  [...body.matchAll(/<input type="(?:radio|checkbox)"[^>]*>/g)].flatMap(([tag]) => {
    const [, name = "", value = ""] = /name="([^"]*)" value="([^"]*)"/.exec(tag) ?? []
    return / checked/.test(tag) ? [`${name}=${value}`] : []
  })

const asForm = (all: ReadonlyArray<string>) => {
  const of = (name: string) =>
    all.flatMap((one) => (one.startsWith(`${name}=`) ? [one.slice(name.length + 1)] : []))
  return { which: of("which"), events: of("events"), enabled: of("enabled") }
}

const textOf = (body: string) => unescapeHtml(body.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ")

layer(layerRetainerMemory)("the events of an endpoint", (it) => {
  it.effect.each([
    [["invoice.paid"]],
    [["invoice.voided", "client.*", "client.created"]],
    [null]
  ] as const)("%j: shown as they are, and kept when a description is saved", ([events]) =>
    Effect.gen(function* () {
      const { call, create, get, submit, receiverUrl } = yield* setUp
      const { id, path } = yield* create({ events })
      const shown = ticked((yield* get(path)).body)
      assert.sameMembers(shown, [
        "enabled=yes",
        events === null ? "which=every" : "which=chosen",
        ...(events ?? []).map((one) => `events=${one}`)
      ])
      const url = receiverUrl
      const saved = yield* submit(path, { url, description: "Books", ...asForm(shown) })
      assert.include(saved.body, "Saved.")
      const after = (yield* call("GET", `/v1/webhook_endpoints/${id}`)).body
      assert.deepInclude(after, { description: "Books", events, enabled: true })
    })
  )

  it.effect("every kind of the API can be ticked, alone and by its family", () =>
    Effect.gen(function* () {
      const { call, create, get, submit, receiverUrl } = yield* setUp
      const { id, path } = yield* create()
      const { body } = yield* get(path)
      for (const one of [...eventTypes, "invoice.*", "client.*", "project.*"]) {
        assert.include(body, `name="events" value="${one}"`)
      }
      const url = receiverUrl
      const events = ["invoice.*", "client.created"]
      yield* submit(path, { url, enabled: "yes", which: "chosen", events })
      const narrowed = (yield* call("GET", `/v1/webhook_endpoints/${id}`)).body
      assert.deepStrictEqual(narrowed.events, events)
      // Ticked events are ignored while "every event" is chosen.
      yield* submit(path, { url, enabled: "yes", which: "every", events })
      assert.isNull((yield* call("GET", `/v1/webhook_endpoints/${id}`)).body.events)
    })
  )

  it.effect(
    "none ticked, nothing said or an unfit field widens nothing and keeps what was typed",
    () =>
      Effect.gen(function* () {
        const { call, create, submit } = yield* setUp
        const { id, path } = yield* create({ events: ["invoice.paid"] })
        const url = "https://receiver.example/typed"
        for (const [values, message] of [
          [{ which: "chosen" }, "Events: choose at least one, or every event"],
          [{}, "Events: choose every event or only some"],
          [{ which: "chosen", events: "nope" }, "Events: one of them is not known here"],
          [{ which: "chosen", events: "client.*", description: "x".repeat(256) }, "Description "]
        ] as const) {
          const refused = yield* submit(path, { url, ...values })
          assert.strictEqual(refused.status, 422)
          assert.include(refused.body, message)
          assert.include(refused.body, `value="${url}"`)
          if ("description" in values) {
            assert.sameMembers(ticked(refused.body), ["which=chosen", "events=client.*"])
          }
          const after = (yield* call("GET", `/v1/webhook_endpoints/${id}`)).body
          assert.deepStrictEqual(after.events, ["invoice.paid"])
        }
        assert.strictEqual((yield* submit("/settings/webhooks", { url })).status, 422)
      })
  )
})

layer(layerRetainerMemory)("deliveries that fail", (it) => {
  it.effect("are red, say when they are tried next and since when, and are sent at once", () =>
    Effect.gen(function* () {
      const { app, call, create, get, submit, receivers, received } = yield* setUp
      const { path } = yield* create()
      assert.notInclude((yield* get("/settings/webhooks")).body, "Failing")
      yield* call("POST", "/v1/clients", { name: "<b>Ada</b>", email: "a@x.example" })
      assert.include(textOf((yield* get(path)).body), "Waiting next try now Not tried yet")
      yield* app.deliverWebhooks
      yield* TestClock.adjust("1 minute")
      yield* app.deliverWebhooks
      const shown = yield* get(path)
      assert.include(shown.body, `<span class="badge badge-bad">Failing</span>`)
      assert.match(
        textOf(shown.body),
        /Failing next try 12:3[56].PM 12:31.PM : answered 500 \(2 tries\)/
      )
      assert.match(textOf(shown.body), /Failing since 12:30.PM , 1 message/)
      const list = textOf((yield* get("/settings/webhooks")).body)
      assert.match(list, /Failing since 12:30.PM , 1 message/)

      const [deliveryPath = ""] =
        /\/settings\/webhooks\/\w+\/deliveries\/\w+(?=")/.exec(shown.body) ?? []
      const delivery = yield* get(deliveryPath)
      assert.match(
        textOf(delivery.body),
        /12:31:00.PM answered 500 \d+ ms 12:30:00.PM answered 500/
      )
      const payload = /<pre class="code">(.*?)<\/pre>/s.exec(delivery.body)?.[1] ?? ""
      assert.notInclude(payload, "<")
      const event = (yield* call("GET", "/v1/events")).body.data[0]
      assert.deepStrictEqual(JSON.parse(unescapeHtml(payload)), event)

      const replay = `${deliveryPath}/replay`
      const sent = yield* submit(deliveryPath, {}, replay)
      assert.include(sent.body, "It is queued and will be sent shortly.")
      yield* receivers.behave(() => Effect.succeed(204))
      yield* app.deliverWebhooks
      assert.strictEqual(yield* received, 3)
      const after = yield* get(path)
      assert.include(after.body, `<span class="badge badge-good">Delivered</span>`)
      assert.notInclude(after.body, "Failing since")
      assert.notInclude((yield* get("/settings/webhooks")).body, "Failing")
    })
  )

  it.effect("the day stands with the time where it is not today in the workspace's zone", () =>
    Effect.gen(function* () {
      const { app, call, create, get } = yield* setUp
      const { path } = yield* create()
      // Half past eleven in Berlin, the evening before; the third try is half an hour after the
      // first.
      yield* TestClock.adjust("11 hours")
      yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
      yield* app.deliverWebhooks
      for (const minutes of [1, 6]) {
        yield* TestClock.adjust(`${minutes} minutes`)
        yield* app.deliverWebhooks
      }
      const evening = textOf((yield* get(path)).body)
      assert.match(evening, /next try Mar 6, 20\d\d, 12:0\d.AM 11:37.PM/)
      yield* TestClock.adjust("23 minutes")
      const night = textOf((yield* get(path)).body)
      assert.match(night, /next try (?:12:0\d.AM|now) Mar 5, 20\d\d, 11:37.PM/)
    })
  )

  it.effect(
    "a form that is sent twice sends no message twice; an endpoint that is off gets none",
    () =>
      Effect.gen(function* () {
        const { app, call, create, get, visitor, receivers, received } = yield* setUp
        const { id, path } = yield* create()
        yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
        yield* app.deliverWebhooks
        const page = yield* get(path)
        const [replay = ""] =
          /\/settings\/webhooks\/\w+\/deliveries\/\w+\/replay/.exec(page.body) ?? []
        const send = Effect.promise(() => visitor.submit(page, replay))
        yield* call("PATCH", `/v1/webhook_endpoints/${id}`, { enabled: false })
        const off = yield* get(path)
        assert.notInclude(off.body, "Send now")
        assert.include(off.body, "waits until the endpoint is on")
        assert.include(textOf((yield* get("/settings/webhooks")).body), "Off, failing")
        yield* call("PATCH", `/v1/webhook_endpoints/${id}`, { enabled: true })
        yield* receivers.behave(() => Effect.succeed(200))
        // Twice before it is tried, and once more after.
        assert.include((yield* send).body, "It is queued and will be sent shortly.")
        assert.include((yield* send).body, "It is queued and will be sent shortly.")
        yield* TestClock.adjust("1 second")
        yield* app.deliverWebhooks
        assert.strictEqual(yield* received, 2)
        assert.include((yield* send).body, "It was sent in the meantime")
        yield* app.deliverWebhooks
        assert.strictEqual(yield* received, 2)
      })
  )

  it.effect("the payment link of a payload is the one that the invoice shows", () =>
    Effect.gen(function* () {
      const { app, call, create, get } = yield* setUp
      const { path } = yield* create({ events: ["invoice.sent"] })
      const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      const { id } = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
      })).body
      yield* call("POST", `/v1/invoices/${id}/send`)
      yield* app.deliverWebhooks
      const body = (yield* get(path)).body
      const [at = ""] = /\/settings\/webhooks\/\w+\/deliveries\/\w+(?=")/.exec(body) ?? []
      const link = (yield* call("GET", `/v1/invoices/${id}`)).body.processor_payment_url
      assert.include((yield* get(at)).body, link)
      yield* call("POST", `/v1/invoices/${id}/void`)
      assert.notInclude((yield* get(at)).body, link)
    })
  )

  it.effect("nothing of another workspace's deliveries is shown or sent", () =>
    Effect.gen(function* () {
      const { app, call, create, get } = yield* setUp
      const { path } = yield* create()
      yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
      yield* app.deliverWebhooks
      const body = (yield* get(path)).body
      const [at = ""] = /\/settings\/webhooks\/\w+\/deliveries\/\w+(?=")/.exec(body) ?? []
      assert.strictEqual((yield* get(at)).status, 200)
      const other = yield* setUp
      assert.strictEqual((yield* other.get(at)).status, 404)
      const own = yield* other.create()
      const elsewhere = `${own.path}/deliveries/${at.split("/").at(-1)}`
      assert.strictEqual((yield* other.get(elsewhere)).status, 404)
    })
  )
})
