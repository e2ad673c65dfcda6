/**
 * Any sequence of inserts, saves, removals and reads in transactions ends alike in memory and on
 * PostgreSQL.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Schema } from "effect"
import { ProjectRepository } from "../../../src/app/ports/projects/ProjectRepository.ts"
import { TaskRepository } from "../../../src/app/ports/projects/TaskRepository.ts"
import { type Transaction, UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import type { WorkspaceId } from "../../../src/domain/Ids.ts"
import { TaskId } from "../../../src/domain/Ids.ts"
import type { Project } from "../../../src/domain/projects/Project.ts"
import { make } from "../../../src/domain/projects/Task.ts"
import { layerMemoryStorage } from "../../../src/testing/MemoryPorts.ts"
import { newClient, newProject, newWorkspace, now, random } from "../../support/records.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../support/storages.ts"
import { each } from "../../support/transactions.ts"

const keys = [0, 1, 2] as const

const Step = Schema.Struct({
  does: Schema.Literals(["insert", "save", "remove", "read", "rename", "look"]),
  key: Schema.Literals(keys),
  value: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))
})
const Program = Schema.Array(Schema.Array(Step).check(Schema.isMaxLength(6))).check(
  Schema.isMaxLength(4)
)

interface Setting {
  readonly workspaceId: WorkspaceId
  readonly project: Project
  readonly ids: ReadonlyArray<TaskId>
}

const setting = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const project = yield* newProject(workspace.id, client.id)
  const source = yield* random
  const ids = yield* Effect.forEach(keys, () => TaskId.next(source))
  return { workspaceId: workspace.id, project, ids } satisfies Setting
})

type Ports = TaskRepository | ProjectRepository

/** The result of the step; null where it reads nothing. */
const step = (
  { workspaceId, project, ids }: Setting,
  { does, key, value }: typeof Step.Type
): Effect.Effect<string | null, never, Ports | Transaction> =>
  Effect.gen(function* () {
    const tasks = yield* TaskRepository
    const projects = yield* ProjectRepository
    const id = ids[key]
    if (id === undefined) return null
    const task = make({ id, workspaceId, projectId: project.id }, { title: `${value}` }, now)
    switch (does) {
      case "insert":
        return yield* Effect.as(tasks.insert(task), null)
      case "save":
        return yield* Effect.as(tasks.save(task), null)
      case "remove":
        return yield* Effect.as(tasks.remove(workspaceId, id), null)
      case "rename":
        return yield* Effect.as(projects.save({ ...project, name: `P${value}` }), null)
      case "read": {
        const found = tasks.getForUpdate(workspaceId, id)
        return yield* Effect.match(found, {
          onFailure: () => "none",
          onSuccess: ({ view }) => view.title
        })
      }
      default: {
        const found = yield* Effect.orDie(projects.getForUpdate(workspaceId, project.id))
        return `${found.view.name} ${found.view.taskCount}`
      }
    }
  })

const run = (program: typeof Program.Type) =>
  Effect.gen(function* () {
    const { transact } = yield* UnitOfWork
    const made = yield* setting
    const results = yield* Effect.forEach(program, (steps) =>
      Effect.map(Effect.exit(transact(Effect.forEach(steps, (one) => step(made, one)))), (exit) =>
        Exit.isSuccess(exit) ? exit.value : "failed"
      )
    )
    const stored = yield* (yield* each(TaskRepository)).list(
      made.workspaceId,
      {},
      { limit: 100, after: null }
    )
    const project = yield* (yield* each(ProjectRepository)).view(made.workspaceId, made.project.id)
    return {
      results,
      tasks: stored.items.map(({ id, title }) => [made.ids.indexOf(id), title]).sort(),
      project: [project.name, project.taskCount]
    }
  })

const endsAsInMemory = (program: typeof Program.Type) =>
  Effect.gen(function* () {
    const memory = yield* Effect.scoped(
      Effect.flatMap(Layer.build(Layer.fresh(layerMemoryStorage)), (context) =>
        Effect.provide(run(program), context)
      )
    )
    assert.deepStrictEqual(yield* run(program), memory)
  })

type Does = (typeof Step.Type)["does"]
const named: Readonly<Record<string, ReadonlyArray<ReadonlyArray<Does>>>> = {
  "an insert and a save of its row": [["insert", "save"]],
  "an insert, a removal and an insert again": [["insert", "remove", "insert", "save"]],
  "a save of a row that is not there": [["save"], ["insert", "remove"], ["save"]],
  "two saves and a read between them": [["insert"], ["save", "read", "save", "read"]]
}

for (const [name, storage] of [
  ["PGlite", onDatabase(layerPglite)],
  ["PostgreSQL", onDatabase(layerPostgres)]
] as const) {
  layer(storage, { excludeTestServices: true })(`programs on ${name}`, (it) => {
    it.effect.prop(
      "a program ends as it does in memory",
      { program: Program },
      ({ program }) => endsAsInMemory(program),
      { timeout: 120_000, arbitrary: { runs: 150 } }
    )

    for (const [what, units] of Object.entries(named)) {
      it.effect(`${what} end as in memory`, () =>
        endsAsInMemory(
          units.map((steps) => steps.map((does, value) => ({ does, key: 0 as const, value })))
        )
      )
    }
  })
}
