/** What `Prefer: dry-run` shares with a real request, and what it leaves out. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { withDryRun } from "../../src/client.ts"
import { ClientId, WorkspaceId } from "../../src/domain/Ids.ts"
import { ProcessorTest } from "../../src/infra/payments/ProcessorTest.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { layerMemoryPorts } from "../../src/testing/MemoryPorts.ts"
import {
  layerRetainerMemory,
  layerRetainerMemoryOn,
  RetainerMemory
} from "../../src/testing/RetainerMemory.ts"
import { populated } from "../support/populated.ts"
import { type RawRequest, send } from "../support/requests.ts"
import { layerPostgres, onDatabase } from "../support/storages.ts"

const line_items = [{ description: "x", quantity: 1, unit_price: 100 }]

/** A workspace, and its rehearsed calls. */
const rehearsing = Effect.gen(function* () {
  const own = yield* populated
  const rehearse = (method: string, path: string, body?: unknown, more: RawRequest = {}) =>
    send(method, path, {
      key: own.apiKey,
      ...(body === undefined ? {} : { body }),
      ...more,
      headers: { prefer: "dry-run", ...more.headers }
    })
  return { ...own, rehearse }
})

const left = ({ headers }: { readonly headers: Headers }): number =>
  Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])

layer(layerRetainerMemory)("a rehearsal", (it) => {
  it.effect("is refused as the real request would be", () =>
    Effect.gen(function* () {
      const { apiKey, ids, rehearse } = yield* rehearsing
      const refused: ReadonlyArray<readonly [string, string, unknown, number]> = [
        ["POST", "/v1/invoices", { client_id: ids.client, line_items: [] }, 422],
        ["POST", "/v1/invoices", { client_id: ids.project, line_items }, 422],
        ["POST", `/v1/invoices/${ids.sent}/send`, {}, 422],
        ["POST", `/v1/invoices/${ids.sent}/payments`, { amount: 101 }, 422],
        ["PATCH", `/v1/clients/${ids.project}`, {}, 404],
        ["POST", "/v1/nothing", {}, 404]
      ]
      for (const [method, path, body, status] of refused) {
        const rehearsed = yield* rehearse(method, path, body)
        assert.strictEqual(rehearsed.status, status, path)
        const real = yield* send(method, path, { key: apiKey, body })
        assert.deepStrictEqual(rehearsed.body, real.body)
        const applied = path === "/v1/nothing" ? null : "dry-run"
        assert.strictEqual(rehearsed.headers.get("preference-applied"), applied, path)
      }
      const headers = { prefer: "dry-run" }
      assert.strictEqual((yield* send("POST", "/v1/invoices", { headers })).status, 401)
    })
  )

  it.effect("costs a token and compares If-Match", () =>
    Effect.gen(function* () {
      const { ids, rehearse } = yield* rehearsing
      const first = yield* rehearse("PATCH", `/v1/invoices/${ids.draft}`, { notes: "n" })
      const headers = { "if-match": '"other"' }
      const second = yield* rehearse("PATCH", `/v1/invoices/${ids.draft}`, {}, { headers })
      assert.strictEqual(left(first) - left(second), 1)
      assert.strictEqual(second.status, 422)
      assert.include(second.body.error.message, "If-Match")
    })
  )

  it.effect("neither reads nor stores an Idempotency-Key", () =>
    Effect.gen(function* () {
      const { apiKey, call, ids, rehearse } = yield* rehearsing
      const body = { client_id: ids.client, line_items }
      const post = (key: string, sent: object) => {
        const headers = { "idempotency-key": key }
        return send("POST", "/v1/invoices", { key: apiKey, headers, body: sent })
      }
      const real = yield* post("k", body)
      const headers = { "idempotency-key": "k" }
      const other = yield* rehearse("POST", "/v1/invoices", { ...body, notes: "n" }, { headers })
      assert.deepStrictEqual([other.status, other.body.id], [201, null])
      assert.isNull(other.headers.get("idempotent-replayed"))
      const malformed = { headers: { "idempotency-key": "k".repeat(256) } }
      assert.strictEqual((yield* rehearse("POST", "/v1/invoices", body, malformed)).status, 201)
      yield* rehearse("POST", "/v1/invoices", body, { headers: { "idempotency-key": "fresh" } })
      const fresh = yield* post("fresh", { ...body, notes: "another body" })
      assert.strictEqual(fresh.status, 201)
      const { data } = (yield* call("GET", "/v1/invoices")).body
      assert.deepStrictEqual(
        data.slice(0, 2).map(({ id }: { readonly id: string }) => id),
        [fresh.body.id, real.body.id]
      )
    })
  )

  it.effect("mails nothing", () =>
    Effect.gen(function* () {
      const { call, ids, rehearse } = yield* rehearsing
      const mails = Effect.map(call("GET", "/v1/mails"), ({ body }) => body.data.length)
      const before = yield* mails
      yield* rehearse("POST", `/v1/invoices/${ids.draft}/send`, {})
      yield* rehearse("POST", `/v1/invoices/${ids.sent}/remind`, {})
      yield* rehearse("POST", `/v1/invoices/${ids.sent}/payments`, { amount: 1 })
      yield* rehearse("POST", `/v1/clients/${ids.client}/invite`, {})
      assert.strictEqual(yield* mails, before)
    })
  )

  it.effect("of a payment of an invoice whose due day has passed is that of the real one", () =>
    Effect.gen(function* () {
      const { apiKey, ids, rehearse } = yield* rehearsing
      yield* TestClock.adjust("100 days")
      const path = `/v1/invoices/${ids.sent}/payments`
      const rehearsed = yield* rehearse("POST", path, { amount: 1 })
      const real = yield* send("POST", path, { key: apiKey, body: { amount: 1 } })
      assert.deepStrictEqual([rehearsed.status, real.status], [201, 201])
      const { id, created_at } = rehearsed.body
      assert.deepStrictEqual({ ...real.body, id, created_at }, rehearsed.body)
    })
  )

  it.effect("has no meaning for reads", () =>
    Effect.gen(function* () {
      const { ids, rehearse } = yield* rehearsing
      for (const method of ["GET", "HEAD"]) {
        const read = yield* rehearse(method, `/v1/invoices/${ids.draft}`)
        assert.strictEqual(read.status, 200)
        assert.isNotNull(read.headers.get("etag"))
        assert.isNull(read.headers.get("preference-applied"))
      }
    })
  )

  it.effect("is refused where a credential comes from", () =>
    Effect.gen(function* () {
      const refused = yield* send("POST", "/v1/oauth/token", { headers: { prefer: "dry-run" } })
      assert.strictEqual(refused.status, 400)
      assert.include(refused.body.error.message, "Prefer: dry-run")
    })
  )

  it.effect("is a combinator of the client on Effect", () =>
    Effect.gen(function* () {
      const { apiKey, call, ids } = yield* rehearsing
      const { invoices } = yield* (yield* RetainerMemory).client(apiKey)
      const { total } = (yield* call("GET", "/v1/invoices")).body.meta
      const bill = { client_id: ClientId.schema.make(ids.client), line_items }
      const rehearsed = yield* withDryRun(invoices.create({ payload: bill }))
      assert.deepStrictEqual([rehearsed.id, rehearsed.number, rehearsed.total], [null, null, 100])
      const sent = yield* withDryRun(invoices.send({ params: { id: ids.draft }, payload: {} }))
      assert.deepStrictEqual([sent.id, sent.status], [ids.draft, "sent"])
      const empty = invoices.create({ payload: { ...bill, line_items: [] } })
      assert.strictEqual((yield* Effect.flip(withDryRun(empty)))._tag, "Unprocessable")
      assert.strictEqual((yield* call("GET", "/v1/invoices")).body.meta.total, total)
    })
  )

  it.effect("is refused with an unclear header", () =>
    Effect.gen(function* () {
      const { ids, rehearse } = yield* rehearsing
      const headers = { prefer: "dry-run=no" }
      const body = { client_id: ids.client, line_items }
      const refused = yield* rehearse("POST", "/v1/invoices", body, { headers })
      assert.strictEqual(refused.status, 400)
      assert.include(refused.body.error.message, "Prefer: ")
    })
  )
})

