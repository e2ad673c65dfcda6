/** Puts a task where no port writes one yet. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ProjectId, TaskId, WorkspaceId } from "../../../src/domain/Ids.ts"
import type { TaskView } from "../../../src/domain/projects/WorkItemResources.ts"
import { dateOf, dateOfOrNull } from "../../../src/infra/sql/Rows.ts"
import { MemoryStore } from "../../../src/testing/MemoryStore.ts"

export class TaskSeeder extends Context.Service<
  TaskSeeder,
  (workspaceId: WorkspaceId, task: TaskView) => Effect.Effect<void>
>()("test/TaskSeeder") {}

export const layerTaskSeederMemory = Layer.effect(
  TaskSeeder,
  Effect.map(
    MemoryStore,
    (store) => (workspaceId, task) =>
      store.update((state) => ({ ...state, tasks: [...state.tasks, { ...task, workspaceId }] }))
  )
)

export const layerTaskSeederSql = Layer.effect(
  TaskSeeder,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Effect.fnUntraced(function* (workspaceId, task) {
      yield* sql`INSERT INTO tasks ${sql.insert({
        workspaceId: WorkspaceId.toUuid(workspaceId),
        id: TaskId.toUuid(task.id),
        projectId: ProjectId.toUuid(task.projectId),
        title: task.title,
        status: task.status,
        completedAt: dateOfOrNull(task.completedAt),
        createdAt: dateOf(task.createdAt),
        updatedAt: dateOf(task.updatedAt)
      })}`
    }, Effect.orDie)
  )
)
