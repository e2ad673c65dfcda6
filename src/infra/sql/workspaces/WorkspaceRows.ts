/**
 * The condition by which the rows of a workspace are found in each of its tables. A mail job is the
 * row of a queue, which knows its workspace by the job alone.
 */
import type { SqlClient, Statement } from "effect/sql"
import { WorkspaceId } from "../../../domain/Ids.ts"
import type { WorkspaceTableName } from "../../../domain/workspaces/WorkspaceTables.ts"

/** `id` is the UUID of the workspace. */
export const isOfWorkspace = (
  sql: SqlClient.SqlClient,
  table: WorkspaceTableName,
  id: string
): Statement.Fragment => {
  switch (table) {
    case "outbox":
      return sql`element::jsonb ->> 'workspaceId' = ${WorkspaceId.fromUuid(id)}`
    case "workspaces":
      return sql`id = ${id}`
    default:
      return sql`workspace_id = ${id}`
  }
}
