/** Every field, default, filter and status code of tasks, and what they do to their project. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TaskRepository } from "../../../src/app/ports/projects/TaskRepository.ts"
import { projectBounds } from "../../../src/domain/Bounds.ts"
import { ProjectId, TaskId } from "../../../src/domain/Ids.ts"
import * as Task from "../../../src/domain/projects/Task.ts"
import { layerRetainerMemory, RetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { now, random } from "../../support/records.ts"
import { send, sender } from "../../support/requests.ts"
import { isInstant, start } from "../../support/resources.ts"
import { each } from "../../support/transactions.ts"

const setUp = Effect.gen(function* () {
  const started = yield* start
  const { call } = started
  const client = (yield* call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })).body
  const project = (yield* call("POST", "/v1/projects", { name: "Site", client_id: client.id })).body
  const path = `/v1/projects/${project.id}/tasks`
  const add = (body: object) => call("POST", path, { title: "T", ...body })
  const counts = Effect.map(
    call("GET", `/v1/projects/${project.id}`),
    ({ body, headers }) =>
      [body.task_count, body.completed_task_count, headers.get("etag")] as const
  )
  return { ...started, project, path, add, counts }
})

layer(layerRetainerMemory)("tasks", (it) => {
  it.effect("create, defaults, get, patch, delete", () =>
    Effect.gen(function* () {
      const { call, path, project, userId } = yield* setUp
      const created = yield* call("POST", path, { title: "Draft the sitemap" })
      assert.strictEqual(created.status, 201)
      const { id, created_at, updated_at, ...rest } = created.body
      assert.match(id, /^task_/)
      isInstant(created_at)
      assert.strictEqual(updated_at, created_at)
      assert.deepStrictEqual(rest, {
        project_id: project.id,
        title: "Draft the sitemap",
        description: null,
        status: "todo",
        assignee: null,
        due_date: null,
        completed_at: null
      })
      const one = `/v1/tasks/${id}`
      assert.deepStrictEqual((yield* call("GET", one)).body, created.body)

      yield* TestClock.adjust("1 minute")
      const done = yield* call("PATCH", one, {
        description: "d\nd",
        status: "done",
        assignee_id: userId,
        due_date: "2026-03-15"
      })
      assert.strictEqual(done.status, 200)
      isInstant(done.body.completed_at)
      assert.notStrictEqual(done.body.updated_at, updated_at)
      assert.deepInclude(done.body, {
        description: "d\nd",
        status: "done",
        completed_at: done.body.updated_at,
        due_date: "2026-03-15"
      })
      assert.strictEqual(done.body.assignee.id, userId)

      yield* TestClock.adjust("1 minute")
      const same = yield* call("PATCH", one, {})
      assert.deepStrictEqual(same.body, done.body)
      const renamed = yield* call("PATCH", one, { title: "Sitemap" })
      assert.strictEqual(renamed.body.completed_at, done.body.completed_at)
      const cleared = yield* call("PATCH", one, {
        description: null,
        assignee_id: null,
        due_date: null,
        status: "in_progress"
      })
      assert.deepInclude(cleared.body, {
        title: "Sitemap",
        description: null,
        assignee: null,
        due_date: null,
        status: "in_progress",
        completed_at: null
      })

      const gone = yield* call("DELETE", one)
      assert.deepStrictEqual([gone.status, gone.body], [204, ""])
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const missing = yield* call(method, one, method === "PATCH" ? {} : undefined)
        assert.strictEqual(missing.status, 404)
        assert.strictEqual(missing.body.error.code, "RESOURCE_NOT_FOUND")
        assert.include(missing.body.error.message, id)
      }
    })
  )

  it.effect("what a task refuses names its field", () =>
    Effect.gen(function* () {
      const { call, path, add } = yield* setUp
      const task = (yield* add({})).body
      const nobody = "user_01h2xcejqtf2nbrexx3vqjhp41"
      for (const [body, name] of [
        [{ title: "" }, "title"],
        [{ title: "x".repeat(256) }, "title"],
        [{ title: null }, "title"],
        [{ description: "x".repeat(5001) }, "description"],
        [{ status: "completed" }, "status"],
        [{ status: null }, "status"],
        [{ due_date: "2026-02-30" }, "due_date"],
        [{ assignee_id: nobody }, "assignee_id"],
        [{ completed_at: "2026-01-01T00:00:00Z" }, "completed_at"],
        [{ project_id: "proj_01h2xcejqtf2nbrexx3vqjhp41" }, "project_id"]
      ] as const) {
        for (const refused of [
          yield* add(body),
          yield* call("PATCH", `/v1/tasks/${task.id}`, body)
        ]) {
          assert.strictEqual(refused.status, 422, JSON.stringify(body))
          assert.include(refused.body.error.message, name)
        }
      }
      assert.include((yield* call("POST", path, {})).body.error.message, "title")
      assert.deepStrictEqual((yield* call("GET", `/v1/tasks/${task.id}`)).body, task)
    })
  )

  it.effect("the project's counts and ETag move with its tasks; its own change does not", () =>
    Effect.gen(function* () {
      const { call, project, add, counts } = yield* setUp
      const tags = new Set<unknown>()
      const counted = Effect.fnUntraced(function* (expected: ReadonlyArray<number>) {
        const [all, done, tag] = yield* counts
        assert.deepStrictEqual([all, done], expected)
        assert.isFalse(tags.has(tag))
        tags.add(tag)
      })
      yield* counted([0, 0])
      const task = (yield* add({})).body
      yield* counted([1, 0])
      yield* call("PATCH", `/v1/tasks/${task.id}`, { status: "done" })
      yield* counted([1, 1])
      yield* add({ status: "done" })
      yield* counted([2, 2])
      const before = (yield* call("GET", `/v1/projects/${project.id}`)).body
      assert.strictEqual(before.updated_at, project.updated_at)
      yield* call("DELETE", `/v1/tasks/${task.id}`)
      const [all, done] = yield* counts
      assert.deepStrictEqual([all, done], [1, 1])
    })
  )

  it.effect("If-Match and Idempotency-Key work as elsewhere", () =>
    Effect.gen(function* () {
      const { apiKey, call, path, counts } = yield* setUp
      const keyed = { key: apiKey, headers: { "idempotency-key": "k" }, body: { title: "Once" } }
      const first = yield* send("POST", path, keyed)
      const second = yield* send("POST", path, keyed)
      assert.deepStrictEqual(second.body, first.body)
      assert.strictEqual(second.headers.get("idempotent-replayed"), "true")
      assert.strictEqual((yield* counts)[0], 1)
      const one = `/v1/tasks/${first.body.id}`
      const etag = (yield* call("GET", one)).headers.get("etag") ?? ""
      const expecting = { key: apiKey, headers: { "if-match": etag }, body: { status: "done" } }
      assert.strictEqual((yield* send("PATCH", one, expecting)).status, 200)
      const stale = yield* send("PATCH", one, expecting)
      assert.strictEqual(stale.status, 422)
      assert.include(stale.body.error.message, "If-Match")
    })
  )

  it.effect("an archived project's tasks are read, and not changed", () =>
    Effect.gen(function* () {
      const { call, project, path, add } = yield* setUp
      const task = (yield* add({})).body
      yield* call("DELETE", `/v1/projects/${project.id}`)
      for (const [method, at, body] of [
        ["POST", path, { title: "More" }],
        ["PATCH", `/v1/tasks/${task.id}`, { status: "done" }],
        ["PATCH", `/v1/tasks/${task.id}`, {}],
        ["DELETE", `/v1/tasks/${task.id}`, undefined]
      ] as const) {
        const refused = yield* call(method, at, body)
        assert.strictEqual(refused.status, 422, method)
        assert.include(refused.body.error.message, `project ${project.id} is archived`)
      }
      assert.deepStrictEqual((yield* call("GET", path)).body.data, [task])
      assert.deepStrictEqual((yield* call("GET", "/v1/tasks")).body.data, [task])
    })
  )

  it.effect("a project has so many tasks, and one more when one was deleted", () =>
    Effect.gen(function* () {
      const { call, project, add, workspace } = yield* setUp
      const task = (yield* add({})).body
      const others = yield* Effect.forEach(
        Array.from({ length: projectBounds.tasks - 1 }),
        Effect.fnUntraced(function* () {
          const id = yield* TaskId.next(yield* random)
          const projectId = ProjectId.schema.make(project.id)
          return Task.make({ id, workspaceId: workspace.id, projectId }, { title: "T" }, now)
        })
      )
      const [first, ...rest] = others
      if (first !== undefined) yield* (yield* each(TaskRepository)).insert(first, ...rest)
      const refused = yield* add({})
      assert.strictEqual(refused.status, 422)
      assert.include(refused.body.error.message, "A project has at most 5000 tasks")
      yield* call("DELETE", `/v1/tasks/${task.id}`)
      assert.strictEqual((yield* add({})).status, 201)
    })
  )

  it.effect("lists filter, and the project's list answers as that of all", () =>
    Effect.gen(function* () {
      const { call, add, path, project, userId } = yield* setUp
      const second = (yield* call("POST", "/v1/projects", {
        name: "Other",
        client_id: project.client.id
      })).body
      const one = (yield* add({ due_date: "2026-03-09", assignee_id: userId })).body
      const two = (yield* add({ status: "done", due_date: "2026-03-10" })).body
      const three = (yield* call("POST", `/v1/projects/${second.id}/tasks`, { title: "X" })).body
      for (const [query, expected] of [
        ["", [three, two, one]],
        [`?project_id=${project.id}`, [two, one]],
        ["?status=todo", [three, one]],
        [`?assignee_id=${userId}`, [one]],
        ["?due_before=2026-03-10", [one]],
        ["?due_before=2026-03-11&status=done", [two]],
        [`?project_id=${second.id}&status=done`, []],
        ["?project_id=proj_01h2xcejqtf2nbrexx3vqjhp41", []],
        ["?assignee_id=user_01h2xcejqtf2nbrexx3vqjhp41", []]
      ] as const) {
        const list = yield* call("GET", `/v1/tasks${query}`)
        assert.deepStrictEqual(
          list.body,
          { data: expected, meta: { total: expected.length, limit: 20, next_cursor: null } },
          query
        )
      }
      for (const query of ["", "&status=todo", "&due_before=2026-03-11&limit=1"]) {
        const own = yield* call("GET", `${path}?${query.slice(1)}`)
        const all = yield* call("GET", `/v1/tasks?project_id=${project.id}${query}`)
        assert.deepStrictEqual(own.body, all.body, query)
      }
      for (const [query, name] of [
        ["status=completed", "status"],
        ["due_before=2026-02-30", "due_before"],
        ["assignee_id=x", "assignee_id"],
        ["project_id=proj_", "project_id"],
        ["nope=1", "nope"]
      ] as const) {
        const refused = yield* call("GET", `/v1/tasks?${query}`)
        assert.strictEqual(refused.status, 400)
        assert.include(refused.body.error.message, name)
      }
      const foreign = yield* call("GET", `${path}?project_id=${second.id}`)
      assert.strictEqual(foreign.status, 400)
      assert.strictEqual((yield* call("GET", "/v1/projects/nonsense/tasks")).status, 404)
    })
  )

  it.effect("each change is told, once, and only to who may read tasks", () =>
    Effect.gen(function* () {
      const { call, add, project, ...created } = yield* setUp
      const task = (yield* add({})).body
      const one = `/v1/tasks/${task.id}`
      const renamed = (yield* call("PATCH", one, { title: "Now" })).body
      const done = (yield* call("PATCH", one, { status: "done" })).body
      const again = (yield* call("PATCH", one, { status: "todo" })).body
      yield* call("PATCH", one, {})
      yield* call("PATCH", one, { assignee_id: "user_01h2xcejqtf2nbrexx3vqjhp41" })
      yield* call("DELETE", one)
      const told = (yield* call("GET", "/v1/events?limit=100")).body.data
      const ofTasks = told.filter(({ type }: { type: string }) => type.startsWith("task."))
      assert.deepStrictEqual(
        ofTasks.map(({ type, data }: { type: string; data: object }) => [type, data]),
        [
          ["task.created", { object: task, previous: null }],
          ["task.updated", { object: renamed, previous: task }],
          ["task.completed", { object: done, previous: renamed }],
          ["task.updated", { object: again, previous: done }],
          ["task.deleted", { object: again, previous: again }]
        ]
      )
      // The counts follow from the tasks: the project itself did not change.
      const ofProject = told.filter(({ type }: { type: string }) => type.startsWith("project."))
      assert.deepStrictEqual(
        ofProject.map(({ type, data }: { type: string; data: { object: { id: string } } }) => [
          type,
          data.object.id
        ]),
        [["project.created", project.id]]
      )
      const app = yield* RetainerMemory
      const other = sender(yield* app.apiKey(created, ["projects:read"]))
      const seen = (yield* other("GET", "/v1/events?limit=100")).body.data
      assert.deepStrictEqual(
        seen.map(({ type }: { type: string }) => type),
        ["project.created"]
      )
    })
  )
})
