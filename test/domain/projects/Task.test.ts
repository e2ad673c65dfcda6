/** A completed task has its completion time, after any sequence of changes. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import { ProjectId, TaskId, WorkspaceId } from "../../../src/domain/Ids.ts"
import { isCompletedBy, make, revise, viewOf } from "../../../src/domain/projects/Task.ts"
import { type TaskPatch, taskStatuses } from "../../../src/domain/projects/TaskResource.ts"

const at = (minute: number) => DateTime.makeUnsafe(Date.UTC(2026, 2, 10, 12, minute))
const uuid = "0188bac7-4afa-78aa-bc3b-bd1eef28d881"
const ids = {
  id: TaskId.fromUuid(uuid),
  workspaceId: WorkspaceId.fromUuid(uuid),
  projectId: ProjectId.fromUuid(uuid)
}

describe("a task", () => {
  it("is to do, and nobody's, unless it says otherwise", () => {
    assert.deepStrictEqual(make(ids, { title: "T" }, at(0)), {
      ...ids,
      title: "T",
      description: null,
      status: "todo",
      assigneeId: null,
      dueDate: null,
      completedAt: null,
      createdAt: at(0),
      updatedAt: at(0)
    })
    assert.deepStrictEqual(make(ids, { title: "T", status: "done" }, at(0)).completedAt, at(0))
  })

  it("stays the very same by a patch that holds nothing", () => {
    const task = make(ids, { title: "T" }, at(0))
    assert.strictEqual(revise(task, {}, at(1)), task)
  })

  it("is shown with whom it is assigned to, and without its workspace", () => {
    const { workspaceId, assigneeId, ...shown } = make(ids, { title: "T" }, at(0))
    assert.deepStrictEqual(viewOf(make(ids, { title: "T" }, at(0)), null), {
      ...shown,
      assignee: null
    })
  })

  it("was completed when it last became done, and only while it is", () => {
    const patch: fc.Arbitrary<TaskPatch> = fc.oneof(
      fc.constantFrom(...taskStatuses).map((status) => ({ status })),
      fc.constant({ description: "d" })
    )
    fc.assert(
      fc.property(fc.constantFrom(...taskStatuses), fc.array(patch), (status, patches) => {
        let task = make(ids, { title: "T", status }, at(0))
        let since = status === "done" ? at(0) : null
        for (const [index, one] of patches.entries()) {
          const before = task
          task = revise(task, one, at(index + 1))
          const becomes = one.status ?? before.status
          const completes = before.status !== "done" && becomes === "done"
          assert.strictEqual(isCompletedBy(before, task), completes)
          if (completes) since = at(index + 1)
          if (becomes !== "done") since = null
          assert.deepStrictEqual([task.status, task.completedAt], [becomes, since])
          assert.deepStrictEqual(task.updatedAt, at(index + 1))
        }
      })
    )
  })
})
