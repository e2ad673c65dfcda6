/**
 * Finds the ids of one page of a list of projects, newest first, by reading little more than that
 * page, whatever the filter and however many projects the workspace has; those of a client and a
 * team lead together among the rows of the client.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { ProjectFilter } from "../../../app/ports/projects/ProjectRepository.ts"
import { ClientId, ProjectId, UserId } from "../../../domain/Ids.ts"
import { openStatuses } from "../../../domain/projects/ProjectResource.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { beyond, direction, type IdPage, newest, newestRows, rowsOf } from "../lists/Newest.ts"

type Conditions = ReadonlyArray<Statement.Fragment>

/** A filter with the stored form of its ids. */
export type StoredProjectFilter = Pick<ProjectFilter, "archived" | "status"> & {
  readonly client?: string
  readonly teamLead?: string
  readonly among?: ReadonlyArray<string>
  // The filter itself would fit, and its ids be ignored.
  readonly clientId?: never
  readonly teamLeadId?: never
  readonly ids?: never
}

export const storedProjectFilter = ({
  clientId,
  teamLeadId,
  ids,
  ...others
}: ProjectFilter): StoredProjectFilter => ({
  ...others,
  ...(clientId === undefined ? {} : { client: ClientId.toUuid(clientId) }),
  ...(teamLeadId === undefined ? {} : { teamLead: UserId.toUuid(teamLeadId) }),
  ...(ids === undefined ? {} : { among: ids.map(ProjectId.toUuid) })
})

const ofClient = (sql: SqlClient.SqlClient, { client }: StoredProjectFilter): Conditions =>
  client === undefined ? [] : [sql`client_id = ${client}`]

const ofTeamLead = (sql: SqlClient.SqlClient, { teamLead }: StoredProjectFilter): Conditions =>
  teamLead === undefined ? [] : [sql`team_lead_id = ${teamLead}`]

const named = (sql: SqlClient.SqlClient, { among }: StoredProjectFilter): Conditions =>
  among === undefined ? [] : [sql`id = ANY(${among}::uuid[])`]

/**
 * An index on projects that are not archived answers for these words, not for a list of the others.
 */
const hasStatus = (
  sql: SqlClient.SqlClient,
  { archived, status }: StoredProjectFilter
): Statement.Fragment =>
  sql.and([
    archived === true ? sql`status = 'archived'` : sql`status <> 'archived'`,
    ...(status === undefined ? [] : [sql`status = ${status}`])
  ])

const inWorkspace = (sql: SqlClient.SqlClient, workspace: string) =>
  sql`workspace_id = ${workspace}`

/** All that the filter asks of a project of the workspace. */
export const conditions = (sql: SqlClient.SqlClient, filter: StoredProjectFilter): Conditions => {
  const { archived, status, among, client, teamLead, ...others } = filter
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
  workspace: string,
  filter: StoredProjectFilter
): Statement.Fragment => sql.and([inWorkspace(sql, workspace), ...conditions(sql, filter)])

export const projectPage = (
  sql: SqlClient.SqlClient,
  workspace: string,
  filter: StoredProjectFilter,
  page: IdPage
): Statement.Fragment => {
  const among = (found: Statement.Fragment, rest: Conditions = []) =>
    newest(sql, "projects", [sql`${inWorkspace(sql, workspace)} AND ${found}`, rest], page)
  const { among: ids, archived, status, client, teamLead: _, ...others } = filter
  requireAllUsed(others)
  if (ids !== undefined) {
    return sql`(SELECT id FROM projects
      WHERE ${matching(sql, workspace, filter)} AND ${beyond(sql, page)}
      ORDER BY id ${direction(sql, page)} LIMIT ${page.count})`
  }
  const lead = ofTeamLead(sql, filter)
  const [owner, rest] = client === undefined ? [lead, []] : [ofClient(sql, filter), lead]
  if (owner.length === 0) return among(hasStatus(sql, filter))
  // The indexes have the status before the id: a page of each, and of these the newest.
  const statuses = archived === true ? ["archived"] : status === undefined ? openStatuses : [status]
  return sql`(SELECT x.id FROM unnest(${statuses}::text[]) s (of)
    CROSS JOIN LATERAL ${among(sql.and([...owner, sql`status = s.of`]), rest)} x
    ORDER BY x.id ${direction(sql, page)} LIMIT ${page.count})`
}

/** The rows of the page, as `p`. */
export const projectPageRows = (
  sql: SqlClient.SqlClient,
  workspace: string,
  filter: StoredProjectFilter,
  page: IdPage
): Statement.Fragment =>
  filter.client === undefined && filter.teamLead === undefined && filter.among === undefined
    ? newestRows(sql, "projects", "p", [
        sql`${inWorkspace(sql, workspace)} AND ${hasStatus(sql, filter)}`,
        page
      ])
    : rowsOf(sql, "projects", "p", [workspace, projectPage(sql, workspace, filter, page)])

/** From the stored totals; a filter by client or by ids counts rows. */
export const projectCount = (
  sql: SqlClient.SqlClient,
  workspace: string,
  filter: StoredProjectFilter
) => {
  const { among: ids, client, archived, status, teamLead, ...others } = filter
  requireAllUsed(others)
  return ids !== undefined || client !== undefined
    ? sql`SELECT count(*) FROM projects WHERE ${matching(sql, workspace, filter)}`
    : sql`SELECT coalesce(sum(t.items), 0)::bigint FROM totals t
        WHERE ${sql.and([
          sql`t.workspace_id = ${workspace} AND t.kind = 'projects'`,
          archived === true ? sql`t.status = 'archived'` : sql`t.status <> 'archived'`,
          ...(status === undefined ? [] : [sql`t.status = ${status}`]),
          ...(teamLead === undefined ? [] : [sql`t.subject = ${teamLead}`])
        ])}`
}
