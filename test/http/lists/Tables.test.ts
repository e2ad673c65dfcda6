/** A list as a table, through the whole app: which answers are one, and what they say beside it. */
import { assert, describe, layer, it as plain } from "@effect/vitest"
import { Effect, Predicate } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../../src/api/Api.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { readCsv } from "../../support/csv.ts"
import { send, sender } from "../../support/requests.ts"

const paidTwice = Effect.gen(function* () {
  const { apiKey } = yield* (yield* RetainerMemory).workspace()
  const call = sender(apiKey)
  const client = (yield* call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
  const invoice = (yield* call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "x", quantity: 1, unit_price: 100 }]
  })).body
  yield* call("POST", `/v1/invoices/${invoice.id}/send`)
  const path = `/v1/invoices/${invoice.id}/payments`
  for (const reference of ["=HYPERLINK()", "bank, 2"]) {
    yield* call("POST", path, { amount: 10, reference })
  }
  const table = (query = "") =>
    send("GET", path + query, { key: apiKey, headers: { accept: "text/csv" } })
  return { apiKey, call, path, table }
})

layer(layerRetainerMemory)("a list as a table", (it) => {
  it.effect("has the rows of the list, and nothing in them is a formula", () =>
    Effect.gen(function* () {
      const { call, path, table } = yield* paidTwice
      const answer = yield* table()
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(
        answer.headers.get("content-type"),
        "text/csv; charset=utf-8; header=present"
      )
      const { data } = (yield* call("GET", path)).body
      const [header, ...rows] = readCsv(answer.body)
      // A nested object lies flat; `credit.id` is apart from the field `credit_id`.
      const flat = (row: object) =>
        Object.entries(row).flatMap(([name, cell]) =>
          name === "credit"
            ? [
                ["credit.id", cell],
                ["credit_amount", cell]
              ]
            : [[name, cell]]
        )
      assert.deepStrictEqual(
        header,
        flat(data[0]).map(([name]) => name)
      )
      const value = (cell: unknown) => (cell === null ? "" : String(cell))
      assert.deepStrictEqual(
        rows,
        data.map((row: object) => flat(row).map(([, cell]) => value(cell).replace(/^=/, "'=")))
      )
    })
  )

  it.effect("leads to the next page by its Link", () =>
    Effect.gen(function* () {
      const { table, path } = yield* paidTwice
      const first = yield* table("?limit=1")
      const link = first.headers.get("link") ?? ""
      assert.match(link, /^<\/v1\/invoices\/[^>]+limit=1&cursor=[^>]+>; rel="next"$/)
      const next = link.slice(1 + path.length, link.indexOf(">"))
      const second = yield* table(next)
      assert.isNull(second.headers.get("link"))
      assert.include(first.body, "bank, 2")
      assert.include(second.body, "HYPERLINK")
    })
  )

  it.effect("is there for each list of the workspace and of a client", () =>
    Effect.gen(function* () {
      const { apiKey, call } = yield* paidTwice
      const client = (yield* call("GET", "/v1/clients")).body.data[0].id
      yield* call("POST", "/v1/projects", { name: "+P", client_id: client })
      for (const path of [
        "/v1/invoices",
        "/v1/projects",
        "/v1/clients",
        `/v1/clients/${client}/invoices`,
        `/v1/clients/${client}/projects`
      ]) {
        const json = (yield* call("GET", path)).body
        const answer = yield* send("GET", path, { key: apiKey, headers: { accept: "text/csv" } })
        const [header, ...rows] = readCsv(answer.body)
        const flat = Object.entries(json.data[0]).flatMap(([name, value]) =>
          Predicate.isObject(value) ? Object.keys(value).map((part) => `${name}_${part}`) : [name]
        )
        assert.isAtLeast(rows.length, 1, path)
        assert.strictEqual(rows.length, json.data.length, path)
        assert.includeMembers(
          [...(header ?? [])],
          flat.filter((name) => name !== "team_lead")
        )
        assert.strictEqual(rows[0]?.[0], json.data[0].id, path)
      }
    })
  )

  it.effect("is JSON for whoever does not ask for it; both say that it depends", () =>
    Effect.gen(function* () {
      const { call, path, table } = yield* paidTwice
      const json = yield* call("GET", path)
      assert.strictEqual(json.headers.get("content-type"), "application/json")
      assert.strictEqual(json.headers.get("vary"), "Accept")
      assert.strictEqual((yield* table()).headers.get("vary"), "Accept")
    })
  )

  it.effect("a refusal is the envelope, and what is no list is JSON", () =>
    Effect.gen(function* () {
      const { apiKey, table, path } = yield* paidTwice
      const refused = yield* table("?limit=0")
      assert.deepStrictEqual([refused.status, refused.body.error.code], [400, "BAD_REQUEST"])
      const invoice = path.replace("/payments", "")
      const headers = { accept: "text/csv" }
      const one = yield* send("GET", invoice, { key: apiKey, headers })
      assert.strictEqual(one.headers.get("content-type"), "application/json")
      assert.isNull(one.headers.get("vary"))
    })
  )
})

describe("the OpenAPI document", () => {
  plain("has JSON as the only media type of a list, so that generated clients type it", () => {
    const { get } = OpenApi.fromApi(Api).paths["/v1/invoices/{id}/payments"] ?? {}
    assert.deepStrictEqual(Object.keys(get?.responses[200]?.content ?? {}), ["application/json"])
    assert.include(get?.description, "`Accept: text/csv`")
  })
})
