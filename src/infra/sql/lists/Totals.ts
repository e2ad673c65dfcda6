/**
 * Materialised totals: folds the sums and counts of migrations 0011, 0014, 0017, 0019, 0024,
 * 0051, 0056 and 0074, and compares them with the rows. A total is the sum of its parts; folding
 * makes one part of many and changes no total.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { WorkspaceId } from "../../../domain/Ids.ts"

/** The kinds of totals; the migrations say what each is made of. */
export type TotalKind =
  | "clients"
  | "projects"
  | "client_projects"
  | "project_tasks"
  | "task_months"
  | "task_days"
  | "client"
  | "project"
  | "invoices"
  | "invoice_days"
  | "invoice_months"
  | "invoice_years"
  | "collected"
  | "collected_days"
  | "collected_months"
  | "collected_years"
  | "files"
  | "files_of"
  | "issued"
  | "credited"
  | "taxes"
  | "due_days"
  | "received"

/** A total whose subject is the workspace itself. */
export const noSubject = "00000000-0000-0000-0000-000000000000"

/** Parts taken at once: bounds how long a fold holds them. */
const batch = 5_000

/** Folds a batch of parts, of all workspaces; how many they were. */
const foldBatch = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ taken: bigint }>`
      WITH taken AS (
        DELETE FROM totals WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM totals WHERE part <> 0 LIMIT ${batch} FOR UPDATE SKIP LOCKED))
        RETURNING *
      ), folded AS (
        INSERT INTO totals AS t
          (workspace_id, kind, subject, day, label, status, year, part, items, amount, other)
        SELECT workspace_id, kind, subject, day, label, status, year, 0,
          sum(items), sum(amount), sum(other)
        FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT (workspace_id, kind, subject, day, label, status, year, part) DO UPDATE
          SET items = t.items + excluded.items, amount = t.amount + excluded.amount,
            other = t.other + excluded.other
      )
      SELECT count(*) AS taken FROM taken`,
    (rows) => Number(rows[0]?.taken ?? 0)
  )

/**
 * Folds what there is into part 0. Any number of processes may: each takes parts that no other has;
 * readers see the parts or their sum, never both.
 */
export const foldTotals = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    let taken = yield* foldBatch(sql)
    if (taken === 0) return
    while (taken === batch) taken = yield* foldBatch(sql)
    // The parts of months and years, which the days made when they were folded.
    yield* foldBatch(sql)
  }).pipe(Effect.orDie)

/** A difference between a materialised total and the rows; any is a defect. */
export interface TotalMismatch {
  readonly workspaceId: WorkspaceId
  readonly kind: string
  readonly key: string
  readonly kept: string
  readonly counted: string
}

const billed = "i.status IN ('sent', 'overdue', 'paid')"
/** The rest of an invoice `i` (`balanceDue`). */
export const rest = "(i.total - i.amount_paid - i.amount_credited)"
const due = `CASE WHEN i.status IN ('sent', 'overdue') THEN ${rest} ELSE 0 END`
const year = "extract(year FROM p.paid_at AT TIME ZONE 'UTC')::integer"
/** Each task for all of them, and for its assignee. */
const listedTasks = `tasks t CROSS JOIN LATERAL (
    SELECT NULL::uuid AS assignee UNION ALL SELECT t.assignee_id WHERE t.assignee_id IS NOT NULL) a`
/**
 * Its UTC day, and on the first and the last of a month the quarter of the hour but the day's
 * first.
 */
const utc = "(p.paid_at AT TIME ZONE 'UTC')"
const received = `${utc}::date, CASE
    WHEN date_trunc('month', ${utc} + interval '1 day')
      <> date_trunc('month', ${utc} - interval '1 day')
    THEN nullif(floor(extract(epoch FROM ${utc} - date_trunc('day', ${utc})) / 900)::integer, 0)
    END`
const paidInvoices = `(SELECT * FROM payments WHERE collected) p
  JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id`

/** By the month or the year of issue. */
const ofSpan = (span: string) => {
  const first = `date_trunc('${span}', i.issue_date)::date`
  return `
  UNION ALL SELECT i.workspace_id, 'invoice_${span}s',
    concat_ws('/', i.currency, i.status, ${first}),
    count(*), sum(${due}), 0 FROM invoices i GROUP BY 1, 3
  UNION ALL SELECT p.workspace_id, 'collected_${span}s',
    concat_ws('/', i.currency, i.status, ${first}, ${year}), 0, sum(p.amount), 0
    FROM ${paidInvoices} GROUP BY 1, 3`
}

