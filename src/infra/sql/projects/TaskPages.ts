/**
 * Finds the ids of one page of a list of tasks, newest first, and how many there are, by reading
 * little more than that page, whatever the filter and however many tasks the workspace has; those
 * of one project among the rows of that one.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { TaskFilter } from "../../../app/ports/projects/TaskRepository.ts"
import { ProjectId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import { taskStatuses } from "../../../domain/projects/TaskResource.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { CalendarDate } from "../../../domain/time/CalendarDate.ts"
import { type MonthsAndDays, monthOf, newestInRange } from "../lists/DayPages.ts"
import { anyId, type IdPage, newest } from "../lists/Newest.ts"
import { noSubject } from "../lists/Totals.ts"

type Conditions = ReadonlyArray<Statement.Fragment>

const inWorkspace = (sql: SqlClient.SqlClient, workspaceId: WorkspaceId) =>
  sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}::uuid`

const ofAssignee = (sql: SqlClient.SqlClient, { assigneeId }: TaskFilter): Conditions =>
  assigneeId === undefined ? [] : [sql`assignee_id = ${UserId.toUuid(assigneeId)}::uuid`]

/** The conditions of the filter, except for the project. */
const besides = (sql: SqlClient.SqlClient, filter: TaskFilter): Conditions => {
  const { projectId, assigneeId, status, dueBefore, ...others } = filter
  requireAllUsed(others)
  return [
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...ofAssignee(sql, filter),
    ...(dueBefore === undefined ? [] : [sql`due_date < ${dueBefore}::date`])
  ]
}

/** All months before that of the day, and the days before it in its own. */
const daysBefore = (date: CalendarDate): MonthsAndDays => ({
  first: 0,
  last: monthOf(date) - 1,
  days: Array.from({ length: Number(date.slice(8)) - 1 }, (_, index) =>
    CalendarDate.make(`${date.slice(0, 8)}${String(index + 1).padStart(2, "0")}`)
  )
})

export const taskPage = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  filter: TaskFilter,
  page: IdPage
): Statement.Fragment => {
  const workspace = inWorkspace(sql, workspaceId)
  const { projectId, status, assigneeId, dueBefore, ...others } = filter
  requireAllUsed(others)
  if (projectId !== undefined) {
    const found = sql`${workspace} AND project_id = ${ProjectId.toUuid(projectId)}::uuid`
    return newest(sql, "tasks", [found, besides(sql, filter)], page)
  }
  const found = sql.and([workspace, ...ofAssignee(sql, filter)])
  const statuses = status === undefined ? taskStatuses : [status]
  if (dueBefore !== undefined) {
    const range = daysBefore(dueBefore)
    // No index has the assignee and then the id: theirs has the status between.
    const isWalked = assigneeId === undefined || status !== undefined
    const ofStatus = status === undefined ? [] : [sql`status = ${status}`]
    const within = [sql`due_date < ${dueBefore}::date`]
    const walked = { found: sql.and([found, ...ofStatus]), within }
    const days = { table: "tasks", day: "due_date", statuses, found, rest: [], range } as const
    return newestInRange(sql, isWalked ? { ...days, walked } : days, page)
  }
  if (assigneeId === undefined && status === undefined) {
    return newest(sql, "tasks", [workspace, []], page)
  }
  // The indexes have the status before the id: a page of each, and of these the newest.
  return sql`(SELECT x.id FROM unnest(${statuses}::text[]) s (of)
    CROSS JOIN LATERAL ${newest(sql, "tasks", [sql`${found} AND status = s.of`, []], page)} x
    ORDER BY x.id DESC LIMIT ${page.count})`
}

/** From the materialised totals; for one project from its rows. */
export const taskCount = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  filter: TaskFilter
): Statement.Fragment => {
  const { projectId, status, assigneeId, dueBefore, ...others } = filter
  requireAllUsed(others)
  const workspace = inWorkspace(sql, workspaceId)
  if (projectId !== undefined) {
    // OFFSET 0 prevents the planner from an index with tasks of other projects.
    return sql`SELECT count(*) FROM (
        SELECT status, assignee_id, due_date FROM tasks
        WHERE ${workspace} AND project_id = ${ProjectId.toUuid(projectId)}::uuid
          AND ${anyId(sql)} OFFSET 0) t
      WHERE ${sql.and([sql`true`, ...besides(sql, filter)])}`
  }
  const subject = assigneeId === undefined ? noSubject : UserId.toUuid(assigneeId)
  const itemsOf = (kind: "task_months" | "task_days", days: Conditions) =>
    sql`SELECT items FROM totals WHERE ${sql.and([
      workspace,
      sql`kind = ${kind} AND subject = ${subject}::uuid`,
      ...days,
      ...(status === undefined ? [] : [sql`status = ${status}`])
    ])}`
  if (dueBefore === undefined) {
    return sql`SELECT coalesce(sum(items), 0)::bigint FROM (${itemsOf("task_months", [])}) t`
  }
  const first = sql`${`${dueBefore.slice(0, 8)}01`}::date`
  return sql`SELECT coalesce(sum(items), 0)::bigint FROM (
    ${itemsOf("task_months", [sql`day < ${first}`])} UNION ALL
    ${itemsOf("task_days", [sql`day >= ${first} AND day < ${dueBefore}::date`])}) t`
}
