/**
 * Authorization, generated from the route table: 401 before 403 before the rest, the scope of every
 * endpoint, and another workspace's ids in path, query and body.
 */
import { assert, describe, layer, it as plain } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { ApiKeys } from "../../src/app/people/ApiKeys.ts"
import { scopes } from "../../src/domain/access/Scope.ts"
import { layerRetainerMemory, RetainerMemory } from "../../src/testing/RetainerMemory.ts"
import { callOf, nameOf, pathOf, populated } from "../support/populated.ts"
import { send, sender } from "../support/requests.ts"
import { calls, type Route, routes } from "../support/routes.ts"

const everyWrite = "projects:write, tasks:write, clients:write, invoices:write"
const everyRead =
  "projects:read, tasks:read, clients:read, invoices:read, files:read, analytics:read"
const anyParent = "projects:write or clients:write or invoices:write"
const scopesOf = ({ rule }: Route): string => rule.scopes.join(rule.kind === "any" ? " or " : ", ")

describe("the route table", () => {
  plain("and the list of calls name the same routes", () => {
    assert.sameMembers(Object.keys(calls), routes.map(nameOf))
  })
  plain("has the scopes that the decisions give", () => {
    const table = Object.fromEntries(routes.map((route) => [nameOf(route), scopesOf(route)]))
    assert.deepStrictEqual(table, {
      "GET /v1/projects": "projects:read",
      "POST /v1/projects": "projects:write",
      "GET /v1/projects/:id": "projects:read",
      "PATCH /v1/projects/:id": "projects:write",
      "DELETE /v1/projects/:id": "projects:write",
      "GET /v1/projects/:id/tasks": "tasks:read",
      "POST /v1/projects/:id/tasks": "tasks:write",
      "POST /v1/projects/:id/milestones": "projects:write",
      "GET /v1/milestones/:id": "projects:read",
      "PATCH /v1/milestones/:id": "projects:write",
      "DELETE /v1/milestones/:id": "projects:write",
      "POST /v1/milestones/:id/invoice": "invoices:write",
      "GET /v1/tasks": "tasks:read",
      "GET /v1/tasks/:id": "tasks:read",
      "PATCH /v1/tasks/:id": "tasks:write",
      "DELETE /v1/tasks/:id": "tasks:write",
      "GET /v1/projects/:id/milestones": "projects:read",
      "GET /v1/invoices": "invoices:read",
      "POST /v1/invoices": "invoices:write",
      "GET /v1/invoices/:id": "invoices:read",
      "PATCH /v1/invoices/:id": "invoices:write",
      "POST /v1/invoices/:id/send": "invoices:write",
      "POST /v1/invoices/:id/resend": "invoices:write",
      "POST /v1/invoices/:id/duplicate": "invoices:write",
      "POST /v1/invoices/:id/void": "invoices:write",
      "GET /v1/invoices/:id/calculation": "invoices:read",
      "GET /v1/invoices/:id/pdf": "invoices:read",
      "GET /v1/invoices/:id/xml": "invoices:read",
      "GET /v1/invoices/:id/payments": "invoices:read",
      "POST /v1/invoices/:id/payments": "invoices:write",
      "POST /v1/invoices/:id/payments/:payment_id/reverse": "invoices:write",
      "GET /v1/payments/:id": "invoices:read",
      "POST /v1/invoices/:id/remind": "invoices:write",
      "GET /v1/clients/:id/credits": "invoices:read",
      "GET /v1/credits/:id": "invoices:read",
      "GET /v1/credit_notes": "invoices:read",
      "GET /v1/credit_notes/:id": "invoices:read",
      "GET /v1/credit_notes/:id/pdf": "invoices:read",
      "GET /v1/credit_notes/:id/xml": "invoices:read",
      "POST /v1/credit_notes/:id/resend": "invoices:write",
      "POST /v1/invoices/:id/credit_notes": "invoices:write",
      "POST /v1/credits/:id/refund": "invoices:write",
      "GET /v1/files": "files:read",
      "POST /v1/files": anyParent,
      "GET /v1/files/:id": "files:read",
      "DELETE /v1/files/:id": anyParent,
      "GET /v1/analytics/revenue": "analytics:read",
      "GET /v1/analytics/receivables": "analytics:read",
      "GET /v1/analytics/projects": "analytics:read",
      "GET /v1/events":
        "projects:read or clients:read or invoices:read or files:read or tasks:read",
      "GET /v1/audit": everyRead,
      "GET /v1/mails": "invoices:read or clients:read",
      "GET /v1/webhook_endpoints": everyWrite,
      "POST /v1/webhook_endpoints": everyWrite,
      "GET /v1/webhook_endpoints/:id": everyWrite,
      "PATCH /v1/webhook_endpoints/:id": everyWrite,
      "DELETE /v1/webhook_endpoints/:id": everyWrite,
      "POST /v1/webhook_endpoints/:id/rotate": everyWrite,
      "POST /v1/webhook_endpoints/:id/test": everyWrite,
      "GET /v1/webhook_endpoints/:id/deliveries": everyWrite,
      "POST /v1/webhook_endpoints/:id/deliveries/:delivery_id/replay": everyWrite,
      "GET /v1/workspace": "invoices:read",
      "PATCH /v1/workspace": everyWrite,
      "GET /v1/clients": "clients:read",
      "POST /v1/clients": "clients:write",
      "GET /v1/clients/:id": "clients:read",
      "PATCH /v1/clients/:id": "clients:write",
      "POST /v1/clients/:id/invite": "clients:write",
      "GET /v1/clients/:id/projects": "projects:read",
      "GET /v1/clients/:id/invoices": "invoices:read"
    })
  })
})

