/**
 * Tasks and milestones can be written. The list of tasks gets an index for each filter and order,
 * and materialised counts as in 0011: by assignee (all tasks without a subject), status, and due
 * month and day. The month of a task without a due day is infinity.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { partsOf, trigger } from "./0011_totals.ts"

const none = `'00000000-0000-0000-0000-000000000000'::uuid`
const month = "(extract(year FROM due_date) * 12 + extract(month FROM due_date) - 1)::integer"

const contribution = `
  SELECT k.kind, k.subject, '', r.status, k.day, 0, s, 0, 0 FROM (
    SELECT 'task_months' AS kind, ${none} AS subject,
      coalesce(date_trunc('month', r.due_date)::date, 'infinity') AS day
    UNION ALL SELECT 'task_months', r.assignee_id,
      coalesce(date_trunc('month', r.due_date)::date, 'infinity')
    UNION ALL SELECT 'task_days', ${none}, r.due_date
    UNION ALL SELECT 'task_days', r.assignee_id, r.due_date
  ) k WHERE k.subject IS NOT NULL AND k.day IS NOT NULL`
const parts = (rows: string): string => partsOf(contribution, rows)

const counted = ["status", "assignee_id", "due_date"]
const of = (row: string) => counted.map((column) => `${row}.${column}`).join(", ")

const statements = [
  // The invoice that bills a milestone; no invoice bills two.
  "ALTER TABLE milestones ADD COLUMN invoice_id uuid",
  `ALTER TABLE milestones ADD FOREIGN KEY (workspace_id, invoice_id)
    REFERENCES invoices (workspace_id, id)`,
  "CREATE UNIQUE INDEX milestones_invoice ON milestones (workspace_id, invoice_id)",
  "DROP INDEX milestones_project",
  "CREATE INDEX milestones_project ON milestones (workspace_id, project_id, id)",
  "DROP INDEX tasks_project",
  "CREATE INDEX tasks_project ON tasks (workspace_id, project_id, id)",
  "CREATE INDEX tasks_status ON tasks (workspace_id, status, id)",
  "CREATE INDEX tasks_assignee ON tasks (workspace_id, assignee_id, status, id)",
  // Due before a day is read month by month, and day by day in the month of that day.
  "CREATE INDEX tasks_due ON tasks (workspace_id, status, due_date, id)",
  `CREATE INDEX tasks_due_month ON tasks (workspace_id, status, (${month}), id)`,
  "CREATE INDEX tasks_assignee_due ON tasks (workspace_id, assignee_id, status, due_date, id)",
  `CREATE INDEX tasks_assignee_due_month
    ON tasks (workspace_id, assignee_id, status, (${month}), id)`,
  ...trigger(
    "tasks_lists_inserted",
    "INSERT ON tasks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT",
    [parts("SELECT n.*, 1 AS s FROM new_rows n")]
  ),
  ...trigger(
    "tasks_lists_deleted",
    "DELETE ON tasks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT",
    [parts("SELECT o.*, -1 AS s FROM old_rows o")]
  ),
  ...trigger(
    "tasks_lists_updated",
    `UPDATE ON tasks FOR EACH ROW WHEN ((${of("OLD")}) IS DISTINCT FROM (${of("NEW")}))`,
    [parts("SELECT NEW.*, 1 AS s UNION ALL SELECT OLD.*, -1 AS s")]
  ),
  parts("SELECT n.*, 1 AS s FROM tasks n")
]

export const tasks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
