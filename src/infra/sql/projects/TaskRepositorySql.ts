/**
 * Tasks in PostgreSQL. Triggers update the counts of a project in the transaction of the change.
 */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { TaskRepository } from "../../../app/ports/projects/TaskRepository.ts"
import { ProjectId, TaskId, WorkspaceId } from "../../../domain/Ids.ts"
import { TaskNotFound } from "../../../domain/projects/Task.ts"
import { TaskResource, TaskStored } from "../../../domain/projects/TaskResource.ts"
import { type Beside, readForUpdate } from "../../postgres/Write.ts"
import { columns, type Row } from "../Columns.ts"
import { byId, idPage, type PageRow, rowsBeside, rowsOf, withMeta } from "../lists/Newest.ts"
import { deleteRow, insertRow, insertRows, integer, keysOf, saveRow, toPage } from "../Rows.ts"
import { taskCount, taskPage } from "./TaskPages.ts"

const stored = columns(TaskStored)
const shown = columns(TaskResource)
const keyOf = keysOf(TaskId)

/** A change of an archived project is refused, so its row is read too. */
const project: Beside = {
  table: "projects",
  key: { workspaceId: "workspaceId", id: "projectId" },
  seen: "projectSeen"
}

type Port = TaskRepository["Service"]

const writes = {
  insert: (task, ...more) =>
    more.length === 0
      ? insertRow("tasks", keyOf(task.workspaceId, task.id), stored.encode(task))
      : insertRows("tasks", [stored.encode(task), ...more.map(stored.encode)]),

  save: (task) => saveRow("tasks", keyOf(task.workspaceId, task.id), stored.encode(task)),

  remove: (workspaceId, id) => deleteRow("tasks", keyOf(workspaceId, id))
} satisfies Partial<Port>

const reads = (sql: SqlClient.SqlClient) => {
  const one = (workspaceId: WorkspaceId, id: TaskId) =>
    sql`t.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND t.id = ${TaskId.toUuid(id)}`

  const selectView = (source: Statement.Fragment, more = sql``) => sql`
    SELECT t.*, u.name AS assignee_name ${more} FROM ${source}
    LEFT JOIN LATERAL (SELECT name FROM users
      WHERE workspace_id = t.workspace_id AND id = t.assignee_id LIMIT 1) u ON true`

  return {
    getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
      const row = yield* readForUpdate({
        table: "tasks",
        key: keyOf(workspaceId, id),
        view: sql`${selectView(
          sql`tasks t`,
          sql`, t.xmin::text AS seen, p.xmin::text AS project_seen, p.status = 'archived' AS is_archived`
        )} JOIN projects p ON p.workspace_id = t.workspace_id AND p.id = t.project_id
          WHERE ${one(workspaceId, id)}`,
        beside: [project],
        by: "version"
      })
      return row === undefined
        ? yield* new TaskNotFound({ id })
        : {
            task: stored.decode(row),
            view: shown.decode(row),
            isArchived: row["isArchived"] === true
          }
    }),

    view: Effect.fnUntraced(function* (workspaceId, id) {
      const found = sql<Row>`${selectView(sql`tasks t`)} WHERE ${one(workspaceId, id)}`
      const rows = yield* Effect.orDie(found)
      return rows[0] === undefined ? yield* new TaskNotFound({ id }) : shown.decode(rows[0])
    }),

    countOfProject: Effect.fnUntraced(function* (workspaceId, projectId) {
      const rows = yield* sql<{ total: bigint }>`
        SELECT coalesce(sum(items), 0)::bigint AS total FROM totals
        WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND kind = 'project_tasks'
          AND subject = ${ProjectId.toUuid(projectId)}`
      return integer(rows[0]?.total ?? 0n)
    }, Effect.orDie),

    inOrder: Effect.fnUntraced(function* (workspaceId, projectId, { limit, offset }) {
      const ofProject = sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}
        AND project_id = ${ProjectId.toUuid(projectId)}`
      // Only a project's tasks are sorted, and their number is bounded.
      const source = sql`(SELECT * FROM tasks WHERE ${ofProject}
        ORDER BY status = 'done', completed_at DESC, due_date, id
        LIMIT ${limit} OFFSET ${offset}) t`
      const order = sql`p.status = 'done', p.completed_at DESC, p.due_date, p.id`
      const count = sql`SELECT count(*) FROM tasks WHERE ${ofProject}`
      const rows = yield* sql<PageRow>`${withMeta(sql, count, selectView(source), order)}`
      return { items: rowsBeside(rows).map(shown.decode), total: integer(rows[0]?.meta ?? 0n) }
    }, Effect.orDie),

    list: Effect.fnUntraced(function* (workspaceId, filter, page) {
      const place = idPage(page, TaskId.toUuid)
      const ids = taskPage(sql, workspaceId, filter, place)
      const source = rowsOf(sql, "tasks", "t", [WorkspaceId.toUuid(workspaceId), ids])
      const count = taskCount(sql, workspaceId, filter)
      const rows =
        yield* sql<PageRow>`${withMeta(sql, count, selectView(source), byId(sql, place))}`
      return toPage(rowsBeside(rows).map(shown.decode), integer(rows[0]?.meta ?? 0n), page)
    }, Effect.orDie)
  } satisfies Partial<Port>
}

export const TaskRepositorySql = Layer.effect(
  TaskRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return TaskRepository.of({ ...writes, ...reads(sql) })
  })
)
