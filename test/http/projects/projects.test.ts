/** Every field, subset, default, meta field and status code of projects. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { UserRepository } from "../../../src/app/ports/people/UserRepository.ts"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { isInstant, start } from "../../support/resources.ts"

layer(layerRetainerMemory)("resources", (it) => {
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
})
