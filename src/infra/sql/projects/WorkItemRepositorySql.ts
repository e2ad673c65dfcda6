/** Tasks and milestones in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { WorkItemRepository } from "../../../app/ports/projects/WorkItemRepository.ts"
import type { CalendarDate } from "../../../domain/CalendarDate.ts"
import { MilestoneId, ProjectId, TaskId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { MilestoneStatus } from "../../../domain/projects/Milestone.ts"
import type { TaskStatus } from "../../../domain/projects/Task.ts"
import type { MilestoneView, TaskView } from "../../../domain/Views.ts"
import { instant, instantOrNull, integer, integerOrNull, toPage } from "../Rows.ts"

interface WorkItemRow {
  readonly id: string
  readonly projectId: string
  readonly description: string | null
  readonly dueDate: CalendarDate | null
  readonly completedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}
interface TaskRow extends WorkItemRow {
  readonly title: string
  readonly status: TaskStatus
  readonly assigneeId: string | null
  readonly assigneeName: string | null
}
interface MilestoneRow extends WorkItemRow {
  readonly name: string
  readonly status: MilestoneStatus
  readonly amount: bigint | null
}

const shared = (row: WorkItemRow) => ({
  projectId: ProjectId.fromUuid(row.projectId),
  description: row.description,
  dueDate: row.dueDate,
  completedAt: instantOrNull(row.completedAt),
  createdAt: instant(row.createdAt),
  updatedAt: instant(row.updatedAt)
})

const taskOf = (row: TaskRow): TaskView => ({
  id: TaskId.fromUuid(row.id),
  title: row.title,
  status: row.status,
  assignee:
    row.assigneeId === null
      ? null
      : { id: UserId.fromUuid(row.assigneeId), name: row.assigneeName ?? "" },
  ...shared(row)
})

const milestoneOf = (row: MilestoneRow): MilestoneView => ({
  id: MilestoneId.fromUuid(row.id),
  name: row.name,
  status: row.status,
  amountMinor: integerOrNull(row.amount),
  ...shared(row)
})

export const WorkItemRepositorySql = Layer.effect(
  WorkItemRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const ofProject = (workspaceId: WorkspaceId, projectId: ProjectId) =>
      sql`i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND i.project_id = ${ProjectId.toUuid(projectId)}`

    return WorkItemRepository.of({
      tasksOfProject: Effect.fnUntraced(function* (workspaceId, projectId, page) {
        const where = ofProject(workspaceId, projectId)
        const after = page.after === null ? null : TaskId.toUuid(page.after)
        const rows = yield* sql<TaskRow>`
            SELECT i.*, u.name AS assignee_name FROM tasks i
            LEFT JOIN users u ON u.workspace_id = i.workspace_id AND u.id = i.assignee_id
            WHERE ${where} AND (${after}::uuid IS NULL OR i.id < ${after}::uuid)
            ORDER BY i.id DESC LIMIT ${page.limit + 1}`
        const counts = yield* sql<{ total: bigint }>`
            SELECT count(*) AS total FROM tasks i WHERE ${where}`
        return toPage(rows.map(taskOf), integer(counts[0]?.total ?? 0n), page)
      }, Effect.orDie),

      milestonesOfProject: Effect.fnUntraced(function* (workspaceId, projectId, page) {
        const where = ofProject(workspaceId, projectId)
        const after = page.after === null ? null : MilestoneId.toUuid(page.after)
        const rows = yield* sql<MilestoneRow>`
            SELECT i.* FROM milestones i
            WHERE ${where} AND (${after}::uuid IS NULL OR i.id < ${after}::uuid)
            ORDER BY i.id DESC LIMIT ${page.limit + 1}`
        const counts = yield* sql<{ total: bigint }>`
            SELECT count(*) AS total FROM milestones i WHERE ${where}`
        return toPage(rows.map(milestoneOf), integer(counts[0]?.total ?? 0n), page)
      }, Effect.orDie)
    })
  })
)
