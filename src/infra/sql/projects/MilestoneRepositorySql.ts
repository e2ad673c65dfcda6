/** Milestones in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { MilestoneRepository } from "../../../app/ports/projects/MilestoneRepository.ts"
import { MilestoneId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import { MilestoneResource } from "../../../domain/projects/MilestoneResource.ts"
import { columns, type Row } from "../Columns.ts"
import { integer, toPage } from "../Rows.ts"

const milestones = columns(MilestoneResource)

export const MilestoneRepositorySql = Layer.effect(
  MilestoneRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return MilestoneRepository.of({
      listOfProject: Effect.fnUntraced(function* (workspaceId, projectId, page) {
        const where = sql`i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND i.project_id = ${ProjectId.toUuid(projectId)}`
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
