/** Every field, subset, default, meta field and status code of the three resources. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { UserRepository } from "../../src/app/ports/people/UserRepository.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { sender } from "../support/requests.ts"

const isInstant = (text: string) => assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const keys = (value: object) => Object.keys(value).sort()

const start = Effect.gen(function* () {
  yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe("2026-03-10T23:30:00Z")))
  const created = yield* (yield* RetainerMemory).workspace({ timeZone: "Europe/Berlin" })
  return { ...created, call: sender(created.apiKey) }
})

const address = { line1: "1 Way", city: "London", state: "", postal_code: "N1", country: "GB" }

layer(layerRetainerMemory)("resources", (it) => {
  it.effect("client: create, get, patch, list", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const created = yield* call("POST", "/v1/clients", {
        name: "Ada",
        email: "ada@x.example",
        address
      })
      assert.strictEqual(created.status, 201)
      const { id, created_at, updated_at, ...rest } = created.body
      assert.match(id, /^client_/)
      isInstant(created_at)
      isInstant(updated_at)
      assert.deepStrictEqual(rest, {
        name: "Ada",
        email: "ada@x.example",
        company: null,
        phone: null,
        address: { ...address, line2: null },
        notes: null,
        portal_access: false,
        portal_last_seen: null,
        total_billed: 0,
        outstanding_balance: 0,
        active_projects: 0
      })
      assert.deepStrictEqual((yield* call("GET", `/v1/clients/${id}`)).body, created.body)
      yield* TestClock.adjust("1 second")
      const same = yield* call("PATCH", `/v1/clients/${id}`, {})
      assert.deepStrictEqual([same.status, same.body], [200, created.body])
      const patched = yield* call("PATCH", `/v1/clients/${id}`, {
        name: "Ada L.",
        company: "Engines",
        phone: "1",
        notes: "n",
        portal_access: true,
        address: null
      })
      assert.strictEqual(patched.status, 200)
      assert.deepInclude(patched.body, {
        name: "Ada L.",
        company: "Engines",
        phone: "1",
        notes: "n",
        portal_access: true,
        address: null,
        created_at
      })
      assert.isAbove(Date.parse(patched.body.updated_at), Date.parse(updated_at))
      const cleared = yield* call("PATCH", `/v1/clients/${id}`, { company: null, phone: null })
      assert.deepInclude(cleared.body, { company: null, phone: null, notes: "n" })
      const list = yield* call("GET", "/v1/clients")
      assert.deepStrictEqual(list.body.meta, { total: 1, limit: 20, next_cursor: null })
      assert.deepStrictEqual(
        keys(list.body.data[0]),
        keys({
          id: 0,
          name: 0,
          email: 0,
          company: 0,
          portal_access: 0,
          portal_last_seen: 0,
          total_billed: 0,
          outstanding_balance: 0,
          active_projects: 0,
          created_at: 0
        })
      )
    })
  )

  it.effect("project: create, defaults, patch, archive, list", () =>
    Effect.gen(function* () {
      const { call, workspace, userId } = yield* start
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const created = yield* call("POST", "/v1/projects", { name: "Site", client_id: client.id })
      assert.strictEqual(created.status, 201)
      const { id, created_at, updated_at, ...rest } = created.body
      assert.match(id, /^proj_/)
      isInstant(created_at)
      assert.strictEqual(updated_at, created_at)
      assert.deepStrictEqual(rest, {
        name: "Site",
        description: null,
        status: "planning",
        start_date: null,
        end_date: null,
        budget: null,
        budget_spent: 0,
        client: { id: client.id, name: "Ada" },
        team_lead: null,
        task_count: 0,
        completed_task_count: 0
      })
      const lead = yield* (yield* UserRepository).find(workspace.id, userId)
      const patched = yield* call("PATCH", `/v1/projects/${id}`, {
        description: "d\nd",
        team_lead_id: userId,
        start_date: "2026-01-01",
        end_date: "2026-01-01",
        budget: 0,
        status: "in_progress"
      })
      assert.deepInclude(patched.body, {
        description: "d\nd",
        team_lead: { id: userId, name: lead?.name },
        start_date: "2026-01-01",
        end_date: "2026-01-01",
        budget: 0,
        status: "in_progress"
      })
      const badDates = yield* call("PATCH", `/v1/projects/${id}`, { end_date: "2025-12-31" })
      assert.strictEqual(badDates.status, 422)
      assert.include(badDates.body.error.message, "end_date")
      const cleared = yield* call("PATCH", `/v1/projects/${id}`, {
        team_lead_id: null,
        end_date: null,
        budget: null
      })
      assert.deepInclude(cleared.body, { team_lead: null, end_date: null, budget: null })
      const active = (yield* call("GET", `/v1/clients/${client.id}`)).body.active_projects
      assert.strictEqual(active, 1)

      const gone = yield* call("DELETE", `/v1/projects/${id}`)
      assert.deepStrictEqual([gone.status, gone.body], [204, ""])
      assert.strictEqual((yield* call("DELETE", `/v1/projects/${id}`)).status, 204)
      assert.strictEqual((yield* call("GET", `/v1/projects/${id}`)).body.status, "archived")
      assert.strictEqual((yield* call("GET", "/v1/projects")).body.meta.total, 0)
      const restore = yield* call("PATCH", `/v1/projects/${id}`, { status: "planning" })
      assert.strictEqual(restore.status, 422)
      assert.include(restore.body.error.message, "archived")
      const again = yield* call("PATCH", `/v1/projects/${id}`, { status: "archived", name: "Old" })
      assert.deepInclude(again.body, { status: "archived", name: "Old" })
      assert.strictEqual((yield* call("GET", `/v1/clients/${client.id}`)).body.active_projects, 0)

      const born = yield* call("POST", "/v1/projects", {
        name: "X",
        client_id: client.id,
        status: "archived"
      })
      assert.deepStrictEqual([born.status, born.body.status], [201, "archived"])
      for (const path of ["tasks", "milestones"]) {
        const list = yield* call("GET", `/v1/projects/${id}/${path}`)
        assert.deepStrictEqual(list.body, {
          data: [],
          meta: { total: 0, limit: 20, next_cursor: null }
        })
      }
    })
  )

  it.effect("a project with invoices keeps its client", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const one = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
      const two = (yield* call("POST", "/v1/clients", { name: "B", email: "b@x.example" })).body
      const project = (yield* call("POST", "/v1/projects", { name: "P", client_id: one.id })).body
      const moved = yield* call("PATCH", `/v1/projects/${project.id}`, { client_id: two.id })
      assert.deepStrictEqual(moved.body.client, { id: two.id, name: "B" })
      const line_items = [{ description: "x", quantity: 1, unit_price: 1 }]
      const foreign = yield* call("POST", "/v1/invoices", {
        client_id: one.id,
        project_id: project.id,
        line_items
      })
      assert.strictEqual(foreign.status, 422)
      assert.include(foreign.body.error.message, "project_id")
      const own = { client_id: two.id, project_id: project.id, line_items }
      const invoice = (yield* call("POST", "/v1/invoices", own)).body
      const refused = yield* call("PATCH", `/v1/projects/${project.id}`, { client_id: one.id })
      assert.strictEqual(refused.status, 422)
      const alone = yield* call("PATCH", `/v1/invoices/${invoice.id}`, { client_id: one.id })
      assert.strictEqual(alone.status, 422)
      const both = yield* call("PATCH", `/v1/invoices/${invoice.id}`, {
        client_id: one.id,
        project_id: null
      })
      assert.deepStrictEqual([both.status, both.body.project], [200, null])
    })
  )

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
      const { id, created_at, updated_at, ...rest } = created.body
      assert.match(id, /^inv_/)
      isInstant(created_at)
      isInstant(updated_at)
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
          { description: "Design\nand more", quantity: 1, unit_price: 12_000, total: 12_000 }
        ],
        subtotal: 12_000,
        tax_rate: 0.1,
        tax: 1200,
        discount: 0,
        total: 13_200,
        amount_paid: 0,
        notes: null,
        processor_payment_url: null,
        paid_at: null,
        delivery: null,
        document: null,
        document_warnings: []
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

  it.effect("invite: defaults, portal access, and whose projects", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" }))
        .body
      const other = (yield* call("POST", "/v1/clients", { name: "B", email: "b@x.example" })).body
      const project = (yield* call("POST", "/v1/projects", { name: "P", client_id: other.id })).body
      const invited = yield* call("POST", `/v1/clients/${client.id}/invite`)
      assert.strictEqual(invited.status, 200)
      assert.deepInclude(invited.body, { invited: true, portal_url: "http://retainer.test/portal" })
      isInstant(invited.body.invite_sent_at)
      assert.isTrue((yield* call("GET", `/v1/clients/${client.id}`)).body.portal_access)
      const invite = (body: object) => call("POST", `/v1/clients/${client.id}/invite`, body)
      for (const [body, path] of [
        [{ project_ids: [project.id] }, "project_ids[0]"],
        [{ expires_at: "2026-03-10T23:29:59Z" }, "expires_at"],
        [{ expires_at: "2026-06-09T23:30:01Z" }, "expires_at"],
        [{ expires_at: "2026-02-30T00:00:00Z" }, "expires_at"],
        [{ expires_at: "2026-03-12" }, "expires_at"],
        [{ message: "x".repeat(5001) }, "message"],
        [{ project_ids: Array.from({ length: 101 }, () => project.id) }, "project_ids"]
      ] as const) {
        const refused = yield* invite(body)
        assert.strictEqual(refused.status, 422, path)
        assert.include(refused.body.error.message, path)
      }
      assert.strictEqual((yield* invite({ expires_at: "2026-06-08T23:30:00+00:00" })).status, 200)
    })
  )
})
