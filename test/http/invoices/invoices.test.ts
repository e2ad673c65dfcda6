/** Every field, subset, default, meta field and status code of invoices. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { isInstant, keys, start } from "../../support/resources.ts"
import { plainInvoice, plainLine } from "../../support/views.ts"

layer(layerRetainerMemory)("resources", (it) => {
  it.effect("invoice: defaults by the workspace's day, every field, patch, list", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const project = (yield* call("POST", "/v1/projects", { name: "P", client_id: client.id }))
        .body
      const created = yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        project_id: project.id,
        line_items: [{ description: "Design\nand more", quantity: 1, unit_price: 12_000 }],
        tax_rate: 0.1
      })
      assert.strictEqual(created.status, 201)
      const { id, created_at, updated_at, document_warnings, ...rest } = created.body
      assert.match(id, /^inv_/)
      isInstant(created_at)
      isInstant(updated_at)
      assert.lengthOf(document_warnings, 4)
      assert.deepStrictEqual(rest, {
        number: "INV-0001",
        status: "draft",
        client: { id: client.id, name: "Ada", email: "a@x.example" },
        project: { id: project.id, name: "P" },
        // 23:30 UTC is the next day in Berlin.
        issue_date: "2026-03-11",
        due_date: "2026-04-10",
        currency: "USD",
        line_items: [
          {
            description: "Design\nand more",
            quantity: 1,
            unit_price: 12_000,
            total: 12_000,
            ...plainLine
          }
        ],
        ...plainInvoice,
        subtotal: 12_000,
        tax_rate: 0.1,
        tax_category: "S",
        tax: 1200,
        taxes: [{ category: "S", rate: 0.1, base: 12_000, tax: 1200, exemption_reason: null }],
        discount: 0,
        total: 13_200,
        amount_paid: 0,
        amount_credited: 0,
        notes: null,
        processor_payment_url: null,
        paid_at: null,
        delivery: null,
        document: null,
        e_invoice_problems: [
          { format: "factur-x", path: "workspace.address", message: "is missing" },
          { format: "factur-x", path: "client.address", message: "is missing" },
          {
            format: "factur-x",
            path: "workspace.vat_id",
            message: "is missing, and so is workspace.tax_number"
          }
        ]
      })
      const patched = yield* call("PATCH", `/v1/invoices/${id}`, {
        line_items: [{ description: "Less", quantity: 0.5, unit_price: 1001 }],
        discount: 1,
        tax_rate: null,
        notes: "Thanks",
        currency: "JPY",
        due_date: "2026-05-01"
      })
      assert.deepInclude(patched.body, {
        subtotal: 501,
        discount: 1,
        tax: 0,
        tax_rate: null,
        total: 500,
        currency: "JPY",
        notes: "Thanks",
        due_date: "2026-05-01",
        number: "INV-0001"
      })
      const list = yield* call("GET", "/v1/invoices")
      assert.deepStrictEqual(keys(list.body.data[0]), [
        "amount_paid",
        "client",
        "created_at",
        "currency",
        "due_date",
        "id",
        "issue_date",
        "number",
        "status",
        "subtotal",
        "tax",
        "total"
      ])
      assert.deepStrictEqual(list.body.data[0].client, { id: client.id, name: "Ada" })
      assert.deepStrictEqual(list.body.meta, {
        total: 1,
        limit: 20,
        next_cursor: null,
        total_outstanding: 0,
        total_collected_ytd: 0,
        by_currency: { JPY: { total_outstanding: 0, total_collected_ytd: 0 } }
      })
    })
  )

  it.effect("send, overdue and void as a reader sees them", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const create = (unit_price: number, extra: object = {}) =>
        call("POST", "/v1/invoices", {
          client_id: client.id,
          line_items: [{ description: "x", quantity: 1, unit_price }],
          ...extra
        })
      const { id } = (yield* create(1000)).body
      const sent = yield* call("POST", `/v1/invoices/${id}/send`)
      assert.strictEqual(sent.status, 200)
      assert.deepStrictEqual(keys(sent.body), ["id", "sent_at", "sent_to", "status"])
      assert.deepInclude(sent.body, { id, status: "sent", sent_to: "a@x.example" })
      isInstant(sent.body.sent_at)
      const read = (yield* call("GET", `/v1/invoices/${id}`)).body
      assert.strictEqual(read.status, "sent")
      assert.match(read.processor_payment_url, /^http:\/\/retainer\.test\/pay\/[\w-]+$/)
      assert.deepInclude((yield* call("GET", `/v1/clients/${client.id}`)).body, {
        total_billed: 1000,
        outstanding_balance: 1000
      })
      const again = yield* call("POST", `/v1/invoices/${id}/send`)
      assert.strictEqual(again.status, 422)
      assert.include(again.body.error.message, "INV-0001 is sent")

      yield* call("PATCH", `/v1/clients/${client.id}`, { name: "Renamed" })
      assert.strictEqual((yield* call("GET", `/v1/invoices/${id}`)).body.client.name, "Ada")

      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-04-10T21:59:59Z")))
      assert.strictEqual((yield* call("GET", `/v1/invoices/${id}`)).body.status, "sent")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* call("GET", `/v1/invoices/${id}`)).body.status, "overdue")
      assert.strictEqual((yield* call("GET", "/v1/invoices?status=overdue")).body.meta.total, 1)
      assert.strictEqual((yield* call("GET", "/v1/invoices?status=sent")).body.meta.total, 0)

      const voided = yield* call("POST", `/v1/invoices/${id}/void`, { reason: "Wrong client" })
      assert.strictEqual(voided.status, 200)
      assert.deepInclude(voided.body, {
        status: "void",
        number: "INV-0001",
        processor_payment_url: null
      })
      const twice = yield* call("POST", `/v1/invoices/${id}/void`)
      assert.deepStrictEqual([twice.status, twice.body], [200, voided.body])
      for (const [method, path] of [
        ["PATCH", ""],
        ["POST", "/send"]
      ] as const) {
        const refused = yield* call(method, `/v1/invoices/${id}${path}`, {})
        assert.strictEqual(refused.status, 422)
      }
      assert.strictEqual((yield* call("GET", `/v1/clients/${client.id}`)).body.total_billed, 0)

      const free = (yield* create(0)).body
      const gift = yield* call("POST", `/v1/invoices/${free.id}/send`, { message: "A gift" })
      assert.strictEqual(gift.body.status, "sent")
      const paid = (yield* call("GET", `/v1/invoices/${free.id}`)).body
      assert.deepStrictEqual([paid.status, paid.paid_at], ["paid", gift.body.sent_at])
      assert.strictEqual((yield* call("POST", `/v1/invoices/${free.id}/void`)).status, 422)

      const late = (yield* create(5, { issue_date: "2026-01-01", due_date: "2026-01-02" })).body
      assert.strictEqual((yield* call("POST", `/v1/invoices/${late.id}/send`)).body.status, "sent")
      assert.strictEqual((yield* call("GET", `/v1/invoices/${late.id}`)).body.status, "overdue")
      assert.strictEqual(late.number, "INV-0003")
    })
  )

  it.effect("pdf: inline, named by its number, the same ETag for the same version", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const { id } = (yield* call("POST", "/v1/invoices", {
        client_id: client.id,
        line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
      })).body
      const one = yield* call("GET", `/v1/invoices/${id}/pdf`)
      assert.strictEqual(one.status, 200)
      assert.strictEqual(one.headers.get("content-type"), "application/pdf")
      assert.strictEqual(one.headers.get("content-disposition"), 'inline; filename="INV-0001.pdf"')
      assert.match(one.headers.get("etag") ?? "", /^"[\w-]{43}"$/)
      const two = yield* call("GET", `/v1/invoices/${id}/pdf`)
      assert.strictEqual(two.headers.get("etag"), one.headers.get("etag"))
      assert.isTrue(String(one.body).startsWith("%PDF-"))
    })
  )
})
