/** Taxes, references and the calculation of invoices through the whole app. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { WorkspaceRepository } from "../../../src/app/ports/workspaces/WorkspaceRepository.ts"
import { Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { sender } from "../../support/requests.ts"
import { each } from "../../support/transactions.ts"

const setUp = Effect.gen(function* () {
  const { apiKey, workspace } = yield* (yield* RetainerMemory).workspace()
  const workspaces = yield* each(WorkspaceRepository)
  const call = sender(apiKey)
  const change = (settings: Partial<Workspace>) =>
    workspaces.save(new Workspace({ ...workspace, ...settings }))
  const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
  const create = (body: object) =>
    call("POST", "/v1/invoices", { client_id: client.body.id, ...body })
  return { call, create, client: client.body.id, change }
})

const line = (unit_price: number, more: object = {}) => ({
  description: "Work",
  quantity: 1,
  unit_price,
  ...more
})

layer(layerRetainerMemory)("an invoice of several rates", (it) => {
  it.effect("shows its taxes, and recomputes them with a patch", () =>
    Effect.gen(function* () {
      const { call, create } = yield* setUp
      const { status, body } = yield* create({
        tax_rate: 0.19,
        discount: 1000,
        line_items: [
          line(10_000, { unit: "HUR" }),
          line(5000, { tax_rate: 0.07 }),
          line(2500, { tax_category: "E", exemption_reason: "§ 4 Nr. 21 UStG" })
        ]
      })
      assert.strictEqual(status, 201)
      const none = { exemption_reason: null }
      assert.deepInclude(body, { tax_rate: 0.19, tax_category: "S", tax: 2122, total: 18_622 })
      assert.deepStrictEqual(body.taxes, [
        { category: "S", rate: 0.19, base: 9429, tax: 1792, ...none },
        { category: "S", rate: 0.07, base: 4714, tax: 330, ...none },
        { category: "E", rate: 0, base: 2357, tax: 0, exemption_reason: "§ 4 Nr. 21 UStG" }
      ])
      assert.deepInclude(body.line_items[0], { unit: "HUR", tax_rate: null, tax_category: null })
      assert.deepInclude(body.line_items[1], { tax_rate: 0.07, tax_category: "S" })
      const patch = { tax_category: "AE", line_items: [line(100)], discount: 0 }
      const patched = yield* call("PATCH", `/v1/invoices/${body.id}`, patch)
      assert.deepInclude(patched.body, { tax_rate: 0, tax_category: "AE", tax: 0, total: 100 })
      assert.deepStrictEqual(patched.body.taxes, [
        { category: "AE", rate: 0, base: 100, tax: 0, ...none }
      ])
    })
  )

  it.effect("is explained to the payer: rates, reasons, units and references", () =>
    Effect.gen(function* () {
      const { call, create } = yield* setUp
      const { body } = yield* create({
        tax_rate: 0.19,
        delivery_date: "2026-01-31",
        line_items: [
          line(10_000, { quantity: 2, unit: "HUR" }),
          line(5000, { tax_category: "E", exemption_reason: "Education" }),
          line(2500, { tax_category: "G" })
        ]
      })
      yield* call("POST", `/v1/invoices/${body.id}/send`, {})
      const { processor_payment_url } = (yield* call("GET", `/v1/invoices/${body.id}`)).body
      const app = yield* RetainerMemory
      const page = yield* Effect.promise(() => app.fetch(new Request(processor_payment_url)))
      const html = yield* Effect.promise(() => page.text())
      for (const text of [
        "2 hours",
        "19% VAT on 200.00",
        "Education",
        "Export, VAT exempt",
        "Delivery date: Jan 31, 2026"
      ]) {
        assert.include(html, text)
      }
    })
  )

  it.effect("warns of characters in a reason that no font has", () =>
    Effect.gen(function* () {
      const { create } = yield* setUp
      const exempt = line(100, { tax_category: "E", exemption_reason: "\ue000" })
      const { document_warnings } = (yield* create({ line_items: [exempt] })).body
      assert.strictEqual(document_warnings[0]?.characters, "\ue000")
    })
  )

  it.effect("of reverse charge or within the EU is sent with the VAT ids of both", () =>
    Effect.gen(function* () {
      const { call, client, change } = yield* setUp
      const draft = Effect.fnUntraced(function* (lines: ReadonlyArray<object>) {
        const body = { client_id: client, line_items: lines }
        const { id } = (yield* call("POST", "/v1/invoices", body)).body
        return `/v1/invoices/${id}`
      })
      const reverse = yield* draft([line(1, { tax_category: "AE" }), line(1, { tax_rate: 0.19 })])
      const supply = yield* draft([line(1, { tax_category: "K" })])
      const refusal = Effect.fnUntraced(function* (path: string) {
        const { status, body } = yield* call("POST", `${path}/send`, {})
        assert.strictEqual(status, 422)
        assert.strictEqual((yield* call("GET", path)).body.status, "draft")
        return body.error.message
      })
      const both = yield* refusal(reverse)
      assert.include(both, "workspace.vat_id: must be given")
      assert.include(both, "client.vat_id: must be given, or the client's registration,")
      yield* change({ vatId: "DE123456789" })
      const registration = { scheme: null, id: "HRB 1" }
      yield* call("PATCH", `/v1/clients/${client}`, { registration })
      assert.strictEqual((yield* call("POST", `${reverse}/send`, {})).status, 200)
      const one = yield* refusal(supply)
      assert.notInclude(one, "workspace.vat_id")
      assert.include(one, "client.vat_id: must be given for the tax category K")
      yield* call("PATCH", `/v1/clients/${client}`, { vat_id: "FR83404833048" })
      assert.strictEqual((yield* call("POST", `${supply}/send`, {})).status, 200)
    })
  )

  it.effect("has the client's reference by default, and that of another client it moves to", () =>
    Effect.gen(function* () {
      const { call } = yield* setUp
      const client = (buyer_reference: string) =>
        Effect.map(
          call("POST", "/v1/clients", { name: "A", email: "a@x.example", buyer_reference }),
          ({ body }) => body.id
        )
      const [first, second] = [yield* client("REF 1"), yield* client("REF 2")]
      const created = Effect.fnUntraced(function* (body: object) {
        const whole = { client_id: first, line_items: [line(100)], ...body }
        return (yield* call("POST", "/v1/invoices", whole)).body
      })
      assert.isNull((yield* created({ buyer_reference: null })).buyer_reference)
      assert.strictEqual((yield* created({ buyer_reference: "Own" })).buyer_reference, "Own")
      const { id, buyer_reference } = yield* created({})
      assert.strictEqual(buyer_reference, "REF 1")
      const patched = Effect.fnUntraced(function* (patch: object) {
        return (yield* call("PATCH", `/v1/invoices/${id}`, patch)).body.buyer_reference
      })
      assert.strictEqual(yield* patched({ notes: "n" }), "REF 1")
      assert.strictEqual(yield* patched({ client_id: second }), "REF 2")
      assert.strictEqual(yield* patched({ client_id: first, buyer_reference: "Own" }), "Own")
      assert.strictEqual(yield* patched({ project_id: null }), "Own")
    })
  )

  it.effect("has the workspace's tax by default, also of a milestone", () =>
    Effect.gen(function* () {
      const { call, create, client, change } = yield* setUp
      yield* change({ defaultTaxRate: 0.19, defaultTaxCategory: "S" })
      const taxOf = ({ tax_rate, tax_category }: Record<string, unknown>) => [
        tax_category,
        tax_rate
      ]
      const lines = { line_items: [line(100)] }
      assert.deepStrictEqual(taxOf((yield* create(lines)).body), ["S", 0.19])
      assert.deepStrictEqual(taxOf((yield* create({ ...lines, tax_rate: null })).body), [
        null,
        null
      ])
      const exempt = yield* create({ ...lines, tax_category: "E", exemption_reason: "Education" })
      assert.deepStrictEqual(taxOf(exempt.body), ["E", 0])
      const project = yield* call("POST", "/v1/projects", { name: "P", client_id: client })
      const milestones = `/v1/projects/${project.body.id}/milestones`
      const { id } = (yield* call("POST", milestones, { name: "M", amount: 100 })).body
      const billed = yield* call("POST", `/v1/milestones/${id}/invoice`)
      assert.deepInclude(billed.body, { tax_rate: 0.19, tax_category: "S", tax: 19 })
    })
  )

  it.effect("names the path of each problem", () =>
    Effect.gen(function* () {
      const { create } = yield* setUp
      const refused = Effect.fnUntraced(function* (body: object) {
        const answer = yield* create({ line_items: [line(100)], ...body })
        assert.strictEqual(answer.status, 422)
        return answer.body.error.message
      })
      assert.include(yield* refused({ tax_category: "AE", tax_rate: 0.19 }), "tax_rate: must be 0")
      assert.include(yield* refused({ tax_category: "X" }), "tax_category")
      assert.include(yield* refused({ tax_category: "E" }), "exemption_reason: must be given")
      assert.include(yield* refused({ exemption_reason: " " }), "exemption_reason")
      assert.include(yield* refused({ taxes: [] }), "taxes")
      assert.include(yield* refused({ purchase_order: "x".repeat(65) }), "purchase_order")
      assert.include(yield* refused({ purchase_order: "a\nb" }), "purchase_order")
      const both = {
        delivery_date: "2026-01-01",
        service_period: { start: "2026-01-01", end: "2026-01-02" }
      }
      assert.include(yield* refused(both), "service_period")
      const reversed = { service_period: { start: "2026-01-02", end: "2026-01-01" } }
      assert.include(yield* refused(reversed), "service_period.end")
      assert.include(
        yield* refused({ line_items: [line(1, { unit: "hours" })] }),
        "line_items[0].unit"
      )
      assert.include(
        yield* refused({ line_items: [line(1), line(1, { tax_rate: 0.07 })] }),
        "line_items[0].tax_category"
      )
    })
  )

  it.effect("takes the units of the list: also packages, no lower case, no name", () =>
    Effect.gen(function* () {
      const { create } = yield* setUp
      const statusOf = (unit: string) =>
        Effect.map(create({ line_items: [line(1, { unit })] }), ({ status }) => status)
      for (const unit of ["HUR", "DAY", "C62", "LS", "XPP", "E48", "10"]) {
        assert.strictEqual(yield* statusOf(unit), 201, unit)
      }
      for (const unit of ["hur", "HOUR", "", "X", "PP0"]) {
        assert.strictEqual(yield* statusOf(unit), 422, unit)
      }
    })
  )

  it.effect("is listed by its purchase order", () =>
    Effect.gen(function* () {
      const { call, create, client } = yield* setUp
      const { body } = yield* create({ line_items: [line(100)], purchase_order: "PO 7/é" })
      yield* create({ line_items: [line(100)] })
      const query = `?purchase_order=${encodeURIComponent("PO 7/é")}`
      for (const path of ["/v1/invoices", `/v1/clients/${client}/invoices`]) {
        const list = (yield* call("GET", path + query)).body
        assert.deepStrictEqual(
          list.data.map(({ id }: { readonly id: string }) => id),
          [body.id]
        )
        assert.strictEqual(list.meta.total, 1)
      }
      assert.strictEqual((yield* call("GET", "/v1/invoices?purchase_order=")).status, 400)
    })
  )

  it.effect("is explained by its calculation", () =>
    Effect.gen(function* () {
      const { call, create } = yield* setUp
      const { body } = yield* create({ line_items: [line(10_001)], tax_rate: 0.19, discount: 1 })
      const path = `/v1/invoices/${body.id}/calculation`
      const expected = {
        version: 2,
        steps: [
          {
            name: "line_items[0].total",
            operation: "multiply",
            operands: [1, 10_001],
            exact: "10001",
            rounded: 10_001
          },
          {
            name: "subtotal",
            operation: "sum",
            operands: [10_001],
            exact: "10001",
            rounded: 10_001
          },
          {
            name: "taxes[0].discount",
            operation: "share",
            operands: [1, 10_001, 10_001],
            exact: "1",
            rounded: 1
          },
          {
            name: "taxes[0].tax",
            operation: "multiply",
            operands: [0.19, 10_000],
            exact: "1900",
            rounded: 1900
          },
          { name: "tax", operation: "sum", operands: [1900], exact: "1900", rounded: 1900 },
          {
            name: "total",
            operation: "sum",
            operands: [10_001, -1, 1900],
            exact: "11900",
            rounded: 11_900
          }
        ],
        subtotal: 10_001,
        tax: 1900,
        total: 11_900
      }
      const draft = yield* call("GET", path)
      assert.strictEqual(draft.status, 200)
      assert.deepStrictEqual(draft.body, expected)
      yield* call("POST", `/v1/invoices/${body.id}/send`, {})
      assert.deepStrictEqual((yield* call("GET", path)).body, expected)
      const other = (yield* setUp).call
      assert.strictEqual((yield* other("GET", path)).status, 404)
    })
  )
})
