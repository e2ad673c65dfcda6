/**
 * Credit notes lower what is owed: the rest of an invoice is its total less what was paid and what
 * was credited. Totals follow it: open amounts are rests, billed amounts and budgets are less the
 * credit notes, and an invoice that credit notes voided stays issued. Money that came from a credit
 * note counted when it came in, so payments with it are not collected once more.
 */
import { migration } from "../schema/Migration.ts"
import { createIndex, dropIndex, validateConstraint } from "../schema/OnlineSteps.ts"
import { partsOf } from "./0011_totals.ts"

const none = `'00000000-0000-0000-0000-000000000000'::uuid`
const never = `'-infinity'::date`
const billed = "('sent', 'overdue', 'paid')"
const open = "('sent', 'overdue')"

const rest = "r.total - r.amount_paid - r.amount_credited"
const isIssued = (row: string) =>
  `(${row}.status IN ${billed} OR (${row}.status = 'void' AND ${row}.amount_credited > 0))`

const listed = `
  SELECT 'invoices', ${none}, r.currency, r.status, ${never}, 0, s, s * x.due, 0
  UNION ALL SELECT 'invoice_days', ${none}, r.currency, r.status, r.issue_date, 0, s, s * x.due, 0
  UNION ALL SELECT 'client', r.client_id, r.currency, '', ${never}, 0, 0, s * x.billed, s * x.due
    WHERE x.billed <> 0 OR x.due <> 0
  UNION ALL SELECT 'project', r.project_id, r.currency, '', ${never}, 0, 0, s * x.spent, 0
    WHERE x.spent <> 0 AND r.project_id IS NOT NULL`

/** The rest of an invoice, its billed amount, and its share of a project's budget. */
const computed = `CROSS JOIN LATERAL (SELECT
  CASE WHEN r.status IN ${open} THEN ${rest} ELSE 0 END AS due,
  CASE WHEN r.status IN ${billed} THEN r.total - r.credit_notes_total ELSE 0 END AS billed,
  CASE WHEN r.status IN ${billed}
    THEN r.subtotal - r.discount - r.credit_notes_net ELSE 0 END AS spent) x`

const analysed = `
  SELECT 'issued', ${none}, r.currency, '', r.issue_date, 0, 0, s * r.total, 0
    WHERE ${isIssued("r")}
  UNION ALL SELECT 'due_days', ${none}, r.currency, '', r.due_date, 0, 0, s * (${rest}), 0
    WHERE r.status IN ${open}`

const collected = `
  SELECT 'collected', ${none}, r.currency, r.status, ${never}, r.year, 0, s * r.amount, 0
  UNION ALL
  SELECT 'collected_days', ${none}, r.currency, r.status, r.issue_date, r.year, 0, s * r.amount, 0`

const received = `SELECT 'received', ${none}, r.currency, '', r.day, r.step, 0, s * r.amount, 0`

const came = "SELECT n.*, 1 AS s FROM new_rows n"
const went = "SELECT o.*, -1 AS s FROM old_rows o"
const changed = "SELECT NEW.*, 1 AS s UNION ALL SELECT OLD.*, -1 AS s"

const year = "extract(year FROM p.paid_at AT TIME ZONE 'UTC')::integer"
const paid = `
  SELECT p.workspace_id, p.amount, ${year} AS year, i.currency, i.status, i.issue_date, 1 AS s
  FROM new_rows p JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id
  WHERE p.collected`
/** The payments of an invoice that became something else move with it. */
const moved = `
  SELECT p.workspace_id, p.amount, ${year} AS year, v.currency, v.status, v.issue_date, v.s
  FROM payments p
  CROSS JOIN (VALUES (NEW.currency, NEW.status, NEW.issue_date, 1),
    (OLD.currency, OLD.status, OLD.issue_date, -1)) v (currency, status, issue_date, s)
  WHERE p.workspace_id = NEW.workspace_id AND p.invoice_id = NEW.id AND p.collected`
