/**
 * Counts of projects by status: of the whole workspace from the materialised totals, of a client
 * among its rows, and of a search among what its words find, up to the bound of a search.
 */
import type { SqlClient, Statement } from "effect/sql"
import type { ProjectScope } from "../../../app/ports/projects/ProjectRepository.ts"
import { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import { requireAllUsed } from "../../../domain/text/Search.ts"
import { withWords } from "../lists/Searches.ts"

export const statusCounts = (
  sql: SqlClient.SqlClient,
  workspaceId: WorkspaceId,
  { q, clientId, ...others }: ProjectScope
): Statement.Fragment => {
  requireAllUsed(others)
  const workspace = WorkspaceId.toUuid(workspaceId)
  if (q === undefined && clientId === undefined) {
    return sql`SELECT status, sum(items)::bigint AS items FROM totals
      WHERE workspace_id = ${workspace} AND kind = 'projects' GROUP BY status`
  }
  const found =
    q === undefined
      ? sql`SELECT status, client_id FROM projects WHERE workspace_id = ${workspace}`
      : withWords(sql, "projects", sql`status, client_id`, [workspaceId, q])
  const ofClient =
    clientId === undefined ? sql`true` : sql`client_id = ${ClientId.toUuid(clientId)}::uuid`
  return sql`SELECT status, count(*) AS items FROM (${found}) f WHERE ${ofClient} GROUP BY status`
}
