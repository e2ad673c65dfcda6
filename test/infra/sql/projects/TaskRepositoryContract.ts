/**
 * Tasks, in every storage: what comes back, what a filter finds, and the counts of their projects.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { UserRepository } from "../../../../src/app/ports/people/UserRepository.ts"
import { ProjectRepository } from "../../../../src/app/ports/projects/ProjectRepository.ts"
import {
  type TaskFilter,
  TaskRepository
} from "../../../../src/app/ports/projects/TaskRepository.ts"
import { TaskId } from "../../../../src/domain/Ids.ts"
import * as Project from "../../../../src/domain/projects/Project.ts"
import * as Task from "../../../../src/domain/projects/Task.ts"
import type { Task as Stored } from "../../../../src/domain/projects/TaskResource.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import {
  firstPage,
  later,
  newClient,
  newProject,
  newTask,
  newUser,
  newWorkspace,
  now,
  random
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const day = (text: string) => CalendarDate.make(text)

const setUp = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const project = yield* newProject(workspace.id, client.id)
  const user = yield* newUser(workspace.id)
  return { workspace, client, project, user, tasks: yield* each(TaskRepository) }
})

export const taskRepositoryContract: StorageContract = (it) => {
  it.effect("a task comes back as it was written, with its assignee's name", () =>
    Effect.gen(function* () {
      const { workspace, project, user, tasks } = yield* setUp
      const task = yield* newTask(project, {
        description: "d\nd",
        assigneeId: user.id,
        dueDate: day("2026-04-01"),
        status: "done"
      })
      const assignee = { id: user.id, name: user.name }
      const view = Task.viewOf(task, assignee)
      assert.deepStrictEqual(yield* tasks.view(workspace.id, task.id), view)
      assert.deepStrictEqual(yield* tasks.getForUpdate(workspace.id, task.id), {
        task,
        view,
        isArchived: false
      })
      // Tasks of a removed user still name that user.
      yield* (yield* each(UserRepository)).remove(workspace.id, user.id, later)
      assert.deepStrictEqual((yield* tasks.view(workspace.id, task.id)).assignee, assignee)

      const revised = Task.revise(task, { status: "todo", assigneeId: null, dueDate: null }, later)
      yield* tasks.save(revised)
      const after = Task.viewOf(revised, null)
      assert.deepStrictEqual(yield* tasks.view(workspace.id, task.id), after)
      assert.isNull(after.completedAt)

      yield* (yield* each(ProjectRepository)).save(Project.archive(project, later))
      assert.isTrue((yield* tasks.getForUpdate(workspace.id, task.id)).isArchived)
      yield* tasks.remove(workspace.id, task.id)
      const gone = yield* Effect.flip(tasks.view(workspace.id, task.id))
      assert.deepStrictEqual([gone._tag, gone.id], ["TaskNotFound", task.id])
    })
  )

  it.effect("a task is nobody else's", () =>
    Effect.gen(function* () {
      const { project, tasks } = yield* setUp
      const other = yield* newWorkspace
      const task = yield* newTask(project)
      const unknown = yield* TaskId.next(yield* random)
      for (const [workspace, id] of [
        [other.id, task.id],
        [project.workspaceId, unknown]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(tasks.view(workspace, id)))._tag, "TaskNotFound")
        const locked = yield* Effect.flip(tasks.getForUpdate(workspace, id))
        assert.strictEqual(locked._tag, "TaskNotFound")
        yield* tasks.remove(workspace, id)
      }
      assert.strictEqual(yield* tasks.countOfProject(other.id, project.id), 0)
      assert.strictEqual((yield* tasks.list(other.id, {}, firstPage)).total, 0)
      assert.strictEqual(yield* tasks.countOfProject(project.workspaceId, project.id), 1)
    })
  )

  it.effect("lists are filtered by project, status, assignee and due day, in pages", () =>
    Effect.gen(function* () {
      const { workspace, client, project, user, tasks } = yield* setUp
      const second = yield* newProject(workspace.id, client.id)
      const one = yield* newTask(project, { assigneeId: user.id, dueDate: day("2026-03-09") })
      const two = yield* newTask(second, { status: "done", dueDate: day("2026-03-10") })
      const three = yield* newTask(project, { status: "in_progress", assigneeId: user.id })
      const four = yield* newTask(second, { assigneeId: user.id, dueDate: day("2025-12-31") })
      const found: ReadonlyArray<readonly [TaskFilter, ReadonlyArray<Stored>]> = [
        [{}, [four, three, two, one]],
        [{ projectId: project.id }, [three, one]],
        [{ projectId: project.id, status: "todo" }, [one]],
        [{ status: "todo" }, [four, one]],
        [{ status: "done", assigneeId: user.id }, []],
        [{ assigneeId: user.id }, [four, three, one]],
        [{ assigneeId: user.id, status: "in_progress" }, [three]],
        [{ dueBefore: day("2026-03-10") }, [four, one]],
        [{ dueBefore: day("2026-03-11") }, [four, two, one]],
        [{ dueBefore: day("2026-01-01") }, [four]],
        [{ dueBefore: day("2026-03-11"), status: "done" }, [two]],
        [{ dueBefore: day("2026-03-11"), assigneeId: user.id, status: "todo" }, [four, one]],
        [{ dueBefore: day("2026-03-11"), projectId: second.id }, [four, two]],
        [{ dueBefore: day("0001-01-01") }, []]
      ]
      for (const [filter, expected] of found) {
        const name = JSON.stringify(filter)
        const page = yield* tasks.list(workspace.id, filter, firstPage)
        assert.deepStrictEqual(
          page.items.map(({ id }) => id),
          expected.map(({ id }) => id),
          name
        )
        assert.deepStrictEqual([page.total, page.next], [expected.length, null], name)
      }
      const first = yield* tasks.list(workspace.id, { status: "todo" }, { limit: 1, after: null })
      assert.deepStrictEqual([first.items[0]?.id, first.next], [four.id, four.id])
      const rest = yield* tasks.list(
        workspace.id,
        { status: "todo" },
        { limit: 1, after: first.next }
      )
      assert.deepStrictEqual([rest.items[0]?.id, rest.next, rest.total], [one.id, null, 2])
    })
  )

  it.effect("the counts of the project move with its tasks", () =>
    Effect.gen(function* () {
      const { workspace, project, tasks } = yield* setUp
      const projects = yield* ProjectRepository
      const counts = Effect.map(
        projects.view(workspace.id, project.id),
        ({ taskCount, completedTaskCount }) => [taskCount, completedTaskCount]
      )
      const one = yield* newTask(project)
      const two = yield* newTask(project, { status: "done" })
      assert.deepStrictEqual(yield* counts, [2, 1])
      assert.strictEqual(yield* tasks.countOfProject(workspace.id, project.id), 2)
      yield* tasks.save(Task.revise(one, { status: "done" }, now))
      assert.deepStrictEqual(yield* counts, [2, 2])
      yield* tasks.save(Task.revise(two, { status: "in_progress" }, now))
      assert.deepStrictEqual(yield* counts, [2, 1])
      yield* tasks.remove(workspace.id, one.id)
      assert.deepStrictEqual(yield* counts, [1, 0])
    })
  )

  it.effect("the order of work: what is to be done by day, then what is done, in parts", () =>
    Effect.gen(function* () {
      const { workspace, client, project, tasks } = yield* setUp
      const other = yield* newProject(workspace.id, client.id)
      yield* newTask(other)
      const undated = yield* newTask(project)
      const done = yield* newTask(project, { status: "done", dueDate: day("2026-01-01") })
      const late = yield* newTask(project, { dueDate: day("2026-02-02") })
      const soon = yield* newTask(project, { dueDate: day("2026-02-01"), status: "in_progress" })
      const finished = yield* newTask(project)
      yield* tasks.save(Task.revise(finished, { status: "done" }, later))
      const part = (limit: number, offset: number) =>
        Effect.map(
          tasks.inOrder(workspace.id, project.id, { limit, offset }),
          ({ items, total }) => [total, ...items.map(({ id }) => id)]
        )
      assert.deepStrictEqual(yield* part(3, 0), [5, soon.id, late.id, undated.id])
      assert.deepStrictEqual(yield* part(3, 3), [5, finished.id, done.id])
      assert.deepStrictEqual(yield* part(3, 6), [5])
      const stranger = yield* newWorkspace
      const theirs = yield* tasks.inOrder(stranger.id, project.id, { limit: 3, offset: 0 })
      assert.deepStrictEqual(theirs, { items: [], total: 0 })
    })
  )
}
