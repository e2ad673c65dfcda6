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
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { Database } from "../../postgres/Database.ts"
import { fixedRead } from "../../postgres/Statements.ts"
import { readForUpdate } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import { byId, idPage, type PageRow, rowsBeside, rowsOf, withMeta } from "../lists/Newest.ts"
import { foundIds, metaWithin, searching } from "../lists/Searches.ts"
import { insertRow, integer, keysOf, saveRow, toPage } from "../Rows.ts"
import { conditions, matching, projectPage } from "./ProjectPages.ts"

const stored = columns(ProjectStored)
const shown = columns(ProjectResource)
const projectOf = (row: Row) => ofStored(stored.decode(row))

const keyOf = keysOf(ProjectId)

export const ProjectRepositorySql = Layer.effect(
  ProjectRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { rows } = yield* Database

    const selectView = (source: Statement.Fragment, more = sql``) => sql`
      SELECT p.*, c.name AS client_name, u.name AS team_lead_name,
        b.budget_spent, t.task_count, t.completed_task_count ${more}
      FROM ${source}
      JOIN workspaces w ON w.id = p.workspace_id
      LEFT JOIN LATERAL (SELECT name FROM clients
        WHERE workspace_id = p.workspace_id AND id = p.client_id LIMIT 1) c ON true
      LEFT JOIN LATERAL (SELECT name FROM users
        WHERE workspace_id = p.workspace_id AND id = p.team_lead_id LIMIT 1) u ON true
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

    const viewOf = fixedRead(
      ["workspaceId", "id"],
      (value) => sql`${selectView(sql`projects p`, sql`, p.xmin::text AS seen`)}
        WHERE p.workspace_id = ${value("workspaceId")} AND p.id = ${value("id")}`
    )

    const selectOne = fixedRead(
      ["workspaceId", "id"],
      (value) => sql`SELECT *, xmin::text AS seen FROM projects
        WHERE workspace_id = ${value("workspaceId")} AND id = ${value("id")}`
    )

    /** From the stored totals; of one client, or of projects that are named, from their rows. */
    const countOf = (workspaceId: WorkspaceId, filter: ProjectFilter) => {
      const { ids, clientId, archived, status, teamLeadId, ...others } = filter
      requireAllUsed(others)
      return ids !== undefined || clientId !== undefined
        ? sql`SELECT count(*) FROM projects WHERE ${matching(sql, workspaceId, filter)}`
        : sql`SELECT coalesce(sum(t.items), 0)::bigint FROM totals t
            WHERE ${sql.and([
              sql`t.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND t.kind = 'projects'`,
              archived === true ? sql`t.status = 'archived'` : sql`t.status <> 'archived'`,
              ...(status === undefined ? [] : [sql`t.status = ${status}`]),
              ...(teamLeadId === undefined ? [] : [sql`t.subject = ${UserId.toUuid(teamLeadId)}`])
            ])}`
    }

    const viewsOf = (workspaceId: WorkspaceId, ids: Statement.Fragment) =>
      selectView(rowsOf(sql, "projects", "p", [WorkspaceId.toUuid(workspaceId), ids]))

    return ProjectRepository.of({
      insert: (project) =>
        insertRow("projects", keyOf(project.workspaceId, project.id), stored.encode(project)),

      find: Effect.fnUntraced(function* (workspaceId, id) {
        const [row] = yield* rows(selectOne(keyOf(workspaceId, id)))
        return row === undefined ? null : projectOf(row)
      }, Effect.orDie),

      findForReference: Effect.fnUntraced(function* (workspaceId, id) {
        const row = yield* readForUpdate({
          table: "projects",
          key: keyOf(workspaceId, id),
          view: selectOne(keyOf(workspaceId, id)),
          by: "version",
          lock: "share"
        })
        return row === undefined ? null : projectOf(row)
      }),

      getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const row = yield* readForUpdate({
          table: "projects",
          key: keyOf(workspaceId, id),
          view: viewOf(keyOf(workspaceId, id)),
          by: "version"
        })
        return row === undefined
          ? yield* new ProjectNotFound({ id })
          : { project: projectOf(row), view: shown.decode(row) }
      }),

      lock: Effect.fnUntraced(function* (workspaceId, id) {
        const row = yield* readForUpdate({
          table: "projects",
          key: keyOf(workspaceId, id),
          view: selectOne(keyOf(workspaceId, id))
        })
        return row === undefined ? yield* new ProjectNotFound({ id }) : projectOf(row)
      }),

      save: (project) =>
        saveRow("projects", keyOf(project.workspaceId, project.id), stored.encode(project)),

      hasInvoices: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql`SELECT 1 FROM invoices
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND project_id = ${ProjectId.toUuid(id)} LIMIT 1`
        return rows.length > 0
      }, Effect.orDie),

      view: Effect.fnUntraced(function* (workspaceId, id) {
        const [row] = yield* Effect.orDie(rows(viewOf(keyOf(workspaceId, id))))
        return row === undefined ? yield* new ProjectNotFound({ id }) : shown.decode(row)
      }),

      list: Effect.fnUntraced(function* (workspaceId, filter, page) {
        const asked = idPage(page, ProjectId.toUuid)
        const view = viewsOf(workspaceId, projectPage(sql, workspaceId, filter, asked))
        const rows =
          yield* sql<PageRow>`${withMeta(sql, countOf(workspaceId, filter), view, byId(sql, asked))}`
        return toPage(rowsBeside(rows).map(shown.decode), integer(rows[0]?.meta ?? 0n), page)
      }, Effect.orDie),

      search: Effect.fnUntraced(function* (
        workspaceId,
        { q, updatedSince, sort, ...filter },
        page
      ) {
        const asked = idPage(page, ProjectId.toUuid)
        const view = viewsOf(workspaceId, foundIds(sql, asked))
        const statement = searching(
          sql,
          {
            table: "projects",
            columns: sql`id, status, client_id, team_lead_id, updated_at`,
            workspaceId,
            search: { q, updatedSince },
            conditions: conditions(sql, filter),
            ids: (first) => projectPage(sql, workspaceId, filter, first)
          },
          (within) => withMeta(sql, within(sql`SELECT count(*) FROM found`), view, byId(sql, asked))
        )
        const rows = yield* Effect.orDie(sql<PageRow<bigint | null>>`${statement}`)
        const total = integer(yield* metaWithin(rows))
        return toPage(rowsBeside(rows).map(shown.decode), total, page)
      }),

      idsOfClient: Effect.fnUntraced(function* (workspaceId, clientId) {
        const rows = yield* sql<{ id: string }>`SELECT id FROM projects
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND client_id = ${ClientId.toUuid(clientId)} ORDER BY id`
        return rows.map((row) => ProjectId.fromUuid(row.id))
      }, Effect.orDie)
    })
  })
)
