/** Projects in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import {
  type ProjectFilter,
  ProjectRepository
} from "../../../app/ports/projects/ProjectRepository.ts"
import { ClientId, ProjectId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import { ofStored, ProjectNotFound } from "../../../domain/projects/Project.ts"
import { ProjectResource, ProjectStored } from "../../../domain/projects/ProjectResource.ts"
import { columns, type Row } from "../Columns.ts"
import { idPage, pageToJoin } from "../Newest.ts"
import { integer, toPage } from "../Rows.ts"
import { matching, projectPage } from "./ProjectPages.ts"

const stored = columns(ProjectStored)
const shown = columns(ProjectResource)
const projectOf = (row: Row) => ofStored(stored.decode(row))

export const ProjectRepositorySql = Layer.effect(
  ProjectRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const selectView = (source: Statement.Fragment) => sql`
      SELECT p.*, c.name AS client_name, u.name AS team_lead_name,
        b.budget_spent, t.task_count, t.completed_task_count
      FROM ${source}
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

    /** From the kept totals; of one client, or of projects that are named, from their rows. */
    const countOf = (workspaceId: WorkspaceId, filter: ProjectFilter) => {
      const { ids, clientId, archived, status, teamLeadId } = filter
      return ids !== undefined || clientId !== undefined
        ? sql<{ total: bigint }>`SELECT count(*) AS total FROM projects
            WHERE ${matching(sql, workspaceId, filter)}`
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
        yield* sql`INSERT INTO projects ${stored.insert(sql, project)}`
      }, Effect.orDie),

      find: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql<Row>`SELECT * FROM projects
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${ProjectId.toUuid(id)}`
        return rows[0] === undefined ? null : projectOf(rows[0])
      }, Effect.orDie),

      getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* Effect.orDie(sql<Row>`SELECT * FROM projects
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${ProjectId.toUuid(id)}
          FOR UPDATE`)
        return rows[0] === undefined ? yield* new ProjectNotFound({ id }) : projectOf(rows[0])
      }),

      save: Effect.fnUntraced(function* (project) {
        const row = stored.encode(project)
        const saved = yield* sql`
          UPDATE projects SET ${sql.update(row, ["workspaceId", "id"])}
          WHERE workspace_id = ${WorkspaceId.toUuid(project.workspaceId)}
            AND id = ${ProjectId.toUuid(project.id)} RETURNING 1`
        if (saved.length !== 1) yield* Effect.die(new Error(`project ${project.id} was not there`))
      }, Effect.orDie),

      hasInvoices: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql`SELECT 1 FROM invoices
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND project_id = ${ProjectId.toUuid(id)} LIMIT 1`
        return rows.length > 0
      }, Effect.orDie),

      view: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* Effect.orDie(sql<Row>`${selectView(sql`projects p`)}
          WHERE p.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND p.id = ${ProjectId.toUuid(id)}`)
        return rows[0] === undefined ? yield* new ProjectNotFound({ id }) : shown.decode(rows[0])
      }),

      list: Effect.fnUntraced(function* (workspaceId, filter, page) {
        const ids = projectPage(sql, workspaceId, filter, idPage(page, ProjectId.toUuid))
        const source = sql`${pageToJoin(sql, ids)}
          JOIN projects p ON p.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND p.id = k.id`
        const [rows, counts] = yield* Effect.all(
          [sql<Row>`${selectView(source)} ORDER BY p.id DESC`, countOf(workspaceId, filter)],
          { concurrency: 2 }
        )
        return toPage(rows.map(shown.decode), integer(counts[0]?.total ?? 0n), page)
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