const layerOnServer = Layer.provideMerge(
  layerRetainerMemoryOn(ProcessorTest, Layer.merge(layerMemoryPorts, onDatabase(layerPostgres))),
  layerPostgres
).pipe(Layer.orDie)

layer(layerOnServer, { excludeTestServices: true, timeout: "60 seconds" })(
  "a rehearsal beside real writes",
  (it) => {
    it.effect("does not wait for the counter of numbers", () =>
      Effect.gen(function* () {
        const { call, ids, rehearse, workspace } = yield* rehearsing
        const admin = yield* MaintenanceClient
        const sql = yield* SqlClient.SqlClient
        const body = { client_id: ids.client, line_items }
        const { total } = (yield* call("GET", "/v1/invoices")).body.meta
        const held = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        const holder = yield* Effect.forkChild(
          admin.withTransaction(
            Effect.gen(function* () {
              yield* admin`SELECT 1 FROM counters
                WHERE workspace_id = ${WorkspaceId.toUuid(workspace.id)} FOR UPDATE`
              yield* Deferred.succeed(held, undefined)
              yield* Deferred.await(release)
            })
          )
        )
        yield* Deferred.await(held)
        const real = yield* Effect.forkChild(call("POST", "/v1/invoices", body))
        const waiting = sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
        yield* Effect.repeat(waiting, {
          until: ([row]) => row?.n === 1,
          schedule: Schedule.spaced("20 millis")
        })
        const rehearsed = yield* Effect.all(
          Array.from({ length: 20 }, () => rehearse("POST", "/v1/invoices", body)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          rehearsed.map(({ status, body: { number } }) => [status, number]),
          Array.from({ length: 20 }, () => [201, null])
        )
        assert.isUndefined(real.pollUnsafe())
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(holder)
        assert.strictEqual((yield* Fiber.join(real)).body.number, `INV-000${total + 1}`)
        assert.strictEqual(
          (yield* call("POST", "/v1/invoices", body)).body.number,
          `INV-000${total + 2}`
        )
      })
    )

    it.effect("hides the ids of parts that a change would make", () =>
      Effect.gen(function* () {
        const { call, ids, rehearse } = yield* rehearsing
        const made = yield* call("POST", "/v1/invoices", { client_id: ids.client, line_items })
        const path = `/v1/invoices/${made.body.id}`
        yield* call("POST", `${path}/send`)
        yield* call("POST", `${path}/payments`, { amount: 100 })
        const note = yield* rehearse("POST", `${path}/credit_notes`, { reason: "r" })
        assert.strictEqual(note.status, 201)
        assert.deepStrictEqual(note.body.credit, { id: null, amount: 100 })
        assert.deepStrictEqual(note.body.invoice, { id: made.body.id, number: made.body.number })
      })
    )

    it.effect("shows an invoice whose due day has passed as overdue, and stores nothing", () =>
      Effect.gen(function* () {
        const { call, ids, rehearse } = yield* rehearsing
        const dates = { issue_date: "2020-01-01", due_date: "2020-01-02", currency: "EUR" }
        const made = yield* call("POST", "/v1/invoices", {
          client_id: ids.client,
          line_items,
          ...dates
        })
        const path = `/v1/invoices/${made.body.id}`
        yield* call("POST", `${path}/send`)
        const events = Effect.map(
          call("GET", "/v1/events?limit=100"),
          ({ body }) => body.data.length
        )
        const before = yield* events
        assert.strictEqual((yield* rehearse("POST", `${path}/remind`, {})).body.status, "overdue")
        const applied = { credit_id: ids.credit, amount: 40 }
        const paid = yield* rehearse("POST", `${path}/payments`, applied)
        assert.deepStrictEqual([paid.status, paid.body.amount], [201, 40])
        const voided = yield* rehearse("POST", `${path}/void`, {})
        assert.deepStrictEqual([voided.status, voided.body.status], [200, "void"])
        assert.strictEqual(yield* events, before)
      })
    )
  }
)
