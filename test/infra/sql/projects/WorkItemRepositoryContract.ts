/** Tasks and milestones of a project, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { WorkItemRepository } from "../../../../src/app/ports/projects/WorkItemRepository.ts"
import { MilestoneId, TaskId } from "../../../../src/domain/Ids.ts"
import {
  firstPage,
  newClient,
  newProject,
  newWorkspace,
  now,
  random
} from "../../../support/records.ts"
import type { StorageContract } from "../contracts.ts"
import { TaskSeeder } from "../TaskSeeder.ts"

export const workItemRepositoryContract: StorageContract = (it) => {
  it.effect("tasks and milestones are told in pages, in their workspace", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const other = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const project = yield* newProject(workspace.id, client.id)
      const done = { title: "Done", status: "done", completedAt: now } as const
      const todo = { title: "To do", status: "todo", completedAt: null } as const
      for (const part of [done, todo]) {
        yield* (yield* TaskSeeder)(workspace.id, {
          id: yield* TaskId.next(yield* random),
          projectId: project.id,
          description: null,
          assignee: null,
          dueDate: null,
          createdAt: now,
          updatedAt: now,
          ...part
        })
      }
      const items = yield* WorkItemRepository
      const tasks = yield* items.tasksOfProject(workspace.id, project.id, {
        limit: 1,
        after: null
      })
      assert.deepStrictEqual([tasks.total, tasks.items[0]?.title], [2, "To do"])
      const rest = yield* items.tasksOfProject(workspace.id, project.id, {
        limit: 1,
        after: tasks.next
      })
      assert.deepStrictEqual([rest.next, rest.items[0]?.title], [null, "Done"])
      assert.strictEqual((yield* items.tasksOfProject(other.id, project.id, firstPage)).total, 0)
      const milestones = yield* items.milestonesOfProject(workspace.id, project.id, firstPage)
      assert.deepStrictEqual(milestones, { items: [], total: 0, next: null })
      const later = yield* items.milestonesOfProject(workspace.id, project.id, {
        limit: 1,
        after: yield* MilestoneId.next(yield* random)
      })
      assert.strictEqual(later.total, 0)
    })
  )
}