layer(layerRetainerMemory)("access", (it) => {
  for (const route of routes) {
    it.effect(`${nameOf(route)}: 401, then 403, then the rest`, () =>
      Effect.gen(function* () {
        // Failed authentications are limited by address: their bucket fills up between the routes.
        yield* TestClock.adjust("10 minutes")
        const own = yield* populated
        const call = callOf(route)
        const path = pathOf(route, call, own.ids)
        // Everything else about these requests is wrong too: the body, the query, the id.
        const broken = `${route.path.replace(/:\w+/g, "nonsense")}?nope=1`
        for (const key of [undefined, "", "rk_short", `rk_${"a".repeat(38)}`, "Basic x"]) {
          const answer = yield* send(route.method, broken, {
            ...(key === undefined ? {} : { key }),
            ...(route.method === "GET" ? {} : { raw: "{" })
          })
          assert.strictEqual(answer.status, 401)
          assert.deepStrictEqual(Object.keys(answer.body.error), ["code", "message", "status"])
          assert.strictEqual(answer.body.error.code, "UNAUTHORIZED")
          assert.match(answer.headers.get("www-authenticate") ?? "", /^Bearer realm="retainer"/)
        }
        const app = yield* RetainerMemory
        const needed = route.rule.scopes
        // One that is missing is enough where all are needed; where any will do, all are.
        const missing = route.rule.kind === "any" ? needed : needed.slice(0, 1)
        const others = scopes.filter((scope) => !missing.includes(scope))
        const without = yield* app.apiKey(own, others)
        const forbidden = yield* send(route.method, broken, {
          key: without,
          ...(route.method === "GET" ? {} : { raw: "{" })
        })
        assert.strictEqual(forbidden.status, 403)
        assert.strictEqual(forbidden.body.error.code, "FORBIDDEN")
        assert.include(forbidden.body.error.message, scopesOf(route))
        assert.include(
          forbidden.headers.get("www-authenticate") ?? "",
          `scope="${needed.join(" ")}"`
        )
        const only = sender(
          yield* app.apiKey(own, [
            ...(route.rule.kind === "any" ? needed.slice(0, 1) : needed),
            ...(call.alsoNeeds ?? [])
          ])
        )
        const allowed = yield* only(route.method, path, call.body?.(own.ids))
        assert.strictEqual(allowed.status, call.status)
      })
    )

    it.effect(`${nameOf(route)}: another workspace's ids are unknown`, () =>
      Effect.gen(function* () {
        const own = yield* populated
        const foreign = yield* populated
        const call = callOf(route)
        const body = call.body?.(own.ids)
        if (call.id !== undefined) {
          for (const id of [foreign.ids[call.id], "nonsense", `${foreign.ids[call.id]}x`]) {
            const bare = route.path
              .replace(":delivery_id", own.ids.delivery)
              .replace(":payment_id", own.ids.payment)
              .replace(":id", id)
            const path = `${bare}${call.search ?? ""}`
            const answer = yield* own.call(route.method, path, body)
            assert.strictEqual(answer.status, 404, path)
            assert.strictEqual(answer.body.error.code, "RESOURCE_NOT_FOUND")
            assert.include(answer.body.error.message, id)
          }
        }
        const path = pathOf(route, call, own.ids)
        for (const [field, kind] of Object.entries(call.references ?? {})) {
          const before = (yield* own.call("GET", "/v1/invoices")).body.meta.total
          const answer = yield* own.call(route.method, path, {
            ...body,
            [field]: foreign.ids[kind]
          })
          assert.strictEqual(answer.status, 422, field)
          assert.include(answer.body.error.message, `${field}: `)
          assert.strictEqual((yield* own.call("GET", "/v1/invoices")).body.meta.total, before)
        }
        for (const [parameter, kind] of Object.entries(call.query ?? {})) {
          const answer = yield* own.call("GET", `${path}?${parameter}=${foreign.ids[kind]}`)
          assert.deepStrictEqual([answer.status, answer.body.meta.total], [200, 0], parameter)
        }
        const rows = yield* foreign.call("GET", `/v1/projects/${foreign.ids.project}`)
        assert.strictEqual(rows.body.name, "P")
      })
    )
  }

  it.effect("a key expires, and its use is recorded at most once a minute", () =>
    Effect.gen(function* () {
      const own = yield* populated
      const keys = yield* ApiKeys
      const now = yield* DateTime.now
      const expiresAt = DateTime.add(now, { hours: 1 })
      const { secret } = yield* keys.create(own.workspace.id, "Short", ["projects:read"], expiresAt)
      const call = sender(Redacted.value(secret))
      assert.strictEqual((yield* call("GET", "/v1/projects")).status, 200)
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual((yield* call("GET", "/v1/projects")).status, 200)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* call("GET", "/v1/projects")).status, 401)
    })
  )
})
