/** The closed table of errors and the exact envelope of every answer (docs/spec.md §7). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { type Answer, type RawRequest, send, sender } from "../support/requests.ts"

const start = Effect.gen(function* () {
  const { apiKey } = yield* (yield* RetainerMemory).workspace()
  return { apiKey, call: sender(apiKey) }
})

const expectError = (answer: Answer, status: number, code: string, about = "") => {
  assert.strictEqual(answer.status, status, about)
  assert.deepStrictEqual(Object.keys(answer.body), ["error"], about)
  assert.deepStrictEqual(Object.keys(answer.body.error), ["code", "message", "status"], about)
  assert.strictEqual(answer.body.error.code, code, about)
  assert.strictEqual(answer.body.error.status, status, about)
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
  assert.match(answer.headers.get("x-request-id") ?? "", /^req_[0-9a-z]{26}$/)
}

const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`
const good = '{"name":"A","email":"a@x.example"}'

layer(layerRetainerMemory)("errors", (it) => {
  it.effect("unknown routes and methods, with and without a key", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* start
      for (const key of [{ key: apiKey }, {}]) {
        for (const [method, path] of [
          ["GET", "/v1/nope"],
          ["GET", "/v1"],
          ["GET", "/v1/"],
          ["GET", "/v1/projects/a/b/c"],
          ["PUT", "/v1/projects"],
          ["DELETE", "/v1/invoices/inv_1"],
          ["OPTIONS", "/v1/projects"],
          ["GET", "/v1/projects/%ZZ"],
          ["GET", "/V1/projects"],
          ["POST", "/nope"]
        ] as const) {
          expectError(yield* send(method, path, key), 404, "NOT_FOUND", `${method} ${path}`)
        }
      }
    })
  )

  it.effect("missing resources, whatever the form of their id", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      for (const id of [
        "x",
        "client_",
        "inv_01h2xcejqtf2nbrexx3vqjhp41",
        "%00",
        "%F0%9F%98%80",
        "a".repeat(3000)
      ]) {
        const answer = yield* call("GET", `/v1/clients/${id}`)
        expectError(answer, 404, "RESOURCE_NOT_FOUND", id)
        assert.include(answer.body.error.message, "client")
        assert.isBelow(answer.body.error.message.length, 200)
      }
    })
  )

  it.effect("bodies that are no JSON are 400, JSON that does not fit is 422", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* start
      const post = (request: RawRequest) => send("POST", "/v1/clients", { key: apiKey, ...request })
      const oversized = `{"name":"${"a".repeat(1_048_576)}","email":"a@x.example"}`
      const latin1 = new Uint8Array(Buffer.from(good.replace("A", "\u00ff"), "latin1"))
      for (const [about, request] of [
        ["empty", { raw: "" }],
        ["blank", { raw: "  \n" }],
        ["cut off", { raw: '{"name":' }],
        ["no JSON", { raw: "name=A" }],
        ["trailing", { raw: `${good}x` }],
        ["oversized", { raw: oversized }],
        ["not UTF-8", { raw: latin1 }],
        ["xml", { raw: "<a/>", headers: { "content-type": "application/xml" } }],
        ["text", { raw: good, headers: { "content-type": "text/plain" } }],
        ["form", { raw: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } }],
        ["multipart", { raw: "x", headers: { "content-type": "multipart/form-data; boundary=x" } }]
      ] as const) {
        expectError(yield* post(request), 400, "BAD_REQUEST", about)
      }
      for (const raw of [
        "[]",
        '"x"',
        "1",
        "null",
        "true",
        "{}",
        deep(100_000),
        `{"name":${deep(5000)}}`
      ]) {
        expectError(yield* post({ raw }), 422, "UNPROCESSABLE", raw.slice(0, 20))
      }
      const charset = yield* post({
        raw: good,
        headers: { "content-type": "application/json; charset=utf-8" }
      })
      assert.strictEqual(charset.status, 201)
    })
  )

  it.effect("a body names every offending path", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      const cases: ReadonlyArray<readonly [string, object, ReadonlyArray<string>]> = [
        ["clients", {}, ["name: is required", "email: is required"]],
        ["clients", { name: "A", email: "a@x.example", nam: 1 }, ["nam: is not known here"]],
        ["clients", { name: "a\u0000", email: "a@x.example, b@x.example" }, ["name: ", "email: "]],
        ["clients", { name: "\ud800", email: "a@x.example" }, ["name: "]],
        ["clients", { name: "x".repeat(256), email: "a@x.example" }, ["name: "]],
        ["clients", { name: 1, email: null }, ["name: ", "email: "]],
        [
          "clients",
          { name: "A", email: "a@x.example", address: { line1: "x", country: "de" } },
          ["address.city: ", "address.state: ", "address.postal_code: ", "address.country: "]
        ],
        ["clients", { name: "A", email: "a@x.example", notes: "a\u0001" }, ["notes: "]],
        ["clients", { name: "A", email: "a@x.example", portal_access: true }, ["portal_access: "]],
        ["projects", { name: "  ", client_id: client.id }, ["name: "]],
        ["projects", { name: "P" }, ["client_id: is required"]],
        ["projects", { name: "P", client_id: "x", budget: -1 }, ["client_id: ", "budget: "]],
        ["projects", { name: "P", client_id: client.id, budget: 1.5 }, ["budget: "]],
        ["projects", { name: "P", client_id: client.id, budget: 1e30 }, ["budget: "]],
        ["projects", { name: "P", client_id: client.id, status: "open" }, ["status: "]],
        ["projects", { name: "P", client_id: client.id, status: null }, ["status: "]],
        [
          "projects",
          { name: "P", client_id: client.id, start_date: "2026-02-30" },
          ["start_date: "]
        ],
        [
          "projects",
          { name: "P", client_id: client.id, description: "x".repeat(5001) },
          ["description: "]
        ],
        [
          "projects",
          { name: "P", client_id: client.id, start_date: "2026-02-02", end_date: "2026-02-01" },
          ["end_date: "]
        ],
        ["invoices", {}, ["client_id: is required", "line_items: is required"]],
        ["invoices", { client_id: client.id, line_items: [] }, ["line_items: "]],
        [
          "invoices",
          {
            client_id: client.id,
            line_items: [
              { description: "x", quantity: 0, unit_price: 0.5 },
              { description: "x", quantity: 1e30, unit_price: 1 }
            ],
            tax_rate: 7,
            discount: -1,
            issue_date: "2026-01-02",
            due_date: "2026-01-01"
          },
          [
            "line_items[0].quantity: ",
            "line_items[0].unit_price: ",
            "line_items[1].quantity: ",
            "tax_rate: ",
            "discount: ",
            "due_date: "
          ]
        ],
        [
          "invoices",
          {
            client_id: client.id,
            line_items: [{ description: "x", quantity: 1, unit_price: 1, total: 1 }],
            subtotal: 1,
            tax: 0,
            total: 1,
            amount_paid: 0,
            number: "INV-9",
            status: "paid"
          },
          [
            "line_items[0].total: ",
            "subtotal: ",
            "tax: ",
            "total: ",
            "amount_paid: ",
            "number: ",
            "status: "
          ]
        ],
        [
          "invoices",
          {
            client_id: client.id,
            line_items: [{ description: " ", quantity: "1", unit_price: null }],
            currency: "usd"
          },
          [
            "line_items[0].description: ",
            "line_items[0].quantity: ",
            "line_items[0].unit_price: ",
            "currency: "
          ]
        ]
      ]
      for (const [resource, body, paths] of cases) {
        const before = (yield* call("GET", `/v1/${resource}`)).body.meta.total
        const answer = yield* call("POST", `/v1/${resource}`, body)
        expectError(answer, 422, "UNPROCESSABLE", JSON.stringify(body).slice(0, 80))
        for (const path of paths) assert.include(answer.body.error.message, path)
        assert.strictEqual((yield* call("GET", `/v1/${resource}`)).body.meta.total, before)
      }
      const created = yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
      })
      assert.strictEqual(created.body.number, "INV-0001")
    })
  )

  it.effect("a hostile body gets a short answer", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field_${i}`, i]))
      const answer = yield* call("POST", "/v1/clients", many)
      assert.strictEqual(answer.status, 422)
      assert.isBelow(answer.body.error.message.length, 3000)
      assert.include(answer.body.error.message, "more")
    })
  )

  it.effect("pages of people are no JSON, and an edited link leads nowhere", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const hostile = "<script>alert(1)</script>\"'&"
      const client = (yield* call("POST", "/v1/clients", { name: hostile, email: "a@x.example" }))
        .body
      const { id } = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        notes: hostile,
        line_items: [{ description: hostile, quantity: 1, unit_price: 1 }]
      })).body
      yield* call("POST", `/v1/invoices/${id}/send`)
      const url = (yield* call("GET", `/v1/invoices/${id}`)).body.processor_payment_url
      const path = new URL(url).pathname
      const page = yield* send("GET", path)
      assert.strictEqual(page.status, 200)
      assert.include(page.body, "INV-0001")
      const ours = '<script src="/assets/retainer.js" defer></script>'
      assert.notInclude(page.body.replace(ours, ""), "<script")
      assert.include(page.headers.get("content-security-policy") ?? "", "default-src 'none'")
      assert.strictEqual(page.headers.get("referrer-policy"), "no-referrer")
      yield* call("POST", `/v1/invoices/${id}/void`)
      assert.include((yield* send("GET", path)).body, "voided")
      for (const wrong of ["/pay/x", `${path}A`, path.slice(0, -1), `/pay/${id}`]) {
        const unknown = yield* send("GET", wrong)
        assert.strictEqual(unknown.status, 404)
        assert.include(unknown.headers.get("content-type") ?? "", "text/html")
      }
    })
  )

  it.effect("health and documentation need no key", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* send("GET", "/healthz")).body, { status: "ok" })
      assert.deepStrictEqual((yield* send("GET", "/readyz")).body, { status: "ready" })
      assert.strictEqual((yield* send("GET", "/openapi.json")).body.openapi, "3.1.0")
      const docs = yield* send("GET", "/docs")
      assert.strictEqual(docs.status, 200)
      assert.notMatch(docs.body, /<(script|link)[^>]+(src|href)="https?:/)
    })
  )
})
