/** Projects in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { ProjectRepository } from "../../../app/ports/projects/ProjectRepository.ts"
import { ClientId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import { ofStored, ProjectNotFound } from "../../../domain/projects/Project.ts"
import {
  ProjectResource,
  type ProjectStatus,
  ProjectStored
} from "../../../domain/projects/ProjectResource.ts"
import { Database } from "../../postgres/Database.ts"
import { fixedRead, readByShape } from "../../postgres/Statements.ts"
import { readForUpdate } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import {
  byId,
  type IdPage,
  idPage,
  type PageRow,
  pageBeside,
  rowsBeside,
  rowsOf,
  withMeta
} from "../lists/Newest.ts"
import { foundIds, metaWithin, searching } from "../lists/Searches.ts"
import { insertRow, integer, keysOf, saveRow, toPage } from "../Rows.ts"
import {
  conditions,
  projectCount,
  projectPage,
  projectPageRows,
  type StoredProjectFilter,
  storedProjectFilter
} from "./ProjectPages.ts"
import { statusCounts } from "./ProjectTotals.ts"

const stored = columns(ProjectStored)
const shown = columns(ProjectResource)
const projectOf = (row: Row) => ofStored(stored.decode(row))

const keyOf = keysOf(ProjectId)

type Port = ProjectRepository["Service"]

const makeSelects = (sql: SqlClient.SqlClient) => {
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

  return { viewOf, selectOne, selectView }
}
type Selects = ReturnType<typeof makeSelects>

const writes = {
  insert: (project) =>
    insertRow("projects", keyOf(project.workspaceId, project.id), stored.encode(project)),

  save: (project) =>
    saveRow("projects", keyOf(project.workspaceId, project.id), stored.encode(project))
} satisfies Partial<Port>

const reads = (
  sql: SqlClient.SqlClient,
  rows: Database["Service"]["rows"],
  { selectOne, viewOf }: Selects
) =>
  ({
    find: Effect.fnUntraced(function* (workspaceId, id) {
      const [row] = yield* rows(selectOne(keyOf(workspaceId, id)))
      return row === undefined ? null : projectOf(row)
    }, Effect.orDie),

    view: Effect.fnUntraced(function* (workspaceId, id) {
      const [row] = yield* Effect.orDie(rows(viewOf(keyOf(workspaceId, id))))
      return row === undefined ? yield* new ProjectNotFound({ id }) : shown.decode(row)
    }),

    hasInvoices: Effect.fnUntraced(function* (workspaceId, id) {
      const rows = yield* sql`SELECT 1 FROM invoices
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND project_id = ${ProjectId.toUuid(id)} LIMIT 1`
      return rows.length > 0
    }, Effect.orDie),

    counts: Effect.fnUntraced(function* (workspaceId, scope) {
      const rows = yield* sql<{ status: ProjectStatus; items: bigint }>`${statusCounts(
        sql,
        workspaceId,
        scope
      )}`
      return Object.fromEntries(rows.map(({ status, items }) => [status, integer(items)]))
    }, Effect.orDie),

    details: Effect.fnUntraced(function* (workspaceId, ids) {
      if (ids.length === 0) return []
      const rows = yield* sql<{ id: string; company: string | null }>`
        SELECT p.id, c.company
        FROM projects p JOIN clients c ON c.workspace_id = p.workspace_id AND c.id = p.client_id
        WHERE p.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND p.id = ANY(${ids.map(ProjectId.toUuid)}::uuid[])`
      return rows.map((row) => ({ ...row, id: ProjectId.fromUuid(row.id) }))
    }, Effect.orDie),

    idsOfClient: Effect.fnUntraced(function* (workspaceId, clientId) {
      const rows = yield* sql<{ id: string }>`SELECT id FROM projects
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND client_id = ${ClientId.toUuid(clientId)} ORDER BY id`
      return rows.map((row) => ProjectId.fromUuid(row.id))
    }, Effect.orDie)
  }) satisfies Partial<Port>

const locks = ({ selectOne, viewOf }: Selects) =>
  ({
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
    })
  }) satisfies Partial<Port>

const lists = (
  sql: SqlClient.SqlClient,
  rows: Database["Service"]["rows"],
  { selectView }: Selects
) => {
  type Shape = Pick<StoredProjectFilter, "archived" | "status"> & Pick<IdPage, "isAscending">
  type Values = Omit<StoredProjectFilter, "archived" | "status"> &
    Pick<IdPage, "after" | "count"> & { readonly workspace: string }
  const pageRead = readByShape(
    (
      { isAscending, ...given }: Shape,
      { workspace, after, count, ...named }: Values
    ): Statement.Statement<unknown> => {
      const filter = { ...given, ...named }
      const page = { isAscending, after, count }
      const view = selectView(projectPageRows(sql, workspace, filter, page))
      const total = projectCount(sql, workspace, filter)
      return pageBeside(sql, total, [shown, view], byId(sql, page))
    }
  )

  return {
    list: Effect.fnUntraced(function* (workspaceId, filter, page) {
      const { isAscending, ...place } = idPage(page, ProjectId.toUuid)
      const { archived = false, status, ...named } = storedProjectFilter(filter)
      const shape = { isAscending, archived, ...(status === undefined ? {} : { status }) }
      const values = { workspace: WorkspaceId.toUuid(workspaceId), ...place, ...named }
      const found = yield* rows<PageRow>(pageRead(shape, values))
      return toPage(rowsBeside(found).map(shown.decode), integer(found[0]?.meta ?? 0n), page)
    }, Effect.orDie),

    search: Effect.fnUntraced(function* (workspaceId, { q, updatedSince, sort, ...filter }, page) {
      const ids = idPage(page, ProjectId.toUuid)
      const workspace = WorkspaceId.toUuid(workspaceId)
      const given = storedProjectFilter(filter)
      const view = selectView(rowsOf(sql, "projects", "p", [workspace, foundIds(sql, ids)]))
      const statement = searching(
        sql,
        {
          table: "projects",
          columns: sql`id, status, client_id, team_lead_id, updated_at`,
          workspaceId,
          search: { q, updatedSince },
          conditions: conditions(sql, given),
          ids: (first) => projectPage(sql, workspace, given, first)
        },
        (within) => withMeta(sql, within(sql`SELECT count(*) FROM found`), view, byId(sql, ids))
      )
      const rows = yield* Effect.orDie(sql<PageRow<bigint | null>>`${statement}`)
      const total = integer(yield* metaWithin(rows))
      return toPage(rowsBeside(rows).map(shown.decode), total, page)
    })
  } satisfies Partial<Port>
}

export const ProjectRepositorySql = Layer.effect(
  ProjectRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { rows } = yield* Database
    const selects = makeSelects(sql)
    return ProjectRepository.of({
      ...writes,
      ...reads(sql, rows, selects),
      ...locks(selects),
      ...lists(sql, rows, selects)
    })
  })
)
