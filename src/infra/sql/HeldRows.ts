/**
 * A row of a workspace, locked for a change: as it is now, or held if it is as it was seen, as a part of the
 * statement that changes it.
 */
import type { SqlClient } from "effect/sql"
import { changeOf, preparedChange } from "./Change.ts"
import type { Row } from "./Columns.ts"

/** What is seen of a row is its `xmin`; `what` names it in the statement. */
export const heldRows = (sql: SqlClient.SqlClient, table: string, what: string) => {
  const lockedWhere = (workspace: string, id: string, as = sql``) => sql<Row>`
    SELECT * FROM ${sql(table)} WHERE workspace_id = ${workspace} AND id = ${id} ${as} FOR UPDATE`
  const part = `${what}_held`
  return {
    locked: (workspace: string, id: string) => lockedWhere(workspace, id),
    held: preparedChange(["workspace", "id", "seen"], (hole) =>
      changeOf(
        {
          [part]: lockedWhere(hole("workspace"), hole("id"), sql`AND xmin = ${hole("seen")}::xid`)
        },
        { [`the_${what}_is_as_it_was`]: part }
      )
    )
  }
}