/** By UTC day; the first and the last day of a month by quarters of an hour, as in 0019. */
const receivedRows = `
  SELECT p.workspace_id, i.currency, p.at::date AS day,
    CASE WHEN extract(day FROM p.at) = 1 OR extract(day FROM p.at + interval '1 day') = 1
      THEN (extract(hour FROM p.at) * 4 + floor(extract(minute FROM p.at) / 15))::integer
      ELSE 0 END AS step,
    p.amount, 1 AS s
  FROM (SELECT *, paid_at AT TIME ZONE 'UTC' AS at FROM new_rows WHERE collected) p
  JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id`

const invoiceParts = (rows: string) => partsOf(listed, rows, computed)

/** All parts of these signed rows: those of lists and those of analytics. */
export const invoicePartsOf = (rows: string): string =>
  `${invoiceParts(rows)}; ${partsOf(analysed, rows)}`

const body = (name: string, ...statements: ReadonlyArray<string>) =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN ${statements.map((one) => `${one};`).join(" ")} RETURN NULL; END $$`

/** Row by row, so that a change of any other column costs nothing. */
const onUpdate = (name: string, values: (row: string) => string, among = "true") =>
  `CREATE OR REPLACE TRIGGER ${name} AFTER UPDATE ON invoices FOR EACH ROW
    WHEN (${among} AND (${values("OLD")}) IS DISTINCT FROM (${values("NEW")}))
    EXECUTE FUNCTION ${name}()`

const columnsOf = (row: string, ...columns: ReadonlyArray<string>) =>
  columns.map((column) => `${row}.${column}`).join(", ")
const credited = ["amount_credited", "credit_notes_total", "credit_notes_net"] as const

const statements = [
  ...credited.map(
    (column) => `ALTER TABLE invoices ADD COLUMN ${column} bigint NOT NULL DEFAULT 0`
  ),
  // It replaces checks of 0001 that knew no credit notes.
  "ALTER TABLE invoices DROP CONSTRAINT invoices_check1, DROP CONSTRAINT invoices_check13",
  `ALTER TABLE invoices ADD CONSTRAINT invoices_rest CHECK (
    amount_paid >= 0 AND amount_credited >= 0 AND amount_paid + amount_credited <= total
    AND (status <> 'paid' OR amount_paid + amount_credited = total)
    AND amount_credited <= credit_notes_total AND credit_notes_total <= total
    AND (status <> 'draft' OR credit_notes_total = 0)) NOT VALID`,
  "ALTER TABLE payments ADD COLUMN collected boolean NOT NULL DEFAULT true",
  `ALTER TABLE credits ADD COLUMN source text NOT NULL DEFAULT 'payment'
    CHECK (source IN ('payment', 'credit_note'))`,
  body("invoices_totals_inserted", invoiceParts(came)),
  body("invoices_totals_deleted", invoiceParts(went)),
  body("invoices_totals_updated", invoiceParts(changed), partsOf(collected, moved)),
  onUpdate("invoices_totals_updated", (row) =>
    columnsOf(
      row,
      ...["status", "currency", "issue_date", "client_id", "project_id", "total"],
      ...["amount_paid", "subtotal", "discount", ...credited]
    )
  ),
  body("payments_totals_inserted", partsOf(collected, paid)),
  body(
    "invoices_analytics_inserted",
    `IF EXISTS (SELECT 1 FROM new_rows WHERE status IN ${billed}) THEN
      ${partsOf(analysed, came)}; END IF`
  ),
  body("invoices_analytics_updated", partsOf(analysed, changed)),
  onUpdate(
    "invoices_analytics_updated",
    (row) =>
      `${isIssued(row)}, ${row}.status IN ${open}, ` +
      columnsOf(
        row,
        "total",
        "amount_paid",
        "amount_credited",
        "currency",
        "issue_date",
        "due_date"
      ),
    `(OLD.status IN ${billed} OR NEW.status IN ${billed})`
  ),
  body("invoices_analytics_deleted", partsOf(analysed, "SELECT OLD.*, -1 AS s")),
  body("payments_analytics_inserted", partsOf(received, receivedRows))
]

export const restOfInvoices = migration({
  alters: ["invoices", "payments", "credits"],
  statements,
  online: [
    validateConstraint("invoices", "invoices_rest"),
    // Sums of an invoice's payments are read from the index alone.
    createIndex(
      "payments_of_invoice",
      "payments (workspace_id, invoice_id) INCLUDE (paid_at, amount, collected)"
    ),
    dropIndex("payments_invoice")
  ]
})
