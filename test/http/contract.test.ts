/** The server against its OpenAPI document: every route's answers and refusals are what it says. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { planLimits } from "../../src/domain/access/RateLimit.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { expectDocumented, operationOf } from "../support/document.ts"
import { callOf, nameOf, pathOf, populated } from "../support/populated.ts"
import { type RawRequest, send } from "../support/requests.ts"
import { calls, routes } from "../support/routes.ts"

layer(layerRetainerMemory)("every answer is as the document says", (it) => {
  for (const route of routes) {
    const { method, path } = route
    const name = nameOf(route)
    it.effect(name, () =>
      Effect.gen(function* () {
        const { ids, ...owner } = yield* populated
        const { apiKey } = owner
        const call = callOf(route)
        const target = pathOf(route, call, ids)
        const body = call.body?.(ids)
        const ask = (headers: Record<string, string> = {}, more: RawRequest = {}) =>
          send(method, target, {
            key: apiKey,
            headers,
            ...(body === undefined ? {} : { body }),
            ...more
          })
        const first = yield* ask({ "idempotency-key": "k" })
        assert.strictEqual(first.status, call.status)
        expectDocumented(method, path, first)
        if (method === "POST") {
          const repeated = yield* ask({ "idempotency-key": "k" })
          assert.strictEqual(repeated.headers.get("idempotent-replayed"), "true")
          assert.strictEqual(repeated.headers.get("location"), first.headers.get("location"))
          expectDocumented(method, path, repeated)
        }
        if (method === "GET" && first.headers.has("etag")) {
          const known = yield* ask({ "if-none-match": first.headers.get("etag") ?? "" })
          assert.strictEqual(known.status, 304)
          expectDocumented(method, path, known)
        }
        if (operationOf(method, path)["x-csv-columns"] !== undefined) {
          const table = yield* ask({ accept: "text/csv" })
          assert.match(table.headers.get("content-type") ?? "", /^text\/csv/)
          expectDocumented(method, path, table)
        }

        expectDocumented(method, path, yield* ask({}, { key: "rk_unknown" }))
        const app = yield* RetainerMemory
        const weak = yield* app.apiKey(owner, ["analytics:read"])
        if (!path.startsWith("/v1/analytics")) {
          const forbidden = yield* ask({}, { key: weak })
          assert.strictEqual(forbidden.status, 403)
          expectDocumented(method, path, forbidden)
        }
        if (method === "GET") {
          const bad = yield* send(method, `${target}?nots=1`, { key: apiKey })
          // A route that takes no parameters at all looks at none.
          if (bad.status !== first.status) assert.strictEqual(bad.status, 400)
          expectDocumented(method, path, bad)
        }
        if (path.includes(":id")) {
          const elsewhere = `${path.replaceAll(/:\w+/g, "no_such_thing")}${call.search ?? ""}`
          const content = body === undefined ? {} : { body }
          const missing = yield* send(method, elsewhere, { key: apiKey, ...content })
          assert.strictEqual(missing.status, 404)
          expectDocumented(method, path, missing)
        }
      })
    )
  }

  it.effect("429 says when to come again", () =>
    Effect.gen(function* () {
      const { apiKey } = yield* (yield* RetainerMemory).workspace({ plan: "starter" })
      const ask = send("GET", "/v1/projects", { key: apiKey })
      for (let count = 0; count < planLimits.starter.burst; count++) yield* ask
      const refused = yield* ask
      assert.strictEqual(refused.status, 429)
      expectDocumented("GET", "/v1/projects", refused)
      yield* TestClock.adjust("1 minute")
    })
  )
})

layer(layerRetainerMemory)("what was made", (it) => {
  it.effect("is found where Location says, by each link that leads to a GET", () =>
    Effect.gen(function* () {
      for (const route of routes) {
        const created = operationOf(route.method, route.path).responses[201]
        if (created === undefined) continue
        const name = nameOf(route)
        assert.isDefined(created.headers.Location, name)
        const { call, ids } = yield* populated
        const { body } = callOf(route)
        const made = yield* call(route.method, pathOf(route, callOf(route), ids), body?.(ids))
        const location = made.headers.get("location") ?? ""
        const got = yield* call("GET", location)
        assert.strictEqual(got.status, 200, location)
        assert.strictEqual(got.body.id, made.body.id)
        const collection = location.slice(0, location.lastIndexOf("/"))
        const links = Object.keys(created.links)
        assert.isNotEmpty(links)
        for (const other of routes) {
          const isBelow = `${other.path}/`.startsWith(`${collection}/:id/`)
          // A link cannot give the query that a route requires.
          const isLinked = other.method === "GET" && calls[nameOf(other)]?.search === undefined
          if (!isLinked || !isBelow) continue
          assert.include(links, operationOf("GET", other.path).operationId)
          const answer = yield* call("GET", other.path.replace(":id", made.body.id))
          assert.strictEqual(answer.status, 200, other.path)
        }
      }
    })
  )
})
