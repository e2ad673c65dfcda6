/** Projects in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import {
  type ProjectFilter,
  ProjectRepository
} from "../../../app/ports/projects/ProjectRepository.ts"
import type { CalendarDate } from "../../../domain/CalendarDate.ts"
import { ClientId, ProjectId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import {
  type OpenProjectStatus,
  type Project,
  ProjectNotFound,
  type ProjectStatus
} from "../../../domain/projects/Project.ts"
import type { ProjectView } from "../../../domain/Views.ts"
import { dateOf, instant, integer, integerOrNull, toPage } from "../Rows.ts"

interface ProjectRow {
  readonly workspaceId: string
  readonly id: string
  readonly clientId: string | null
  readonly teamLeadId: string | null
  readonly name: string
  readonly description: string | null
  readonly status: ProjectStatus
  readonly archivedFrom: OpenProjectStatus | null
  readonly startDate: CalendarDate | null
  readonly endDate: CalendarDate | null
  readonly budget: bigint | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface ProjectViewRow extends ProjectRow {
  readonly clientName: string | null
  readonly teamLeadName: string | null
  readonly budgetSpent: bigint
  readonly taskCount: bigint
  readonly completedTaskCount: bigint
}

const projectOf = (row: ProjectRow): Project => {
  const fields = {
    id: ProjectId.fromUuid(row.id),
    workspaceId: WorkspaceId.fromUuid(row.workspaceId),
    name: row.name,
    description: row.description,
    startDate: row.startDate,
    endDate: row.endDate,
    budgetMinor: integerOrNull(row.budget),
    clientId: row.clientId === null ? null : ClientId.fromUuid(row.clientId),
    teamLeadId: row.teamLeadId === null ? null : UserId.fromUuid(row.teamLeadId),
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt)
  }
  return row.status === "archived"
    ? { ...fields, status: row.status, archivedFrom: row.archivedFrom ?? "planning" }
    : { ...fields, status: row.status, archivedFrom: null }
}

const rowOf = (project: Project) => {
  const { budgetMinor, ...fields } = project
  return {
    ...fields,
    workspaceId: WorkspaceId.toUuid(project.workspaceId),
    id: ProjectId.toUuid(project.id),
    clientId: project.clientId === null ? null : ClientId.toUuid(project.clientId),
    teamLeadId: project.teamLeadId === null ? null : UserId.toUuid(project.teamLeadId),
    budget: budgetMinor === null ? null : BigInt(budgetMinor),
    createdAt: dateOf(project.createdAt),
    updatedAt: dateOf(project.updatedAt)
  }
}

const viewOf = (row: ProjectViewRow): ProjectView => {
  const { workspaceId, clientId, teamLeadId, archivedFrom, ...fields } = projectOf(row)
  return {
    ...fields,
    budgetSpentMinor: integer(row.budgetSpent),
    client: clientId === null ? null : { id: clientId, name: row.clientName ?? "" },
    teamLead: teamLeadId === null ? null : { id: teamLeadId, name: row.teamLeadName ?? "" },
    taskCount: integer(row.taskCount),
    completedTaskCount: integer(row.completedTaskCount)
  }
}

export const ProjectRepositorySql = Layer.effect(
  ProjectRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const selectView = sql`
      SELECT p.*, c.name AS client_name, u.name AS team_lead_name,
        b.budget_spent, t.task_count, t.completed_task_count
      FROM projects p
      JOIN workspaces w ON w.id = p.workspace_id
      LEFT JOIN clients c ON c.workspace_id = p.workspace_id AND c.id = p.client_id
      LEFT JOIN users u ON u.workspace_id = p.workspace_id AND u.id = p.team_lead_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(t.amount), 0)::bigint AS budget_spent
        FROM totals t WHERE t.workspace_id = p.workspace_id AND t.kind = 'project'
          AND t.subject = p.id AND t.day = '-infinity' AND t.label = w.currency
      ) b
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(t.items), 0)::bigint AS task_count,
          coalesce(sum(t.amount), 0)::bigint AS completed_task_count
        FROM totals t WHERE t.workspace_id = p.workspace_id AND t.kind = 'project_tasks'
          AND t.subject = p.id
      ) t`

    const matching = (workspaceId: WorkspaceId, { ids, archived, ...filter }: ProjectFilter) =>
      sql.and([
        sql`p.workspace_id = ${WorkspaceId.toUuid(workspaceId)}`,
        archived === true ? sql`p.status = 'archived'` : sql`p.status <> 'archived'`,
        ...(ids === undefined ? [] : [sql`p.id = ANY(${ids.map(ProjectId.toUuid)}::uuid[])`]),
        ...(filter.status === undefined ? [] : [sql`p.status = ${filter.status}`]),
        ...(filter.clientId === undefined
          ? []
          : [sql`p.client_id = ${ClientId.toUuid(filter.clientId)}`]),
        ...(filter.teamLeadId === undefined
          ? []
          : [sql`p.team_lead_id = ${UserId.toUuid(filter.teamLeadId)}`])
      ])

    /** From the kept totals; of one client, or of projects that are named, from their rows. */
    const countOf = (
      workspaceId: WorkspaceId,
      filter: ProjectFilter,
      where: Statement.Fragment
    ) => {
      const { ids, clientId, archived, status, teamLeadId } = filter
      return ids !== undefined || clientId !== undefined
        ? sql<{ total: bigint }>`SELECT count(*) AS total FROM projects p WHERE ${where}`
        : sql<{ total: bigint }>`SELECT coalesce(sum(t.items), 0)::bigint AS total FROM totals t
            WHERE ${sql.and([
              sql`t.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND t.kind = 'projects'`,
              archived === true ? sql`t.status = 'archived'` : sql`t.status <> 'archived'`,
              ...(status === undefined ? [] : [sql`t.status = ${status}`]),
              ...(teamLeadId === undefined ? [] : [sql`t.subject = ${UserId.toUuid(teamLeadId)}`])
            ])}`
    }

    return ProjectRepository.of({
      insert: Effect.fnUntraced(function* (project) {
        yield* sql`INSERT INTO projects ${sql.insert(rowOf(project))}`
      }, Effect.orDie),

      find: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql<ProjectRow>`SELECT * FROM projects
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${ProjectId.toUuid(id)}`
        return rows[0] === undefined ? null : projectOf(rows[0])
      }, Effect.orDie),

      getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* Effect.orDie(sql<ProjectRow>`SELECT * FROM projects
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${ProjectId.toUuid(id)}
          FOR UPDATE`)
        return rows[0] === undefined ? yield* new ProjectNotFound({ id }) : projectOf(rows[0])
      }),

      save: Effect.fnUntraced(function* (project) {
        const row = rowOf(project)
        const saved = yield* sql`
          UPDATE projects SET ${sql.update(row, ["workspaceId", "id"])}
          WHERE workspace_id = ${row.workspaceId} AND id = ${row.id} RETURNING 1`
        if (saved.length !== 1) yield* Effect.die(new Error(`project ${project.id} was not there`))
      }, Effect.orDie),

      hasInvoices: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql`SELECT 1 FROM invoices
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND project_id = ${ProjectId.toUuid(id)} LIMIT 1`
        return rows.length > 0
      }, Effect.orDie),

      view: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* Effect.orDie(sql<ProjectViewRow>`${selectView}
          WHERE p.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND p.id = ${ProjectId.toUuid(id)}`)
        return rows[0] === undefined ? yield* new ProjectNotFound({ id }) : viewOf(rows[0])
      }),

      list: Effect.fnUntraced(function* (workspaceId, filter, page) {
        const where = matching(workspaceId, filter)
        const after = page.after === null ? null : ProjectId.toUuid(page.after)
        const [rows, counts] = yield* Effect.all(
          [
            sql<ProjectViewRow>`${selectView}
              WHERE ${where} AND (${after}::uuid IS NULL OR p.id < ${after}::uuid)
              ORDER BY p.id DESC LIMIT ${page.limit + 1}`,
            countOf(workspaceId, filter, where)
          ],
          { concurrency: 2 }
        )
        return toPage(rows.map(viewOf), integer(counts[0]?.total ?? 0n), page)
      }, Effect.orDie),

      idsOfClient: Effect.fnUntraced(function* (workspaceId, clientId) {
        const rows = yield* sql<{ id: string }>`SELECT id FROM projects
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND client_id = ${ClientId.toUuid(clientId)} ORDER BY id`
        return rows.map((row) => ProjectId.fromUuid(row.id))
      }, Effect.orDie)
    })
  })
)
