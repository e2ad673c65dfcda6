/** Analytics over the API: what the reports say, in which zone, and which ranges are refused. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { CalendarDate } from "../../../src/client.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { readCsv } from "../../support/csv.ts"
import { newAddress } from "../../support/owners.ts"
import { send, sender } from "../../support/requests.ts"

const setUp = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-03-10T12:00:00Z"))
  const app = yield* RetainerMemory
  const options = { currency: "EUR", timeZone: "America/New_York", ownerEmail: newAddress() }
  const made = yield* app.workspace(options)
  const call = sender(made.apiKey)
  const client_id = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
    .id
  const project = (yield* call("POST", "/v1/projects", { name: "P", client_id, budget: 9000 })).body
  const invoice = Effect.fnUntraced(function* (
    unit_price: number,
    issue_date: string,
    due_date: string,
    fields: object = {}
  ) {
    const { body } = yield* call("POST", "/v1/invoices", {
      ...{ client_id, issue_date, due_date, ...fields },
      line_items: [{ description: "W", quantity: 1, unit_price }]
    })
    yield* call("POST", `/v1/invoices/${body.id}/send`)
    return body.id
  })
  const pay = (id: string, amount: number, paid_at: string) =>
    call("POST", `/v1/invoices/${id}/payments`, { amount, paid_at })
  const first = yield* invoice(1000, "2026-01-31", "2026-03-10", { project_id: project.id })
  const second = yield* invoice(500, "2026-02-01", "2026-03-09", { currency: "USD" })
  yield* invoice(70, "2025-12-01", "2025-12-09")
  yield* call("POST", "/v1/invoices", {
    client_id,
    line_items: [{ description: "a draft", quantity: 1, unit_price: 9 }]
  })
  // In New York it is still January.
  yield* pay(first, 300, "2026-02-01T04:59:59.999Z")
  yield* pay(first, 100, "2026-02-01T05:00:00Z")
  yield* pay(second, 20, "2026-02-10T00:00:00Z")
  const get = (path: string) => call("GET", `/v1/analytics/${path}`)
  return { app, made, call, get, project }
})

const row = (period: string, currency: string, issued: number, collected: number) => ({
  period,
  currency,
  issued,
  collected,
  credited: 0,
  refunded: 0
})

layer(layerRetainerMemory)("analytics", (it) => {
  it.effect("revenue: a row for each period and currency, in the workspace's days", () =>
    Effect.gen(function* () {
      const { get } = yield* setUp
      const { status, body } = yield* get("revenue?from=2025-12-15&to=2026-02-28&interval=month")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        data: [
          row("2025-12", "EUR", 0, 0),
          row("2025-12", "USD", 0, 0),
          row("2026-01", "EUR", 1000, 300),
          row("2026-01", "USD", 0, 0),
          row("2026-02", "EUR", 0, 100),
          row("2026-02", "USD", 500, 20)
        ],
        meta: {
          from: "2025-12-15",
          to: "2026-02-28",
          interval: "month",
          time_zone: "America/New_York"
        }
      })
      const byYear = (yield* get("revenue?from=2025-01-01&to=2026-12-31&interval=year")).body.data
      assert.deepStrictEqual(byYear, [
        row("2025", "EUR", 70, 0),
        row("2025", "USD", 0, 0),
        row("2026", "EUR", 1000, 400),
        row("2026", "USD", 500, 20)
      ])
      const { meta, data } = (yield* get("revenue")).body
      assert.deepInclude(meta, { from: "2025-04-01", to: "2026-03-10", interval: "month" })
      assert.lengthOf(data, 24)
    })
  )

  it.effect("receivables: by the days since each was due", () =>
    Effect.gen(function* () {
      const { get } = yield* setUp
      const none = { not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, days_over_90: 0 }
      assert.deepStrictEqual((yield* get("receivables")).body, {
        data: [
          { currency: "EUR", ...none, not_due: 600, days_over_90: 70, total: 670 },
          { currency: "USD", ...none, days_1_30: 480, total: 480 }
        ],
        meta: { date: "2026-03-10", time_zone: "America/New_York" }
      })
      yield* TestClock.adjust("12 hours")
      // Past midnight in UTC, but not in New York.
      assert.strictEqual((yield* get("receivables")).body.meta.date, "2026-03-10")
      yield* TestClock.adjust("12 hours")
      assert.deepInclude((yield* get("receivables")).body.data[0], { not_due: 0, days_1_30: 600 })
    })
  )

  it.effect("projects: budget, what is spent of it and tasks, as their list has them", () =>
    Effect.gen(function* () {
      const { get, call, project } = yield* setUp
      yield* call("POST", "/v1/projects", { name: "Q", client_id: project.client.id })
      const { data, meta } = (yield* get("projects?limit=1")).body
      assert.strictEqual(data[0].project.name, "Q")
      assert.deepInclude(meta, { total: 2, limit: 1 })
      const rest = (yield* get(`projects?limit=1&cursor=${meta.next_cursor}`)).body
      assert.deepStrictEqual(rest.data, [
        {
          project: { id: project.id, name: "P" },
          status: "planning",
          currency: "EUR",
          budget: 9000,
          budget_spent: 1000,
          task_count: 0,
          completed_task_count: 0
        }
      ])
      assert.isNull(rest.meta.next_cursor)
      // A cursor is that of its list.
      const named = (yield* get("projects?q=q")).body
      assert.deepStrictEqual([named.data.length, named.data[0].project.name], [1, "Q"])
      assert.strictEqual(named.meta.total, 1)
      const foreign = yield* call("GET", `/v1/projects?cursor=${meta.next_cursor}`)
      assert.strictEqual(foreign.status, 400)
    })
  )

  it.effect("without anything, the workspace's currency has a row of nothing", () =>
    Effect.gen(function* () {
      const app = yield* RetainerMemory
      const { apiKey } = yield* app.workspace({ ownerEmail: newAddress() })
      const get = (path: string) => sender(apiKey)("GET", `/v1/analytics/${path}`)
      const year = "revenue?from=2026-01-01&to=2026-12-31&interval=year"
      assert.deepStrictEqual((yield* get(year)).body.data, [row("2026", "USD", 0, 0)])
      assert.deepInclude((yield* get("receivables")).body.data, {
        ...{ currency: "USD", not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0 },
        ...{ days_over_90: 0, total: 0 }
      })
      assert.deepStrictEqual((yield* get("projects")).body.data, [])
    })
  )

  it.effect("each is also a table", () =>
    Effect.gen(function* () {
      const { made } = yield* setUp
      for (const [path, header] of [
        ["revenue", "period,currency,issued,collected,credited,refunded"],
        ["receivables", "currency,not_due,days_1_30,days_31_60,days_61_90,days_over_90,total"],
        [
          "projects",
          "project_id,project_name,status,currency,budget,budget_spent,task_count,completed_task_count"
        ]
      ] as const) {
        const table = yield* send("GET", `/v1/analytics/${path}`, {
          key: made.apiKey,
          headers: { accept: "text/csv" }
        })
        const [names, ...rows] = readCsv(table.body)
        assert.strictEqual(names?.join(","), header)
        assert.isNotEmpty(rows)
      }
    })
  )

  it.effect("a range that cannot be is a bad request", () =>
    Effect.gen(function* () {
      const { get } = yield* setUp
      for (const [query, message] of [
        ["from=2026-03-01&to=2026-02-28", "from: must not be after to"],
        ["from=2027-01-01", "from: must not be after to"],
        ["from=2000-01-01", "and may have 120"],
        ["interval=week", "interval"],
        ["interval=", "interval"],
        ["from=2026-02-30", "from: must be a date that exists"],
        ["to=2026-01-01&to=2026-01-02", "to: must be given only once"],
        ["year=2026", "year: is not known here"]
      ] as const) {
        const { status, body } = yield* get(`revenue?${query}`)
        assert.deepStrictEqual([status, body.error.code], [400, "BAD_REQUEST"], query)
        assert.include(body.error.message, message)
      }
    })
  )

  it.effect("the typed client reads them", () =>
    Effect.gen(function* () {
      const { app, made } = yield* setUp
      const { analytics } = yield* app.client(made.apiKey)
      const query = {
        from: CalendarDate.make("2026-01-01"),
        to: CalendarDate.make("2026-03-31"),
        interval: "quarter"
      } as const
      const revenue = yield* analytics.revenue({ query })
      assert.deepStrictEqual(revenue.data[0], row("2026-Q1", "EUR", 1000, 400))
      assert.strictEqual((yield* analytics.receivables({})).data.length, 2)
      assert.strictEqual((yield* analytics.projects({ query: {} })).meta.total, 1)
    })
  )
})
