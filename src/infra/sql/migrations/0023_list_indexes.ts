/**
 * Indexes by which a list reads as little in a large workspace as in a small one. Invoices by the
 * day and by the month of issue, whatever their status: a range that lies far back is looked into
 * once for each day or month of it, and not for each status too. Those of a project's tasks hold
 * what is counted of each, because the tasks themselves lie apart.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const month = "(extract(year FROM issue_date) * 12 + extract(month FROM issue_date) - 1)::integer"

const statements = [
  "CREATE INDEX invoices_issued ON invoices (workspace_id, issue_date, id)",
  `CREATE INDEX invoices_issued_month ON invoices (workspace_id, (${month}), id)`,
  "DROP INDEX tasks_project",
  `CREATE INDEX tasks_project ON tasks (workspace_id, project_id, id)
    INCLUDE (status, assignee_id, due_date)`
]

export const moreListIndexes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
