/** `GET /v1/invoices/:id?at=`: the point-in-time read equals the answer of that time. */
import { assert, layer } from "@effect/vitest"
import { DateTime, type Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { send, sender } from "../../support/requests.ts"

const line_items = [{ description: "Design", quantity: 2, unit_price: 500 }]

const setup = Effect.gen(function* () {
  const { apiKey } = yield* (yield* RetainerMemory).workspace({ timeZone: "Asia/Tokyo" })
  const call = sender(apiKey)
  const client = yield* call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
  const project = yield* call("POST", "/v1/projects", { name: "Site", client_id: client.body.id })
  const create = (fields: object = {}) =>
    call("POST", "/v1/invoices", {
      client_id: client.body.id,
      project_id: project.body.id,
      line_items,
      ...fields
    })
  return { apiKey, call, client: client.body.id, project: project.body.id, create }
})

/** Gives each change its own instant. */
const later = (wait: Duration.Input) =>
  Effect.andThen(
    TestClock.adjust(wait),
    Effect.map(DateTime.now, (now) => DateTime.formatIso(now))
  )

/** The value without nulls, empty lists, false and 0. */
const withoutEmpty = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      ["null", "[]", "false", "0"].includes(JSON.stringify(item))
        ? []
        : [[name, withoutEmpty(item)]]
    )
  )
}

