/**
 * Whatever is done with tasks, by their use cases and in every storage: the counts of their
 * projects are what counting them gives, an archived project takes no change, and none has more
 * than its bound.
 */
import { assert, layer } from "@effect/vitest"
import { Array as Arr, Effect, Layer, Result } from "effect"
import fc from "fast-check"
import { Journal } from "../../../src/app/Journal.ts"
import { ProjectRepository } from "../../../src/app/ports/projects/ProjectRepository.ts"
import { TaskRepository } from "../../../src/app/ports/projects/TaskRepository.ts"
import { Projects } from "../../../src/app/projects/Projects.ts"
import { Tasks } from "../../../src/app/projects/Tasks.ts"
import { projectBounds } from "../../../src/domain/Bounds.ts"
import { type ProjectId, TaskId } from "../../../src/domain/Ids.ts"
import * as Task from "../../../src/domain/projects/Task.ts"
import { type TaskStatus, taskStatuses } from "../../../src/domain/projects/TaskResource.ts"
import { layerMemoryStorage } from "../../../src/testing/MemoryPorts.ts"
import type { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import {
  firstPage,
  newClient,
  newProject,
  newWorkspace,
  now,
  random
} from "../../support/records.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../support/storages.ts"
import { each } from "../../support/transactions.ts"

const layerUseCases = Layer.mergeAll(Tasks.layer, Projects.layer).pipe(Layer.provide(Journal.layer))

const few = fc.integer({ min: 0, max: 4 })
const history = fc.array(
  fc.record({
    kind: fc.constantFrom(
      "create",
      "create",
      "move",
      "move",
      "rename",
      "delete",
      "archive",
      "restore"
    ),
    project: fc.integer({ min: 0, max: 1 }),
    task: few,
    status: fc.constantFrom(...taskStatuses)
  }),
  { minLength: 5, maxLength: 30 }
)
type Step = Parameters<Parameters<typeof history.map>[0]>[0][number]

interface Known {
  readonly id: string
  readonly project: number
  readonly status: TaskStatus
}

const countsOf = (tasks: ReadonlyArray<Known>, project: number) => {
  const own = tasks.filter((task) => task.project === project)
  return [own.length, own.filter(({ status }) => status === "done").length]
}

/** Runs the history beside a plain list of tasks, and compares after every step. */
const holds = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const tasks = yield* Tasks
  const projects = yield* Projects
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const one = yield* newProject(workspace.id, client.id)
  const two = yield* newProject(workspace.id, client.id)
  const ids: readonly [ProjectId, ProjectId] = [one.id, two.id]
  const archived = new Set<number>()
  let known: ReadonlyArray<Known> = []
  const idOf = (project: number) => (project === 0 ? ids[0] : ids[1])

  const run = Effect.fnUntraced(function* ({ kind, project, task: which, status }: Step) {
    if (kind === "archive") {
      archived.add(project)
      return yield* projects.archive(workspace, idOf(project))
    }
    if (kind === "restore") {
      archived.delete(project)
      return yield* projects.restore(workspace, idOf(project))
    }
    if (kind === "create") {
      const made = yield* Effect.result(
        tasks.create(workspace, idOf(project), { title: "T", status })
      )
      assert.strictEqual(Result.isSuccess(made), !archived.has(project))
      if (Result.isSuccess(made)) known = [...known, { id: made.success.id, project, status }]
      return
    }
    const task = known[which]
    if (task === undefined) return
    const patch = kind === "move" ? { status } : { title: "U" }
    const change: Effect.Effect<unknown, unknown> =
      kind === "delete" ? tasks.remove(workspace, task.id) : tasks.update(workspace, task.id, patch)
    const changed = yield* Effect.result(change)
    assert.strictEqual(Result.isSuccess(changed), !archived.has(task.project))
    if (Result.isFailure(changed)) return
    const rest = known.filter((other) => other !== task)
    known = kind === "delete" ? rest : kind === "move" ? [...rest, { ...task, status }] : known
  })

  for (const step of steps) {
    yield* run(step)
    for (const project of [0, 1]) {
      const { taskCount, completedTaskCount } = yield* projects.get(workspace, idOf(project))
      assert.deepStrictEqual([taskCount, completedTaskCount], countsOf(known, project))
    }
  }
  for (const status of taskStatuses) {
    const { total } = yield* tasks.list(workspace, { status }, firstPage)
    assert.strictEqual(total, known.filter((task) => task.status === status).length)
  }
})

type Ports = Exclude<Layer.Success<typeof layerMemoryStorage>, MemoryStore>

const suite = <E>(name: string, storage: Layer.Layer<Ports, E>, numRuns: number) =>
  layer(Layer.provideMerge(layerUseCases, storage), { excludeTestServices: true })(name, (it) => {
    it.effect("the counts are what counting gives, after any changes", () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof holds>>>()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(history, (steps) => Effect.runPromiseWith(context)(holds(steps))),
            { numRuns }
          )
        )
      })
    )

    it.effect("no more than the bound, when many come at once, also beside an archiving", () =>
      Effect.gen(function* () {
        const tasks = yield* Tasks
        const workspace = yield* newWorkspace
        const client = yield* newClient(workspace.id)
        const project = yield* newProject(workspace.id, client.id)
        const ids = { workspaceId: workspace.id, projectId: project.id }
        const almost = yield* Effect.forEach(
          Arr.range(1, projectBounds.tasks - 3),
          Effect.fnUntraced(function* () {
            return Task.make({ ...ids, id: yield* TaskId.next(yield* random) }, { title: "T" }, now)
          })
        )
        const repository = yield* each(TaskRepository)
        for (const [first, ...rest] of Arr.chunksOf(almost, 500)) {
          yield* repository.insert(first, ...rest)
        }
        const one = Effect.result(tasks.create(workspace, project.id, { title: "T" }))
        const results = yield* Effect.all(Arr.replicate(one, 9), { concurrency: "unbounded" })
        const refused = results.filter(Result.isFailure).map(({ failure }) => failure._tag)
        assert.deepStrictEqual(refused, Arr.replicate("BoundReached", 6))
        assert.strictEqual(
          yield* repository.countOfProject(workspace.id, project.id),
          projectBounds.tasks
        )
        const last = almost[0]
        if (last === undefined) return
        const done = Effect.result(tasks.update(workspace, last.id, { status: "done" }))
        const archive = (yield* Projects).archive(workspace, project.id)
        const [, changed] = yield* Effect.all([archive, done], { concurrency: "unbounded" })
        const view = yield* (yield* ProjectRepository).view(workspace.id, project.id)
        assert.strictEqual(view.completedTaskCount, Result.isSuccess(changed) ? 1 : 0)
      })
    )
  })

suite("tasks in memory", layerMemoryStorage, 40)
suite("tasks on PGlite", onDatabase(layerPglite), 8)
suite("tasks on PostgreSQL", onDatabase(layerPostgres), 8)
