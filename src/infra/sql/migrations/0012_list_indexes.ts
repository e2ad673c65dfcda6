/**
 * An index for each filter and order of a list: the filtered columns, then the id, which orders
 * lists. Indexes that a longer one covers are dropped.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const month = "(extract(year FROM issue_date) * 12 + extract(month FROM issue_date) - 1)::integer"

const statements = [
  "CREATE INDEX projects_open ON projects (workspace_id, id) WHERE status <> 'archived'",
  "CREATE INDEX projects_status ON projects (workspace_id, status, id)",
  "DROP INDEX projects_client",
  "CREATE INDEX projects_client ON projects (workspace_id, client_id, status, id)",
  "DROP INDEX projects_team_lead",
  "CREATE INDEX projects_team_lead ON projects (workspace_id, team_lead_id, status, id)",
  "DROP INDEX invoices_client",
  "CREATE INDEX invoices_client ON invoices (workspace_id, client_id, id)",
  "DROP INDEX invoices_project",
  "CREATE INDEX invoices_project ON invoices (workspace_id, project_id, id)",
  "DROP INDEX invoices_status",
  "CREATE INDEX invoices_status ON invoices (workspace_id, status, id)",
  // A range of issue dates is read month by month, and day by day where it cuts a month.
  "CREATE INDEX invoices_day ON invoices (workspace_id, status, issue_date, id)",
  `CREATE INDEX invoices_month ON invoices (workspace_id, status, (${month}), id)`
]

export const listIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