/** By category and rate: of the groups, or of the document where it has none. */
const taxes = `
  UNION ALL SELECT workspace_id, 'taxes',
      concat_ws('/', currency, g->>'category', trim_scale((g->>'rate')::numeric), issue_date), 0,
      sum(sign * (g->>'baseMinor')::bigint), sum(sign * (g->>'taxMinor')::bigint)
    FROM (
      SELECT i.workspace_id, i.currency, i.issue_date, 1 AS sign, i.subtotal - i.discount AS net,
        i.tax, CASE WHEN i.money_version > 1 THEN i.taxes END AS taxes,
        CASE WHEN i.money_version = 1 THEN i.tax_rate END AS rate
      FROM invoices i WHERE ${billed} OR (i.status = 'void' AND i.amount_credited > 0)
      UNION ALL
      SELECT workspace_id, currency, issue_date, -1, subtotal - discount, tax, taxes, NULL
      FROM credit_notes
    ) d CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN d.taxes <> '[]' THEN d.taxes
      ELSE jsonb_build_array(jsonb_build_object('baseMinor', d.net, 'taxMinor', d.tax,
        'rate', d.rate,
        'category', CASE WHEN d.rate = 0 THEN 'Z' WHEN d.rate > 0 THEN 'S' END)) END) g
    GROUP BY 1, 3`

/** Each kind counted from the rows, said independently of the triggers. */
const counted = `
  SELECT workspace_id, 'clients' AS kind, '' AS key, count(*) AS items, 0 AS amount, 0 AS other
    FROM clients GROUP BY 1
  UNION ALL SELECT workspace_id, 'projects',
    concat_ws('/', coalesce(team_lead_id, '${noSubject}'), status),
    count(*), 0, 0 FROM projects GROUP BY 1, 3
  UNION ALL SELECT workspace_id, 'client_projects', client_id::text, count(*), 0, 0 FROM projects
    WHERE client_id IS NOT NULL AND status NOT IN ('completed', 'archived') GROUP BY 1, 3
  UNION ALL SELECT workspace_id, 'project_tasks', project_id::text, count(*),
    count(*) FILTER (WHERE status = 'done'), 0 FROM tasks GROUP BY 1, 3
  UNION ALL SELECT t.workspace_id, 'task_months', concat_ws('/', a.assignee, t.status,
      date_trunc('month', t.due_date)::date), count(*), 0, 0 FROM ${listedTasks} GROUP BY 1, 3
  UNION ALL SELECT t.workspace_id, 'task_days', concat_ws('/', a.assignee, t.status, t.due_date),
    count(*),
    0, 0 FROM ${listedTasks} WHERE t.due_date IS NOT NULL GROUP BY 1, 3
  UNION ALL SELECT i.workspace_id, 'client', concat_ws('/', i.client_id, i.currency), 0,
    sum(i.total - i.credit_notes_total),
    sum(${due}) FROM invoices i WHERE ${billed} GROUP BY 1, 3
  UNION ALL SELECT i.workspace_id, 'project', concat_ws('/', i.project_id, i.currency), 0,
    sum(i.subtotal - i.discount - i.credit_notes_net), 0 FROM invoices i
    WHERE ${billed} AND i.project_id IS NOT NULL GROUP BY 1, 3
  UNION ALL SELECT i.workspace_id, 'invoices', concat_ws('/', i.currency, i.status), count(*),
    sum(${due}), 0
    FROM invoices i GROUP BY 1, 3
  UNION ALL SELECT i.workspace_id, 'invoice_days',
    concat_ws('/', i.currency, i.status, i.issue_date),
    count(*), sum(${due}), 0 FROM invoices i GROUP BY 1, 3
  UNION ALL SELECT p.workspace_id, 'collected', concat_ws('/', i.currency, i.status, ${year}), 0,
    sum(p.amount), 0 FROM ${paidInvoices} GROUP BY 1, 3
  UNION ALL SELECT p.workspace_id, 'collected_days',
    concat_ws('/', i.currency, i.status, i.issue_date, ${year}), 0, sum(p.amount), 0
    FROM ${paidInvoices} GROUP BY 1, 3
  ${["month", "year"].map(ofSpan).join("")}
  UNION ALL SELECT workspace_id, 'files', '', count(*), 0, 0 FROM files GROUP BY 1
  UNION ALL SELECT workspace_id, 'file_bytes', '', 0, sum(size), 0 FROM files GROUP BY 1
  UNION ALL SELECT workspace_id, 'files_of', coalesce(project_id, client_id, invoice_id)::text,
    count(*), 0, 0 FROM files GROUP BY 1, 3
  UNION ALL SELECT i.workspace_id, 'issued', concat_ws('/', i.currency, i.issue_date), 0,
    sum(i.total), 0
    FROM invoices i WHERE ${billed} OR (i.status = 'void' AND i.amount_credited > 0) GROUP BY 1, 3
  UNION ALL SELECT workspace_id, 'credited', concat_ws('/', currency, issue_date), 0, sum(total), 0
    FROM credit_notes GROUP BY 1, 3
  ${taxes}
  UNION ALL SELECT i.workspace_id, 'due_days', concat_ws('/', i.currency, i.due_date), 0,
    sum(${due}), 0
    FROM invoices i WHERE i.status IN ('sent', 'overdue') GROUP BY 1, 3
  UNION ALL SELECT p.workspace_id, 'received', concat_ws('/', i.currency, ${received}), 0,
    sum(p.amount), 0
    FROM ${paidInvoices} GROUP BY 1, 3`

