/** Idempotency-Key and ETags on the in-memory app. */

import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeClient, withIdempotencyKey } from "../../src/client.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { newAddress } from "../support/owners.ts"
import { send, sender } from "../support/requests.ts"

const setUp = Effect.gen(function* () {
  const app = yield* RetainerMemory
  const made = yield* app.workspace({ ownerEmail: newAddress() })
  const call = sender(made.apiKey)
  const post = (path: string, key: string, body?: unknown, raw?: string) =>
    send("POST", path, {
      key: made.apiKey,
      headers: { "idempotency-key": key },
      ...(raw === undefined ? { body: body ?? {} } : { raw })
    })
  const total = (path: string) =>
    Effect.map(call("GET", path), ({ body }) => Number(body.meta.total))
  return { app, made, call, post, total }
})

const person = { name: "Ada", email: "a@x.example" }

layer(layerRetainerMemory)("Idempotency-Key", (it) => {
  it.effect("a repeat gets the first answer, byte for byte, and does nothing", () =>
    Effect.gen(function* () {
      const { post, total } = yield* setUp
      const first = yield* post("/v1/clients", "k1", person)
      assert.isNull(first.headers.get("idempotent-replayed"))
      const again = yield* post(
        "/v1/clients",
        "k1",
        undefined,
        ` {"email":"a@x.example",  "name":"Ada"}`
      )
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual([again.status, again.body], [201, first.body])
      assert.strictEqual(again.headers.get("etag"), first.headers.get("etag"))
      assert.strictEqual(yield* total("/v1/clients"), 1)
      const other = yield* post("/v1/clients", "k1", { ...person, name: "B" })
      assert.strictEqual(other.status, 422)
      assert.include(other.body.error.message, "Idempotency-Key")
      assert.strictEqual((yield* post("/v1/clients", "k2", person)).status, 201)
      assert.strictEqual(yield* total("/v1/clients"), 2)
    })
  )

  it.effect("a refused request frees its key; keys are 1 to 255 characters and live a day", () =>
    Effect.gen(function* () {
      const { post, total } = yield* setUp
      assert.strictEqual((yield* post("/v1/clients", "k", { name: "" })).status, 422)
      assert.strictEqual((yield* post("/v1/clients", "k", undefined, "{")).status, 400)
      assert.strictEqual((yield* post("/v1/clients", "k", person)).status, 201)
      for (const key of ["", "x".repeat(256)]) {
        assert.strictEqual((yield* post("/v1/clients", key, person)).status, 400)
      }
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(
        (yield* post("/v1/clients", "k", person)).headers.get("idempotent-replayed"),
        "true"
      )
      yield* TestClock.adjust("2 hours")
      const late = yield* post("/v1/clients", "k", person)
      assert.isNull(late.headers.get("idempotent-replayed"))
      assert.strictEqual(yield* total("/v1/clients"), 2)
    })
  )

  it.effect(
    "only 2xx answers are kept: a wrong type or size is told each time, and frees its key",
    () =>
      Effect.gen(function* () {
        const { made, post, total } = yield* setUp
        const raw = JSON.stringify(person)
        const typed = (type: string) =>
          send("POST", "/v1/clients", {
            key: made.apiKey,
            raw,
            headers: { "idempotency-key": "k", "content-type": type }
          })
        for (const type of ["text/plain", "application/xml", "text/plain"]) {
          const refused = yield* typed(type)
          assert.strictEqual(refused.status, 400)
          assert.deepInclude(refused.body.error, { code: "BAD_REQUEST", status: 400 })
          assert.include(refused.body.error.message, "Content-Type")
          assert.match(refused.headers.get("content-type") ?? "", /^application\/json/)
          assert.isNull(refused.headers.get("idempotent-replayed"))
        }
        const bomb = `{"name":[${Array(100_000).fill("{}").join(",")}]}`
        assert.strictEqual((yield* post("/v1/clients", "k", undefined, bomb)).status, 422)
        const first = yield* typed("application/json")
        assert.strictEqual(first.status, 201)
        assert.strictEqual((yield* typed("text/plain")).status, 400)
        const again = yield* typed("application/json; charset=utf-8")
        assert.deepStrictEqual(
          [again.status, again.headers.get("idempotent-replayed"), again.body],
          [201, "true", first.body]
        )
        assert.strictEqual(yield* total("/v1/clients"), 1)
      })
  )

  it.effect("a body that may be left out is the same as an empty one", () =>
    Effect.gen(function* () {
      const { made, call } = yield* setUp
      const { body: client } = yield* call("POST", "/v1/clients", person)
      const path = `/v1/clients/${client.id}/invite`
      const invite = (raw: string) =>
        send("POST", path, { key: made.apiKey, raw, headers: { "idempotency-key": "k" } })
      const first = yield* invite("")
      assert.strictEqual(first.status, 200)
      const again = yield* invite("{}")
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual(again.body, first.body)
    })
  )

  it.effect("a key belongs to its credential and its route", () =>
    Effect.gen(function* () {
      const { app, made, post, call, total } = yield* setUp
      const { body: client } = yield* post("/v1/clients", "k", person)
      const draft = {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
      }
      const one = yield* post("/v1/invoices", "k", draft)
      assert.strictEqual(one.status, 201)
      const two = yield* call("POST", "/v1/invoices", draft)
      for (const { id } of [one.body, two.body]) {
        const sent = yield* post(`/v1/invoices/${id}/send`, "same")
        assert.strictEqual(sent.body.id, id)
      }
      const key = yield* app.apiKey(made, ["clients:write"])
      const again = yield* send("POST", "/v1/clients", {
        key,
        body: person,
        headers: { "idempotency-key": "k" }
      })
      assert.isNull(again.headers.get("idempotent-replayed"))
      assert.strictEqual(yield* total("/v1/clients"), 2)
    })
  )

  it.effect("the route counts, not how its path is spelled", () =>
    Effect.gen(function* () {
      const { post, total } = yield* setUp
      const { body: client } = yield* post("/v1/clients", "k", person)
      for (const spelled of ["/v1/%63lients", "/v1/clients/", "/v1/clients?"]) {
        const again = yield* post(spelled, "k", person)
        assert.deepStrictEqual([again.status, again.body], [201, client], spelled)
      }
      assert.strictEqual(yield* total("/v1/clients"), 1)
      const invited = yield* post(`/v1/clients/${client.id}/invite`, "i")
      const again = yield* post(`/v1/%63lients/%63${client.id.slice(1)}/invite`, "i")
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.deepStrictEqual(again.body, invited.body)
    })
  )

  it.effect("every POST takes one: payments, sends, voids and secrets come once", () =>
    Effect.gen(function* () {
      const { post, call } = yield* setUp
      const { body: client } = yield* post("/v1/clients", "c", person)
      const { body: invoice } = yield* post("/v1/invoices", "i", {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
      })
      for (const [path, body] of [
        [`/v1/invoices/${invoice.id}/send`, {}],
        [`/v1/invoices/${invoice.id}/payments`, { amount: 60 }],
        [`/v1/invoices/${invoice.id}/remind`, {}],
        [`/v1/clients/${client.id}/invite`, {}],
        ["/v1/projects", { name: "P", client_id: client.id }],
        ["/v1/webhook_endpoints", { url: "https://x.example" }]
      ] as const) {
        const first = yield* post(path, "k", body)
        assert.isBelow(first.status, 300, `${path} ${JSON.stringify(first.body)}`)
        const again = yield* post(path, "k", body)
        assert.deepStrictEqual(again.body, first.body)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      }
      const { body } = yield* call("GET", `/v1/invoices/${invoice.id}`)
      assert.strictEqual(body.amount_paid, 60)
    })
  )

  it.effect("twins at once: one is done, all get its answer", () =>
    Effect.gen(function* () {
      const { post, total } = yield* setUp
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => post("/v1/clients", "twin", person)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201])
      assert.strictEqual(new Set(answers.map(({ body }) => body.id)).size, 1)
      assert.strictEqual(yield* total("/v1/clients"), 1)
    })
  )

  it.effect("the typed client sends one", () =>
    Effect.gen(function* () {
      const { app, made, total } = yield* setUp
      const client = yield* app.client(made.apiKey)
      const create = client.clients.create({ payload: person }).pipe(withIdempotencyKey("typed"))
      const [first, second] = [yield* create, yield* create]
      assert.strictEqual(first.id, second.id)
      assert.strictEqual(yield* total("/v1/clients"), 1)
      assert.isFunction(makeClient)
    })
  )
})

