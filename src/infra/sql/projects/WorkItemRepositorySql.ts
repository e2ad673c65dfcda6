/** Tasks and milestones in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { WorkItemRepository } from "../../../app/ports/projects/WorkItemRepository.ts"
import { MilestoneId, ProjectId, TaskId, WorkspaceId } from "../../../domain/Ids.ts"
import { MilestoneResource, TaskResource } from "../../../domain/projects/WorkItemResources.ts"
import { columns, type Row } from "../Columns.ts"
import { integer, toPage } from "../Rows.ts"

const tasks = columns(TaskResource)
const milestones = columns(MilestoneResource)

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
        const rows = yield* sql<Row>`
            SELECT i.*, u.name AS assignee_name FROM tasks i
            LEFT JOIN users u ON u.workspace_id = i.workspace_id AND u.id = i.assignee_id
            WHERE ${where} AND (${after}::uuid IS NULL OR i.id < ${after}::uuid)
            ORDER BY i.id DESC LIMIT ${page.limit + 1}`
        const counts = yield* sql<{ total: bigint }>`
            SELECT count(*) AS total FROM tasks i WHERE ${where}`
        return toPage(rows.map(tasks.decode), integer(counts[0]?.total ?? 0n), page)
      }, Effect.orDie),

      milestonesOfProject: Effect.fnUntraced(function* (workspaceId, projectId, page) {
        const where = ofProject(workspaceId, projectId)
        const after = page.after === null ? null : MilestoneId.toUuid(page.after)
        const rows = yield* sql<Row>`
            SELECT i.* FROM milestones i
            WHERE ${where} AND (${after}::uuid IS NULL OR i.id < ${after}::uuid)
            ORDER BY i.id DESC LIMIT ${page.limit + 1}`
        const counts = yield* sql<{ total: bigint }>`
            SELECT count(*) AS total FROM milestones i WHERE ${where}`
        return toPage(rows.map(milestones.decode), integer(counts[0]?.total ?? 0n), page)
      }, Effect.orDie)
    })
  })
)
