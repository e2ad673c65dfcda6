/** Paging, filters and what a list refuses. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { sender } from "../support/requests.ts"

const start = Effect.gen(function* () {
  const { apiKey } = yield* (yield* RetainerMemory).workspace()
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
  const invoice = (extra: object = {}) =>
    call("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "x", quantity: 1, unit_price: 100 }],
      ...extra
    })
  return { call, client, invoice }
})

const unknownId = (prefix: string) => `${prefix}_01h2xcejqtf2nbrexx3vqjhp41`

layer(layerRetainerMemory)("lists", (it) => {
  it.effect("walk every page once, while rows are inserted", () =>
    Effect.gen(function* () {
      const { call, invoice } = yield* start
      for (let i = 0; i < 7; i++) yield* invoice()
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const after: string = cursor === null ? "" : `&cursor=${cursor}`
        const page = (yield* call("GET", `/v1/invoices?limit=3${after}`)).body
        seen.push(...page.data.map((item: { number: string }) => item.number))
        cursor = page.meta.next_cursor
        assert.strictEqual(page.meta.limit, 3)
        yield* invoice()
      } while (cursor !== null)
      assert.deepStrictEqual(
        seen,
        [7, 6, 5, 4, 3, 2, 1].map((n) => `INV-000${n}`)
      )
    })
  )

  it.effect("a cursor belongs to its list, its filters and its workspace", () =>
    Effect.gen(function* () {
      const { call, invoice, client } = yield* start
      for (let i = 0; i < 3; i++) yield* invoice()
      const { next_cursor } = (yield* call("GET", "/v1/invoices?limit=1")).body.meta
      const status = (path: string) => Effect.map(call("GET", path), (answer) => answer.status)
      assert.strictEqual(yield* status(`/v1/invoices?limit=2&cursor=${next_cursor}`), 200)
      assert.strictEqual(yield* status(`/v1/invoices?status=draft&cursor=${next_cursor}`), 400)
      assert.strictEqual(yield* status(`/v1/clients?cursor=${next_cursor}`), 400)
      assert.strictEqual(
        yield* status(`/v1/clients/${client.id}/invoices?cursor=${next_cursor}`),
        400
      )
      const edited = `${next_cursor.slice(0, -1)}${next_cursor.endsWith("A") ? "B" : "A"}`
      assert.strictEqual(yield* status(`/v1/invoices?cursor=${edited}`), 400)
      const elsewhere = yield* start
      const foreign = yield* elsewhere.call("GET", `/v1/invoices?cursor=${next_cursor}`)
      assert.strictEqual(foreign.status, 400)
    })
  )

  it.effect("filters that find nothing are empty lists", () =>
    Effect.gen(function* () {
      const { call, invoice, client } = yield* start
      yield* invoice()
      for (const path of [
        `/v1/invoices?client_id=${unknownId("client")}`,
        `/v1/invoices?project_id=${unknownId("proj")}`,
        "/v1/invoices?status=paid",
        "/v1/invoices?to=1969-12-31",
        `/v1/projects?client_id=${unknownId("client")}`,
        `/v1/projects?team_lead_id=${unknownId("user")}`,
        `/v1/clients/${client.id}/invoices?client_id=${unknownId("client")}`,
        `/v1/clients/${client.id}/projects?client_id=${unknownId("client")}`
      ]) {
        const list = yield* call("GET", path)
        assert.deepStrictEqual(
          [list.status, list.body.data, list.body.meta.total],
          [200, [], 0],
          path
        )
      }
    })
  )

  it.effect("the client's lists answer as the workspace's do", () =>
    Effect.gen(function* () {
      const { call, invoice, client } = yield* start
      yield* invoice()
      const sent = (yield* invoice()).body
      yield* call("POST", `/v1/invoices/${sent.id}/send`)
      yield* call("POST", "/v1/projects", { name: "P", client_id: client.id })
      const other = (yield* call("POST", "/v1/clients", { name: "B", email: "b@x.example" })).body
      for (const query of ["", "?status=sent", `?client_id=${client.id}`]) {
        const own = (yield* call("GET", `/v1/clients/${client.id}/invoices${query}`)).body
        const all = (yield* call("GET", `/v1/invoices${query}`)).body
        assert.deepStrictEqual(own, all)
      }
      assert.deepStrictEqual(
        (yield* call("GET", `/v1/clients/${client.id}/projects`)).body,
        (yield* call("GET", "/v1/projects")).body
      )
      assert.strictEqual(
        (yield* call("GET", `/v1/clients/${other.id}/invoices`)).body.meta.total,
        0
      )
      assert.strictEqual(
        (yield* call("GET", `/v1/clients/${unknownId("client")}/invoices`)).status,
        404
      )
    })
  )

  it.effect("are searched by words and instants, in the order that is asked for", () =>
    Effect.gen(function* () {
      const { call, invoice, client } = yield* start
      const other = (yield* call("POST", "/v1/clients", { name: "Zoë & Co", email: "z@x.example" }))
        .body
      yield* call("POST", "/v1/projects", { name: "Relaunch 2026", client_id: client.id })
      for (const unit_price of [300, 100, 200]) {
        yield* invoice({ line_items: [{ description: "x", quantity: 1, unit_price }] })
      }
      const of = (path: string) =>
        Effect.map(call("GET", path), ({ body }) => [
          body.data.map((item: { number?: string; name?: string }) => item.number ?? item.name),
          body.meta.total
        ])
      assert.deepStrictEqual(yield* of("/v1/clients?q=zoë"), [["Zoë & Co"], 1])
      assert.deepStrictEqual(yield* of("/v1/clients?sort=created_at"), [["A", "Zoë & Co"], 2])
      assert.deepStrictEqual(yield* of("/v1/projects?q=rel%2020"), [["Relaunch 2026"], 1])
      assert.deepStrictEqual(yield* of("/v1/invoices?q=inv-0002"), [["INV-0002"], 1])
      assert.deepStrictEqual(yield* of(`/v1/clients/${other.id}/invoices?q=2`), [[], 0])
      const since = encodeURIComponent(client.created_at)
      assert.strictEqual((yield* of(`/v1/invoices?updated_since=${since}`))[1], 3)
      assert.deepStrictEqual(yield* of("/v1/projects?updated_since=2999-01-01T00:00:00Z"), [[], 0])
      const first = (yield* call("GET", "/v1/invoices?sort=-total&limit=2")).body
      const path = `/v1/invoices?sort=-total&limit=2&cursor=${first.meta.next_cursor}`
      assert.deepStrictEqual(
        [...first.data, ...(yield* call("GET", path)).body.data].map(({ total }) => total),
        [300, 200, 100]
      )
      const borrowed = yield* call("GET", path.replace("-total", "total"))
      assert.strictEqual(borrowed.status, 400)
      const last = (yield* call("GET", "/v1/invoices?sort=created_at&limit=1")).body
      assert.strictEqual(last.data[0].number, "INV-0001")
      assert.notStrictEqual(last.meta.next_cursor, null)
    })
  )

  it.effect("what a list refuses", () =>
    Effect.gen(function* () {
      const { call } = yield* start
      for (const [path, name] of [
        ["/v1/projects?limit=0", "limit"],
        ["/v1/projects?limit=101", "limit"],
        ["/v1/projects?limit=-1", "limit"],
        ["/v1/projects?limit=1e1", "limit"],
        ["/v1/projects?limit=1.5", "limit"],
        ["/v1/projects?limit=abc", "limit"],
        ["/v1/projects?limit=", "limit"],
        ["/v1/projects?limit=1&limit=2", "limit"],
        ["/v1/projects?status=archived", "status"],
        ["/v1/projects?status=", "status"],
        ["/v1/projects?client_id=x", "client_id"],
        ["/v1/projects?client_id=inv_01h2xcejqtf2nbrexx3vqjhp41", "client_id"],
        ["/v1/projects?cursor=", "cursor"],
        ["/v1/projects?cursor=%00", "cursor"],
        [`/v1/projects?cursor=${"a".repeat(513)}`, "cursor"],
        ["/v1/projects?nope=1", "nope"],
        ["/v1/invoices?from=2026-02-30", "from"],
        ["/v1/invoices?from=", "from"],
        ["/v1/invoices?from=2026-03-02&to=2026-03-01", "from"],
        ["/v1/invoices?status=archived", "status"],
        ["/v1/invoices?project_id=proj_", "project_id"],
        ["/v1/clients?status=draft", "status"],
        ["/v1/clients?q=", "q"],
        ["/v1/clients?q=%20%21", "q"],
        ["/v1/clients?q=a%00", "q"],
        [`/v1/projects?q=${"a".repeat(101)}`, "q"],
        ["/v1/projects?sort=total", "sort"],
        ["/v1/invoices?sort=amount", "sort"],
        ["/v1/invoices?updated_since=2026-01-01", "updated_since"],
        ["/v1/invoices?updated_since=2026-02-30T00:00:00Z", "updated_since"],
        ["/v1/clients?limit=%ZZ", "limit"]
      ] as const) {
        const refused = yield* call("GET", path)
        assert.strictEqual(refused.status, 400, path)
        assert.strictEqual(refused.body.error.code, "BAD_REQUEST")
        assert.include(refused.body.error.message, name)
      }
      assert.strictEqual((yield* call("GET", "/v1/projects?limit=100")).body.meta.limit, 100)
    })
  )
})
