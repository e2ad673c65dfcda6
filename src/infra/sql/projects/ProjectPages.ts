/**
 * Finds the ids of one page of a list of projects, newest first, by reading little more than that
 * page, whatever the filter and however many projects the workspace has; those of a client and a
 * team lead together among the rows of the client.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { ProjectFilter } from "../../../app/ports/projects/ProjectRepository.ts"
import { ClientId, ProjectId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import { openStatuses } from "../../../domain/projects/ProjectResource.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { beyond, direction, type IdPage, newest } from "../lists/Newest.ts"

type Conditions = ReadonlyArray<Statement.Fragment>

const ofClient = (sql: SqlClient.SqlClient, { clientId }: ProjectFilter): Conditions =>
  clientId === undefined ? [] : [sql`client_id = ${ClientId.toUuid(clientId)}`]

const ofTeamLead = (sql: SqlClient.SqlClient, { teamLeadId }: ProjectFilter): Conditions =>
  teamLeadId === undefined ? [] : [sql`team_lead_id = ${UserId.toUuid(teamLeadId)}`]

const named = (sql: SqlClient.SqlClient, { ids }: ProjectFilter): Conditions =>
  ids === undefined ? [] : [sql`id = ANY(${ids.map(ProjectId.toUuid)}::uuid[])`]

/**
 * An index on projects that are not archived answers for these words, not for a list of the others.
 */
const hasStatus = (
  sql: SqlClient.SqlClient,
  { archived, status }: ProjectFilter
): Statement.Fragment =>
  sql.and([
    archived === true ? sql`status = 'archived'` : sql`status <> 'archived'`,
    ...(status === undefined ? [] : [sql`status = ${status}`])
  ])

const inWorkspace = (sql: SqlClient.SqlClient, workspaceId: WorkspaceId) =>
  sql`workspace_id = ${WorkspaceId.toUuid(workspaceId)}`

/** All that the filter asks of a project of the workspace. */
export const conditions = (sql: SqlClient.SqlClient, filter: ProjectFilter): Conditions => {
  const { archived, status, ids, clientId, teamLeadId, ...others } = filter
  requireAllUsed(others)
  return [
    hasStatus(sql, filter),
    ...named(sql, filter),
    ...ofClient(sql, filter),
    ...ofTeamLead(sql, filter)
  ]
}

/** All that the filter asks of a project. */
const matching = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  filter: ProjectFilter
): Statement.Fragment => sql.and([inWorkspace(sql, workspaceId), ...conditions(sql, filter)])

export const projectPage = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  filter: ProjectFilter,
  page: IdPage
): Statement.Fragment => {
  const workspace = inWorkspace(sql, workspaceId)
  const among = (found: Statement.Fragment, rest: Conditions = []) =>
    newest(sql, "projects", [sql`${workspace} AND ${found}`, rest], page)
  const { ids, archived, status, clientId, teamLeadId: _, ...others } = filter
  requireAllUsed(others)
  if (ids !== undefined) {
    return sql`(SELECT id FROM projects
      WHERE ${matching(sql, workspaceId, filter)} AND ${beyond(sql, page)}
      ORDER BY id ${direction(sql, page)} LIMIT ${page.count})`
  }
  const lead = ofTeamLead(sql, filter)
  const [owner, rest] = clientId === undefined ? [lead, []] : [ofClient(sql, filter), lead]
  if (owner.length === 0) return among(hasStatus(sql, filter))
  // The indexes have the status before the id: a page of each, and of these the newest.
  const statuses = archived === true ? ["archived"] : status === undefined ? openStatuses : [status]
  return sql`(SELECT x.id FROM unnest(${statuses}::text[]) s (of)
    CROSS JOIN LATERAL ${among(sql.and([...owner, sql`status = s.of`]), rest)} x
    ORDER BY x.id ${direction(sql, page)} LIMIT ${page.count})`
}

/** From the stored totals; a filter by client or by ids counts rows. */
export const projectCount = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  filter: ProjectFilter
) => {
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
