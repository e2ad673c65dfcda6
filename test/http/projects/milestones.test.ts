/** Every field, default and status code of milestones, and how they are billed. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { send } from "../../support/requests.ts"
import { isInstant, start } from "../../support/resources.ts"
import { plainLine } from "../../support/views.ts"

const setUp = Effect.gen(function* () {
  const started = yield* start
  const { call } = started
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })).body
  const project = (yield* call("POST", "/v1/projects", { name: "Site", client_id: client.id })).body
  const path = `/v1/projects/${project.id}/milestones`
  const add = (body: object) =>
    Effect.map(call("POST", path, { name: "Design", ...body }), ({ body: made }) => made)
  return { ...started, client, project, path, add }
})

layer(layerRetainerMemory)("milestones", (it) => {
  it.effect("create, defaults, get, list, patch, delete", () =>
    Effect.gen(function* () {
      const { call, path, project } = yield* setUp
      const created = yield* call("POST", path, { name: "Design approved" })
      assert.strictEqual(created.status, 201)
      const { id, created_at, updated_at, ...rest } = created.body
      assert.match(id, /^mile_/)
      isInstant(created_at)
      assert.strictEqual(updated_at, created_at)
      assert.deepStrictEqual(rest, {
        project_id: project.id,
        name: "Design approved",
        description: null,
        due_date: null,
        status: "pending",
        completed_at: null,
        amount: null,
        invoice: null
      })
      const one = `/v1/milestones/${id}`
      assert.deepStrictEqual((yield* call("GET", one)).body, created.body)
      assert.deepStrictEqual((yield* call("GET", path)).body, {
        data: [created.body],
        meta: { total: 1, limit: 20, next_cursor: null }
      })
      yield* TestClock.adjust("1 minute")
      const done = yield* call("PATCH", one, { status: "completed", amount: 5000 })
      assert.deepInclude(done.body, { status: "completed", amount: 5000 })
      assert.strictEqual(done.body.completed_at, done.body.updated_at)
      assert.deepStrictEqual((yield* call("PATCH", one, {})).body, done.body)
      const again = yield* call("PATCH", one, { status: "pending", amount: null })
      assert.deepInclude(again.body, { completed_at: null, amount: null })
      for (const [body, name] of [
        [{ name: " " }, "name"],
        [{ amount: -1 }, "amount"],
        [{ amount: 100_000_000_001 }, "amount"],
        [{ status: "done" }, "status"],
        [{ invoice: null }, "invoice"]
      ] as const) {
        const refused = yield* call("PATCH", one, body)
        assert.strictEqual(refused.status, 422)
        assert.include(refused.body.error.message, name)
      }
      assert.strictEqual((yield* call("DELETE", one)).status, 204)
      for (const method of ["GET", "DELETE"]) {
        assert.include((yield* call(method, one)).body.error.message, id)
      }
      const told = (yield* call("GET", "/v1/events?limit=100")).body.data
      assert.deepStrictEqual(
        told
          .map(({ type }: { type: string }) => type)
          .filter((type: string) => type.startsWith("milestone.")),
        ["milestone.created", "milestone.completed", "milestone.updated", "milestone.deleted"]
      )
    })
  )

  it.effect("is billed once, by a draft with one line; a void frees it", () =>
    Effect.gen(function* () {
      const { call, client, project, add } = yield* setUp
      const milestone = yield* add({ amount: 450_000 })
      const bill = call("POST", `/v1/milestones/${milestone.id}/invoice`)
      const billed = yield* bill
      assert.strictEqual(billed.status, 201)
      assert.deepInclude(billed.body, {
        status: "draft",
        number: "INV-0001",
        project: { id: project.id, name: "Site" },
        line_items: [
          { description: "Design", quantity: 1, unit_price: 450_000, total: 450_000, ...plainLine }
        ],
        tax_rate: null,
        total: 450_000
      })
      assert.strictEqual(billed.body.client.id, client.id)
      assert.deepStrictEqual(
        (yield* call("GET", `/v1/invoices/${billed.body.id}`)).body,
        billed.body
      )
      const one = `/v1/milestones/${milestone.id}`
      const invoice = { id: billed.body.id, number: "INV-0001" }
      assert.deepStrictEqual((yield* call("GET", one)).body.invoice, invoice)
      for (const refused of [
        yield* bill,
        yield* call("PATCH", one, { amount: 1 }),
        yield* call("PATCH", one, { amount: null }),
        yield* call("DELETE", one)
      ]) {
        assert.strictEqual(refused.status, 422)
        assert.include(refused.body.error.message, "INV-0001")
        assert.include(refused.body.error.message, billed.body.id)
      }
      const kept = yield* call("PATCH", one, { name: "Design, final", amount: 450_000 })
      assert.deepInclude(kept.body, { name: "Design, final", amount: 450_000 })
      assert.strictEqual((yield* call("GET", "/v1/invoices")).body.meta.total, 1)

      yield* call("POST", `/v1/invoices/${billed.body.id}/void`)
      assert.isNull((yield* call("GET", one)).body.invoice)
      const second = yield* bill
      assert.deepStrictEqual([second.status, second.body.number], [201, "INV-0002"])
      const told = (yield* call("GET", "/v1/events?limit=100")).body.data
      const ofBilling = told.filter(({ type }: { type: string }) => type === "milestone.billed")
      assert.deepStrictEqual(
        ofBilling.map(
          ({ data }: { data: { object: { invoice: object }; previous: { invoice: object } } }) => [
            data.previous.invoice,
            data.object.invoice
          ]
        ),
        [
          [null, invoice],
          [null, { id: second.body.id, number: "INV-0002" }]
        ]
      )
    })
  )

  it.effect("needs an amount and a client to be billed, and makes nothing without", () =>
    Effect.gen(function* () {
      const { call, project, add } = yield* setUp
      const bare = yield* add({})
      const refused = yield* call("POST", `/v1/milestones/${bare.id}/invoice`)
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body.error.message, "amount")
      const priced = yield* add({ amount: 1 })
      yield* call("PATCH", `/v1/projects/${project.id}`, { client_id: null })
      const alone = yield* call("POST", `/v1/milestones/${priced.id}/invoice`)
      assert.strictEqual(alone.status, 422)
      assert.include(alone.body.error.message, "client")
      assert.strictEqual((yield* call("GET", "/v1/invoices")).body.meta.total, 0)
    })
  )

  it.effect("a repeat under the same key is the same invoice; many at once make one", () =>
    Effect.gen(function* () {
      const { apiKey, call, add } = yield* setUp
      const milestone = yield* add({ amount: 100 })
      const path = `/v1/milestones/${milestone.id}/invoice`
      const keyed = { key: apiKey, headers: { "idempotency-key": "bill" } }
      const first = yield* send("POST", path, keyed)
      const second = yield* send("POST", path, keyed)
      assert.deepStrictEqual([second.status, second.body], [201, first.body])
      const other = yield* add({ amount: 100 })
      const bill = call("POST", `/v1/milestones/${other.id}/invoice`)
      const all = yield* Effect.all([bill, bill, bill], { concurrency: "unbounded" })
      assert.deepStrictEqual(all.map(({ status }) => status).sort(), [201, 422, 422])
      assert.strictEqual((yield* call("GET", "/v1/invoices")).body.meta.total, 2)
    })
  )

  it.effect("those of an archived project are read and billed, and not changed", () =>
    Effect.gen(function* () {
      const { call, project, path, add } = yield* setUp
      const milestone = yield* add({ amount: 100 })
      yield* call("DELETE", `/v1/projects/${project.id}`)
      for (const [method, at, body] of [
        ["POST", path, { name: "More" }],
        ["PATCH", `/v1/milestones/${milestone.id}`, { status: "completed" }],
        ["DELETE", `/v1/milestones/${milestone.id}`, undefined]
      ] as const) {
        const refused = yield* call(method, at, body)
        assert.strictEqual(refused.status, 422, method)
        assert.include(refused.body.error.message, `project ${project.id} is archived`)
      }
      const billed = yield* call("POST", `/v1/milestones/${milestone.id}/invoice`)
      assert.strictEqual(billed.status, 201)
    })
  )

  it.effect("If-Match on PATCH", () =>
    Effect.gen(function* () {
      const { apiKey, call, add } = yield* setUp
      const one = `/v1/milestones/${(yield* add({})).id}`
      const etag = (yield* call("GET", one)).headers.get("etag") ?? ""
      const expecting = { key: apiKey, headers: { "if-match": etag }, body: { amount: 2 } }
      assert.strictEqual((yield* send("PATCH", one, expecting)).status, 200)
      assert.strictEqual((yield* send("PATCH", one, expecting)).status, 422)
    })
  )
})
