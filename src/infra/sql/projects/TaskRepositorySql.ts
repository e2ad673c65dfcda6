/** Tasks in PostgreSQL. The counts of a project are kept by triggers, in the transaction of the change. */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { TaskRepository } from "../../../app/ports/projects/TaskRepository.ts"
import { ProjectId, TaskId, WorkspaceId } from "../../../domain/Ids.ts"
import { TaskNotFound } from "../../../domain/projects/Task.ts"
import { TaskResource, TaskStored } from "../../../domain/projects/TaskResource.ts"
import { columns, type Row } from "../Columns.ts"
import { both, eventually } from "../InUnit.ts"
import { idPage, type PageRow, rowsBeside, rowsOf, withMeta } from "../Newest.ts"
import { integer, toPage } from "../Rows.ts"
import { taskCount, taskPage } from "./TaskPages.ts"

const stored = columns(TaskStored)
const shown = columns(TaskResource)

export const TaskRepositorySql = Layer.effect(
  TaskRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const one = (workspaceId: WorkspaceId, id: TaskId) =>
      sql`t.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND t.id = ${TaskId.toUuid(id)}`

    const selectView = (source: Statement.Fragment) => sql`
      SELECT t.*, u.name AS assignee_name FROM ${source}
      LEFT JOIN LATERAL (SELECT name FROM users
        WHERE workspace_id = t.workspace_id AND id = t.assignee_id LIMIT 1) u ON true`

    const viewOf = (workspaceId: WorkspaceId, id: TaskId) =>
      sql<Row>`${selectView(sql`tasks t`)} WHERE ${one(workspaceId, id)}`

    return TaskRepository.of({
      insert: Effect.fnUntraced(function* (...tasks) {
        yield* eventually(sql, sql`INSERT INTO tasks ${stored.insert(sql, ...tasks)}`)
      }, Effect.orDie),

      // The view is a statement of its own, after the lock: what it joins is as it was when the lock was given.
      getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const [[row], [shownRow]] = yield* Effect.orDie(
          both(
            sql,
            sql<Row>`SELECT t.*, p.status = 'archived' AS is_archived FROM tasks t
              JOIN projects p ON p.workspace_id = t.workspace_id AND p.id = t.project_id
              WHERE ${one(workspaceId, id)} FOR UPDATE OF t FOR SHARE OF p`,
            viewOf(workspaceId, id)
          )
        )
        return row === undefined || shownRow === undefined
          ? yield* new TaskNotFound({ id })
          : {
              task: stored.decode(row),
              view: shown.decode(shownRow),
              isArchived: row["isArchived"] === true
            }
      }),

      save: Effect.fnUntraced(function* (task) {
        const row = stored.encode(task)
        yield* eventually(
          sql,
          sql`WITH saved AS (
            UPDATE tasks t SET ${sql.update(row, ["workspaceId", "id"])}
            WHERE ${one(task.workspaceId, task.id)} RETURNING 1
          ) SELECT 1 / count(*) AS the_task_is_there FROM saved`
        )
      }, Effect.orDie),

      remove: Effect.fnUntraced(function* (workspaceId, id) {
        yield* eventually(sql, sql`DELETE FROM tasks t WHERE ${one(workspaceId, id)}`)
      }, Effect.orDie),

      view: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* Effect.orDie(viewOf(workspaceId, id))
        return rows[0] === undefined ? yield* new TaskNotFound({ id }) : shown.decode(rows[0])
      }),

      countOfProject: Effect.fnUntraced(function* (workspaceId, projectId) {
        const rows = yield* sql<{ total: bigint }>`
          SELECT coalesce(sum(items), 0)::bigint AS total FROM totals
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND kind = 'project_tasks'
            AND subject = ${ProjectId.toUuid(projectId)}`
        return integer(rows[0]?.total ?? 0n)
      }, Effect.orDie),

      list: Effect.fnUntraced(function* (workspaceId, filter, page) {
        const ids = taskPage(sql, workspaceId, filter, idPage(page, TaskId.toUuid))
        const source = rowsOf(sql, "tasks", "t", [WorkspaceId.toUuid(workspaceId), ids])
        const count = taskCount(sql, workspaceId, filter)
        const rows = yield* sql<PageRow>`${withMeta(sql, count, selectView(source))}`
        return toPage(rowsBeside(rows).map(shown.decode), integer(rows[0]?.meta ?? 0n), page)
      }, Effect.orDie)
    })
  })
)
