/**
 * Which answers carry an ETag, over all routes: those that declare a resource or a file, and no
 * others.
 */
import { assert, describe, layer, it as plain } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { callOf, nameOf, pathOf, populated } from "../../support/populated.ts"
import { send } from "../../support/requests.ts"
import { routes } from "../../support/routes.ts"

const tagged = [
  "POST /v1/projects",
  "GET /v1/projects/:id",
  "PATCH /v1/projects/:id",
  "POST /v1/invoices",
  "GET /v1/invoices/:id",
  "PATCH /v1/invoices/:id",
  "POST /v1/invoices/:id/resend",
  "POST /v1/invoices/:id/duplicate",
  "POST /v1/invoices/:id/void",
  "GET /v1/invoices/:id/pdf",
  "GET /v1/invoices/:id/xml",
  "POST /v1/invoices/:id/payments",
  "POST /v1/invoices/:id/payments/:payment_id/reverse",
  "POST /v1/invoices/:id/credit_notes",
  "GET /v1/credit_notes/:id",
  "GET /v1/credit_notes/:id/pdf",
  "GET /v1/credit_notes/:id/xml",
  "POST /v1/credit_notes/:id/resend",
  "GET /v1/payments/:id",
  "GET /v1/credits/:id",
  "POST /v1/credits/:id/refund",
  "POST /v1/clients",
  "GET /v1/clients/:id",
  "PATCH /v1/clients/:id",
  "POST /v1/projects/:id/tasks",
  "GET /v1/tasks/:id",
  "PATCH /v1/tasks/:id",
  "POST /v1/projects/:id/milestones",
  "GET /v1/milestones/:id",
  "PATCH /v1/milestones/:id",
  "POST /v1/milestones/:id/invoice",
  "POST /v1/files",
  "GET /v1/files/:id",
  "POST /v1/webhook_endpoints",
  "GET /v1/webhook_endpoints/:id",
  "PATCH /v1/webhook_endpoints/:id",
  "POST /v1/webhook_endpoints/:id/rotate",
  "POST /v1/webhook_endpoints/:id/test",
  "POST /v1/webhook_endpoints/:id/deliveries/:delivery_id/replay",
  "GET /v1/workspace",
  "PATCH /v1/workspace"
]

describe("the declared answers", () => {
  plain("are a resource or a file on these routes", () => {
    const declared = routes.filter(({ answers }) => answers !== "other")
    assert.sameMembers(declared.map(nameOf), tagged)
  })
})

layer(layerRetainerMemory)("ETag over all routes", (it) => {
  for (const route of routes) {
    const name = nameOf(route)
    const isTagged = tagged.includes(name)
    it.effect(`${name}: ${isTagged ? "has one" : "has none"}`, () =>
      Effect.gen(function* () {
        const { apiKey, ids } = yield* populated
        const call = callOf(route)
        const path = pathOf(route, call, ids)
        const body = call.body?.(ids)
        const request = (headers: Record<string, string>) =>
          send(route.method, path, {
            key: apiKey,
            headers,
            ...(body === undefined ? {} : { body })
          })
        const first = yield* request({ "idempotency-key": "k" })
        assert.strictEqual(first.status, call.status)
        const etag = first.headers.get("etag")
        assert.strictEqual(etag !== null, isTagged)
        if (route.method === "POST") {
          const replayed = yield* request({ "idempotency-key": "k" })
          assert.strictEqual(replayed.headers.get("idempotent-replayed"), "true")
          assert.strictEqual(replayed.headers.get("etag"), etag)
        }
        // Without an ETag conditional headers change nothing; with one, only a read can become 304.
        const known = yield* request({ "if-none-match": etag ?? "*" })
        if (route.method === "GET") assert.strictEqual(known.status, isTagged ? 304 : 200)
        else assert.notStrictEqual(known.status, 304)
      })
    )
  }
})
