/** Tasks of the sample data: some done, some late, some unassigned. */
import { Array as Arr, DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { type ProjectId, TaskId, type UserId } from "../../domain/Ids.ts"
import { make } from "../../domain/projects/Task.ts"
import { taskStatuses } from "../../domain/projects/TaskResource.ts"
import { addDays, type CalendarDate } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { TaskRepository } from "../ports/projects/TaskRepository.ts"
import { pick, taskTitles } from "./Samples.ts"

const perProject = 5

/** Returns the number of tasks. */
export const addSampleTasks = Effect.gen(function* () {
  const tasks = yield* TaskRepository
  const users = yield* UserRepository
  const journal = yield* Journal
  const random = yield* SecureRandom.SecureRandom

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    projectIds: ReadonlyArray<ProjectId>,
    today: CalendarDate
  ) {
    const now = yield* DateTime.now
    const people = yield* users.list(workspace.id)
    const assignees: ReadonlyArray<UserId | null> = [null, ...people.map(({ user }) => user.id)]
    const made = yield* Effect.forEach(
      projectIds.flatMap((id) => Arr.makeBy(perProject, (index) => ({ projectId: id, index }))),
      Effect.fnUntraced(function* ({ projectId, index }) {
        const ids = { id: yield* TaskId.next(random), workspaceId: workspace.id, projectId }
        const input = {
          title: pick(taskTitles, index),
          status: pick(taskStatuses, index),
          assigneeId: pick(assignees, index),
          dueDate: index % 4 === 3 ? null : addDays(today, 7 * index - 10)
        }
        return make(ids, input, now)
      })
    )
    const [first, ...rest] = made
    if (first !== undefined) yield* tasks.insert(first, ...rest)
    for (const { id } of made) {
      const shown = yield* Effect.orDie(tasks.view(workspace.id, id))
      yield* journal.record(workspace.id, "task.created", null, shown)
    }
    return made.length
  })
})
