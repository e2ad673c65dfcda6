/**
 * Materialised totals: triggers maintain the sums and counts of lists, so that no list counts rows.
 * Triggers write what a statement changed as new rows (parts) of `totals`; a total is the sum of
 * its parts, so writers never wait for each other and every reader sees exactly what is committed.
 * Part 0 holds what was folded together (`Totals.fold`). The rules of each kind stand once, as
 * `contributions` below.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const none = `'00000000-0000-0000-0000-000000000000'::uuid`
const never = `'-infinity'::date`

/**
 * The contribution of a row `r`, times `s` (1 if inserted, -1 if removed): kind, subject, label,
 * status, day, year, items, amount, other.
 */
const contributions = {
  clients: `SELECT 'clients', ${none}, '', '', ${never}, 0, s, 0, 0`,
  projects: `SELECT 'projects', coalesce(r.team_lead_id, ${none}), '', r.status, ${never}, 0, s, 0, 0
    UNION ALL SELECT 'client_projects', r.client_id, '', '', ${never}, 0, s, 0, 0
      WHERE r.client_id IS NOT NULL AND r.status NOT IN ('completed', 'archived')`,
  tasks: `SELECT 'project_tasks', r.project_id, '', '', ${never}, 0, s,
      CASE WHEN r.status = 'done' THEN s ELSE 0 END, 0`,
  invoices: `SELECT 'invoices', ${none}, r.currency, r.status, ${never}, 0, s, s * x.due, 0
    UNION ALL SELECT 'invoice_days', ${none}, r.currency, r.status, r.issue_date, 0, s, s * x.due, 0
    UNION ALL SELECT 'client', r.client_id, r.currency, '', ${never}, 0, 0, s * x.billed, s * x.due
      WHERE x.billed <> 0
    UNION ALL SELECT 'project', r.project_id, r.currency, '', ${never}, 0, 0, s * x.spent, 0
      WHERE x.spent <> 0 AND r.project_id IS NOT NULL`,
  collected: `SELECT 'collected', ${none}, r.currency, r.status, ${never}, r.year, 0, s * r.amount, 0
    UNION ALL
    SELECT 'collected_days', ${none}, r.currency, r.status, r.issue_date, r.year, 0, s * r.amount, 0`
} as const

type Source = keyof typeof contributions

/** The open amount of an invoice, its billed amount, and its share of a project's budget. */
const computed: Readonly<Partial<Record<Source, string>>> = {
  invoices: `CROSS JOIN LATERAL (SELECT
    CASE WHEN r.status IN ('sent', 'overdue') THEN r.total - r.amount_paid ELSE 0 END AS due,
    CASE WHEN r.status IN ('sent', 'overdue', 'paid') THEN r.total ELSE 0 END AS billed,
    CASE WHEN r.status IN ('sent', 'overdue', 'paid') THEN r.subtotal - r.discount ELSE 0 END AS spent) x`
}

/**
 * The parts that these signed rows make by what one of them contributes; what cancels out makes
 * none. Later migrations use it for further totals.
 */
export const partsOf = (contribution: string, rows: string, computed = ""): string => `
  INSERT INTO totals (workspace_id, kind, subject, label, status, day, year, part, items, amount, other)
  SELECT workspace_id, kind, subject, label, status, day, year, nextval('totals_part'), items, amount, other
  FROM (
    SELECT r.workspace_id, c.kind, c.subject, c.label, c.status, c.day, c.year,
      sum(c.items) AS items, sum(c.amount) AS amount, sum(c.other) AS other
    FROM (${rows}) r ${computed}
    CROSS JOIN LATERAL (${contribution})
      c (kind, subject, label, status, day, year, items, amount, other)
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    HAVING sum(c.items) <> 0 OR sum(c.amount) <> 0 OR sum(c.other) <> 0
  ) t`

const parts = (source: Source, rows: string): string =>
  partsOf(contributions[source], rows, computed[source])