/** A month or a year is what is folded of it and what is not folded of its days. */
const parts = `
  SELECT workspace_id, kind, subject, label, status, day, year, items, amount, other FROM totals
  UNION ALL
  SELECT workspace_id, replace(kind, '_days', v.suffix), subject, label, status,
    date_trunc(v.span, day)::date, year, items, amount, other
  FROM totals CROSS JOIN (VALUES ('_months', 'month'), ('_years', 'year')) v (suffix, span)
  WHERE part <> 0 AND kind IN ('invoice_days', 'collected_days')`

const kept = `
  SELECT workspace_id, kind, concat_ws('/',
      CASE WHEN subject = '${noSubject}' AND kind <> 'projects' THEN NULL ELSE subject END,
      nullif(label, ''), nullif(status, ''), CASE WHEN isfinite(day) THEN day END, nullif(year, 0))
        AS key,
    sum(items) AS items, sum(amount) AS amount, sum(other) AS other
  FROM (${parts}) t GROUP BY 1, 2, 3
  UNION ALL SELECT workspace_id, 'file_bytes', '', 0, bytes, 0 FROM file_usage`

/** Of one workspace by its UUID, or of all. */
export const compareTotals = (sql: SqlClient.SqlClient, id: string | null) => {
  const chosen = (rows: string) =>
    id === null ? rows : `SELECT * FROM (${rows}) a WHERE workspace_id = $1`
  return sql
    .unsafe<{ workspaceId: string; kind: string; key: string; kept: string; counted: string }>(
      `SELECT coalesce(k.workspace_id, c.workspace_id) AS workspace_id,
        coalesce(k.kind, c.kind) AS kind,
        coalesce(k.key, c.key) AS key,
        concat_ws('/', coalesce(k.items, 0), coalesce(k.amount, 0), coalesce(k.other, 0)) AS kept,
        concat_ws('/', coalesce(c.items, 0), coalesce(c.amount, 0), coalesce(c.other, 0)) AS counted
      FROM (${chosen(kept)}) k
      FULL JOIN (${chosen(counted)}) c ON c.workspace_id = k.workspace_id AND c.kind = k.kind
        AND c.key = k.key
      WHERE (coalesce(k.items, 0), coalesce(k.amount, 0), coalesce(k.other, 0))
        <> (coalesce(c.items, 0), coalesce(c.amount, 0), coalesce(c.other, 0))
      ORDER BY 1, 2, 3 LIMIT 100`,
      id === null ? [] : [id]
    )
    .pipe(
      Effect.map(
        (rows): ReadonlyArray<TotalMismatch> =>
          rows.map((row) => ({ ...row, workspaceId: WorkspaceId.fromUuid(row.workspaceId) }))
      )
    )
}

/**
 * Compares every total of every workspace with the rows, in one snapshot, however long that takes.
 */
export const checkTotals = (sql: SqlClient.SqlClient) =>
  Effect.orDie(
    sql.withTransaction(
      Effect.andThen(sql`SET LOCAL statement_timeout = 0`, compareTotals(sql, null))
    )
  )
