/**
 * Materialised totals for analytics, as in migration 0011: issued amounts by issue date, open
 * amounts by due day, received amounts by the UTC day of payment. The first and the last day of a
 * month lie in quarters of an hour (in `year`, from 0 to 95): there the months of every time zone
 * begin. Drafts and void invoices are in none of them, so their changes cost nothing.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const none = `'00000000-0000-0000-0000-000000000000'::uuid`
const billed = "('sent', 'overdue', 'paid')"

/** The contribution of an invoice `r`, times `s`: kind, day, amount. */
const invoiceParts = `
  SELECT 'issued', r.issue_date, s * r.total WHERE r.status IN ${billed}
  UNION ALL SELECT 'due_days', r.due_date, s * (r.total - r.amount_paid)
    WHERE r.status IN ('sent', 'overdue')`

const insertParts = (rows: string): string => `
  INSERT INTO totals (workspace_id, kind, subject, label, status, day, year, part, items, amount, other)
  SELECT workspace_id, kind, ${none}, label, '', day, year, nextval('totals_part'), 0, amount, 0
  FROM (
    SELECT workspace_id, kind, label, day, year, sum(amount) AS amount
    FROM (${rows}) x (workspace_id, kind, label, day, year, amount)
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(amount) <> 0
  ) t`

const ofInvoices = (rows: string): string =>
  insertParts(`
    SELECT r.workspace_id, c.kind, r.currency, c.day, 0, c.amount FROM (${rows}) r
    CROSS JOIN LATERAL (${invoiceParts}) c (kind, day, amount)`)

const ofPayments = (payments: string): string =>
  insertParts(`
    SELECT p.workspace_id, 'received', i.currency, p.at::date,
      CASE WHEN extract(day FROM p.at) = 1 OR extract(day FROM p.at + interval '1 day') = 1
        THEN (extract(hour FROM p.at) * 4 + floor(extract(minute FROM p.at) / 15))::integer
        ELSE 0 END,
      p.amount
    FROM (SELECT *, paid_at AT TIME ZONE 'UTC' AS at FROM ${payments}) p
    JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id`)

const trigger = (name: string, event: string, body: string): ReadonlyArray<string> => [
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${body}; RETURN NULL; END $$`,
  `CREATE TRIGGER ${name} AFTER ${event} EXECUTE FUNCTION ${name}()`
]

const values = (row: string): string =>
  [
    `${row}.status IN ${billed}, ${row}.status IN ('sent', 'overdue')`,
    ...["total", "amount_paid", "currency", "issue_date", "due_date"].map((one) => `${row}.${one}`)
  ].join(", ")

const statements = [
  ...trigger(
    "invoices_analytics_inserted",
    "INSERT ON invoices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT",
    `IF EXISTS (SELECT 1 FROM new_rows WHERE status IN ${billed}) THEN
      ${ofInvoices("SELECT n.*, 1 AS s FROM new_rows n")}; END IF`
  ),
  // Row by row, and only where one of the sums changes: not for a draft, nor for becoming overdue.
  ...trigger(
    "invoices_analytics_updated",
    `UPDATE ON invoices FOR EACH ROW
      WHEN ((OLD.status IN ${billed} OR NEW.status IN ${billed})
        AND (${values("OLD")}) IS DISTINCT FROM (${values("NEW")}))`,
    ofInvoices("SELECT NEW.*, 1 AS s UNION ALL SELECT OLD.*, -1 AS s")
  ),
  ...trigger(
    "invoices_analytics_deleted",
    `DELETE ON invoices FOR EACH ROW WHEN (OLD.status IN ${billed})`,
    ofInvoices("SELECT OLD.*, -1 AS s")
  ),
  ...trigger(
    "payments_analytics_inserted",
    "INSERT ON payments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT",
    ofPayments("new_rows")
  ),
  ofInvoices("SELECT n.*, 1 AS s FROM invoices n"),
  ofPayments("payments")
]

export const analytics = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
