/** Every field, subset, default, meta field and status code of clients. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { address, isInstant, keys, start } from "../../support/resources.ts"

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
        language: null,
        vat_id: null,
        registration: null,
        buyer_reference: null,
        electronic_address: null,
        e_invoice: "auto",
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