layer(layerRetainerMemory)("an invoice as of a moment", (it) => {
  it.effect("equals the answer of that time, for any later change", () =>
    Effect.gen(function* () {
      const { apiKey, call, client, project, create } = yield* setup
      const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
      yield* later("1 minute")
      const { body } = yield* create({ due_date: today, notes: "first" })
      const path = `/v1/invoices/${body.id}`
      const answers: Array<{ readonly at: string; readonly body: unknown; tag: string | null }> = []
      const remember = Effect.gen(function* () {
        // Mails are delivered beside: what is remembered has its mail gone.
        let { status, body, headers } = yield* send("GET", path, { key: apiKey })
        while (body.delivery?.status === "queued") {
          yield* TestClock.adjust("1 second")
          ;({ status, body, headers } = yield* send("GET", path, { key: apiKey }))
        }
        assert.strictEqual(status, 200)
        const at = yield* later("1 second")
        answers.push({ at, body, tag: headers.get("etag") })
        yield* later("1 minute")
      })
      const steps = [
        Effect.void,
        call("PATCH", path, { notes: "second", tax_rate: 0.19 }),
        call("PATCH", `/v1/clients/${client}`, { name: "Ada L.", email: "ada.l@x.example" }),
        call("PATCH", `/v1/projects/${project}`, { name: "Shop" }),
        call("POST", `${path}/send`, {}),
        call("PATCH", `/v1/clients/${client}`, { name: "Countess" }),
        // Over midnight in Tokyo: overdue before anything writes it down.
        later("2 days"),
        call("POST", `${path}/payments`, { amount: 300 }),
        call("POST", `${path}/payments`, { amount: 890 }),
        call("PATCH", `/v1/projects/${project}`, { name: "Shop 2" })
      ]
      for (const step of steps) {
        yield* step
        yield* remember
      }
      const statuses = yield* Effect.forEach(answers, ({ at, body, tag }) =>
        Effect.gen(function* () {
          const then = yield* send("GET", `${path}?at=${at}`, { key: apiKey })
          assert.strictEqual(then.status, 200)
          assert.deepStrictEqual(then.body, body, at)
          assert.strictEqual(then.headers.get("etag"), tag, at)
          return then.body.status
        })
      )
      assert.deepStrictEqual(statuses, [
        ...Array.from({ length: 4 }, () => "draft"),
        ...["sent", "sent", "overdue", "overdue", "paid", "paid"]
      ])
    })
  )

  it.effect("shows no expired link", () =>
    Effect.gen(function* () {
      const { call, create } = yield* setup
      yield* later("1 minute")
      const { body } = yield* create()
      const path = `/v1/invoices/${body.id}`
      yield* call("POST", `${path}/send`, {})
      const sent = yield* later("1 minute")
      yield* later("1 minute")
      assert.isString((yield* call("GET", `${path}?at=${sent}`)).body.processor_payment_url)
      yield* call("POST", `${path}/void`, {})
      yield* later("1 minute")
      const then = yield* call("GET", `${path}?at=${sent}`)
      assert.deepInclude(then.body, { status: "sent", processor_payment_url: null })
    })
  )

  it.effect("is 404 before it was there, for unknown ids and for others' workspaces", () =>
    Effect.gen(function* () {
      const { call, create } = yield* setup
      const before = yield* later("1 minute")
      yield* later("1 minute")
      const { body } = yield* create()
      const path = `/v1/invoices/${body.id}`
      const early = yield* call("GET", `${path}?at=${before}`)
      assert.strictEqual(early.status, 404)
      assert.deepInclude(early.body.error, {
        code: "RESOURCE_NOT_FOUND",
        message: `The log knows no invoice with the id ${body.id} at ${before} yet`
      })
      const at = `at=${body.created_at}`
      assert.strictEqual((yield* call("GET", `${path}?${at}`)).status, 200)
      const other = yield* setup
      for (const unknown of [path, "/v1/invoices/inv_x"]) {
        const { status, body } = yield* other.call("GET", `${unknown}?${at}`)
        assert.strictEqual(status, 404)
        assert.match(body.error.message, /^No invoice has the id/)
      }
    })
  )

  it.effect("is 400 for an invalid time and for the future", () =>
    Effect.gen(function* () {
      const { call, create } = yield* setup
      const { body } = yield* create()
      const path = `/v1/invoices/${body.id}`
      for (const at of ["yesterday", "2026-01-31", "2026-02-30T00:00:00Z", "2026-01-31T12:00:00"]) {
        const refused = yield* call("GET", `${path}?at=${at}`)
        assert.strictEqual(refused.status, 400, at)
        assert.match(refused.body.error.message, /^at: must be an ISO 8601 datetime/)
      }
      const ahead = DateTime.formatIso(DateTime.add(yield* DateTime.now, { seconds: 1 }))
      const refused = yield* call("GET", `${path}?at=${ahead}`)
      assert.strictEqual(refused.status, 400)
      assert.strictEqual(refused.body.error.message, "at: must not be in the future")
      yield* later("1 second")
      assert.strictEqual((yield* call("GET", `${path}?at=${ahead}`)).status, 200)
    })
  )

  it.effect("is complete for an event from before a field existed", () =>
    Effect.gen(function* () {
      const { call, create } = yield* setup
      const { body } = yield* create()
      const at = yield* later("1 minute")
      const path = `/v1/invoices/${body.id}?at=${at}`
      const whole = yield* call("GET", path)
      // Removes every field that a later version could have added, in lines too.
      const store = yield* MemoryStore
      yield* store.update((all) => ({
        ...all,
        log: all.log.map((entry) => ({
          ...entry,
          data: { ...entry.data, object: withoutEmpty(entry.data.object) }
        }))
      }))
      const older = yield* call("GET", path)
      assert.deepStrictEqual(older.body, whole.body)
    })
  )

  it.effect("is the answer of the typed client, which needs no query for today", () =>
    Effect.gen(function* () {
      const { apiKey, call, create } = yield* setup
      const { body } = yield* create({ notes: "first" })
      const at = yield* later("1 minute")
      yield* later("1 minute")
      yield* call("PATCH", `/v1/invoices/${body.id}`, { notes: "second" })
      const { invoices } = yield* (yield* RetainerMemory).client(apiKey)
      const params = { id: body.id }
      assert.strictEqual((yield* invoices.get({ params, query: { at } })).notes, "first")
      assert.strictEqual((yield* invoices.get({ params, query: {} })).notes, "second")
      assert.strictEqual((yield* invoices.get({ params })).notes, "second")
      const since = yield* invoices.list({ query: { updated_since: at } })
      assert.strictEqual(since.meta.total, 1)
    })
  )

  it.effect("is complete for a change at the same instant", () =>
    Effect.gen(function* () {
      const { call, create } = yield* setup
      const { body } = yield* create({ notes: "first" })
      const now = yield* later("1 minute")
      const path = `/v1/invoices/${body.id}`
      const notes = Effect.map(call("GET", `${path}?at=${now}`), ({ body }) => body.notes)
      assert.strictEqual(yield* notes, "first")
      assert.strictEqual(yield* notes, "first")
      yield* call("PATCH", path, { notes: "second" })
      assert.strictEqual(yield* notes, "second")
    })
  )
})