layer(layerRetainerMemory)("ETag", (it) => {
  it.effect(
    "on single resources, the same for the same; If-None-Match answers 304, to HEAD too",
    () =>
      Effect.gen(function* () {
        const { made, call } = yield* setUp
        const created = yield* call("POST", "/v1/clients", person)
        const path = `/v1/clients/${created.body.id}`
        const etag = created.headers.get("etag") ?? ""
        assert.match(etag, /^"[0-9a-f]{32}"$/)
        const ask = (method: string, ifNoneMatch: string) =>
          send(method, path, { key: made.apiKey, headers: { "if-none-match": ifNoneMatch } })
        const get = (ifNoneMatch: string) => ask("GET", ifNoneMatch)
        assert.strictEqual((yield* ask("HEAD", '"x"')).status, 200)
        const asked = [etag, `W/${etag}`, `"x", ${etag}`, "*"]
        for (const [method, header] of asked.flatMap(
          (tag) =>
            [
              ["GET", tag],
              ["HEAD", tag]
            ] as const
        )) {
          const answer = yield* ask(method, header)
          assert.deepStrictEqual([answer.status, answer.body], [304, ""])
          assert.strictEqual(answer.headers.get("etag"), etag)
        }
        assert.strictEqual((yield* get('"x"')).status, 200)
        const changed = yield* call("PATCH", path, { name: "B" })
        assert.notStrictEqual(changed.headers.get("etag"), etag)
        assert.strictEqual((yield* get(etag)).status, 200)
        assert.isNull((yield* call("GET", "/v1/clients")).headers.get("etag"))
      })
  )

  it.effect("If-Match lets a change pass only on what it expects", () =>
    Effect.gen(function* () {
      const { made, call } = yield* setUp
      const client = (yield* call("POST", "/v1/clients", person)).body
      const project = (yield* call("POST", "/v1/projects", { name: "P", client_id: client.id }))
        .body
      const invoice = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        line_items: [{ description: "W", quantity: 1, unit_price: 100 }]
      })).body
      const hook = (yield* call("POST", "/v1/webhook_endpoints", { url: "https://x.example" })).body
      for (const [path, first, second] of [
        [`/v1/clients/${client.id}`, { name: "B" }, { name: "C" }],
        [`/v1/projects/${project.id}`, { name: "B" }, { name: "C" }],
        [`/v1/invoices/${invoice.id}`, { notes: "B" }, { notes: "C" }],
        [`/v1/webhook_endpoints/${hook.id}`, { description: "B" }, { description: "C" }]
      ] as const) {
        const before = yield* call("GET", path)
        const etag = before.headers.get("etag") ?? ""
        const patch = (ifMatch: string, body: object) =>
          send("PATCH", path, { key: made.apiKey, body, headers: { "if-match": ifMatch } })
        const passed = yield* patch(etag, first)
        assert.strictEqual(passed.status, 200, path)
        const refused = yield* patch(etag, second)
        assert.strictEqual(refused.status, 422, path)
        assert.include(refused.body.error.message, "If-Match")
        assert.deepStrictEqual((yield* call("GET", path)).body, passed.body)
        // A weak tag is never a match for a change (RFC 9110 §13.1.1).
        const now = passed.headers.get("etag") ?? ""
        assert.strictEqual((yield* patch(`W/${now}`, second)).status, 422)
        assert.strictEqual((yield* patch(`"x", ${now}`, second)).status, 200)
        assert.strictEqual((yield* patch("*", first)).status, 200)
      }
    })
  )
})