const came = "SELECT n.*, 1 AS s FROM new_rows n"
const went = "SELECT o.*, -1 AS s FROM old_rows o"
const changed = "SELECT NEW.*, 1 AS s UNION ALL SELECT OLD.*, -1 AS s"

/**
 * Payments by the status and the issue day of their invoice, and by the year (UTC) they were
 * received in.
 */
const year = "extract(year FROM p.paid_at AT TIME ZONE 'UTC')::integer"
const paid = (payments: string): string => `
  SELECT p.workspace_id, p.amount, ${year} AS year, i.currency, i.status, i.issue_date, 1 AS s
  FROM ${payments} p JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id`
/** The payments of an invoice that became something else move with it. */
const moved = `
  SELECT p.workspace_id, p.amount, ${year} AS year, v.currency, v.status, v.issue_date, v.s
  FROM payments p
  CROSS JOIN (VALUES (NEW.currency, NEW.status, NEW.issue_date, 1), (OLD.currency, OLD.status, OLD.issue_date, -1))
    v (currency, status, issue_date, s)
  WHERE p.workspace_id = NEW.workspace_id AND p.invoice_id = NEW.id`

/** A function of its own for each trigger: `body` are its statements. */
export const trigger = (name: string, event: string, body: ReadonlyArray<string>) => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${body.map((one) => `${one};`).join(" ")} RETURN NULL; END $$`,
  `CREATE TRIGGER ${name} AFTER ${event} EXECUTE FUNCTION ${name}()`
]

type Table = Exclude<Source, "collected">

const inserted = (table: Table) =>
  trigger(
    `${table}_totals_inserted`,
    `INSERT ON ${table} REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT`,
    [parts(table, came)]
  )

const deleted = (table: Table) =>
  trigger(
    `${table}_totals_deleted`,
    `DELETE ON ${table} REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT`,
    [parts(table, went)]
  )

/** Row by row, so that a change of any other column costs nothing. */
const updated = (
  table: Table,
  columns: ReadonlyArray<string>,
  more: ReadonlyArray<string> = []
) => {
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(", ")
  return trigger(
    `${table}_totals_updated`,
    `UPDATE ON ${table} FOR EACH ROW WHEN ((${of("OLD")}) IS DISTINCT FROM (${of("NEW")}))`,
    [parts(table, changed), ...more]
  )
}

const tables: ReadonlyArray<Table> = ["clients", "projects", "tasks", "invoices"]

const invoiceColumns = [
  ...["status", "currency", "issue_date", "client_id", "project_id"],
  ...["total", "amount_paid", "subtotal", "discount"]
]

const statements = [
  `CREATE TABLE totals (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    kind text NOT NULL,
    subject uuid NOT NULL,
    label text NOT NULL,
    status text NOT NULL,
    day date NOT NULL,
    year integer NOT NULL,
    part bigint NOT NULL,
    items bigint NOT NULL,
    amount bigint NOT NULL,
    other bigint NOT NULL,
    PRIMARY KEY (workspace_id, kind, subject, day, label, status, year, part)
  )`,
  "CREATE SEQUENCE totals_part",
  // The parts to fold.
  "CREATE INDEX totals_parts ON totals (workspace_id, part) WHERE part <> 0",
  // Due, but not swept yet: few, and moved between the two states by whoever sums.
  "CREATE INDEX invoices_unswept ON invoices (workspace_id, due_date) WHERE status = 'sent'",
  ...tables.flatMap((table) => [...inserted(table), ...deleted(table)]),
  ...updated("projects", ["status", "team_lead_id", "client_id"]),
  ...updated("tasks", ["status", "project_id"]),
  ...updated("invoices", invoiceColumns, [parts("collected", moved)]),
  ...trigger(
    "payments_totals_inserted",
    "INSERT ON payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT",
    [parts("collected", paid("new_rows"))]
  )
]

/** Rows from before the triggers. */
const backfill = [
  ...tables.map((table) => parts(table, `SELECT n.*, 1 AS s FROM ${table} n`)),
  parts("collected", paid("payments"))
]

export const totals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...statements, ...backfill]) yield* sql.unsafe(statement)
})
