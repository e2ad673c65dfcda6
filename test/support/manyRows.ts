/**
 * A workspace with many rows, for tests of list reads: inserted in a few statements, with the
 * triggers that update totals. Indexes and foreign keys are made after the rows, as pg_restore
 * does, which takes a third of the time; other triggers that run row by row are left out.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ClientId, InvoiceId, ProjectId, UserId, WorkspaceId } from "../../src/domain/Ids.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { invoicePartsOf } from "../../src/infra/sql/migrations/0051_rest_of_invoices.ts"

const uuid = (kind: string, n: string) =>
  `('00000000-0000-7000-800${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const idOf = (kind: string, n: number) =>
  `00000000-0000-7000-800${kind}-${n.toString(16).padStart(12, "0")}`

const workspace = idOf("0", 1)
/**
 * A client has as many projects and invoices in a large workspace as in a small one, and a project
 * its tasks.
 */
const ofEachClient = 100
const ofEachProject = 1000
const parents = (rows: number) => {
  const clients = Math.ceil(rows / ofEachClient)
  const projectsWithTasks = Math.max(1, Math.floor(rows / ofEachProject))
  return {
    clients,
    projectsWithTasks,
    /** Those beyond the last thousand are of one project more. */
    projectOfTask: `CASE WHEN g < ${projectsWithTasks * ofEachProject}
      THEN g % ${projectsWithTasks} ELSE ${projectsWithTasks} END`,
    /** Client 7 has many files, as its invoices may. */
    busy: 7 + clients * Math.floor(1000 / clients)
  }
}

/**
 * Due, and not swept yet: as few among many rows as among few, because the server sweeps all the
 * time.
 */
const isUnswept = (rows: number) => `g % ${Math.ceil(rows / 10)} = 21`

/** Rare and old beside many: what a filter finds lies far from where the newest rows are. */
const projectStatus = `CASE WHEN g % 997 = 0 THEN 'review' WHEN g < 20 THEN 'planning'
  WHEN g % 4 = 0 THEN 'archived' WHEN g % 50 = 0 THEN 'in_progress' ELSE 'completed' END`
const invoiceStatus = (rows: number) => `CASE WHEN g % 997 = 0 THEN 'void' WHEN g < 20 THEN 'draft'
  WHEN g % 50 = 0 THEN 'overdue' WHEN g % 40 = 0 OR ${isUnswept(rows)} THEN 'sent' ELSE 'paid' END`
const taskStatus = `CASE WHEN g % 997 = 0 THEN 'in_progress'
  WHEN g < 20 OR g % 40 = 0 THEN 'todo' ELSE 'done' END`

/** Issued over four years, in no order of the ids; few are due and not swept. */
const statements = (
  rows: number,
  { clients, projectOfTask, busy }: ReturnType<typeof parents>
): ReadonlyArray<string> => [
  `INSERT INTO workspaces
      (id, name, plan, currency, time_zone, invoice_prefix, payment_terms_days)
    VALUES ('${workspace}', 'W', 'growth', 'EUR', 'UTC', 'INV', 30)`,
  `INSERT INTO counters (workspace_id, name)
    VALUES ('${workspace}', 'invoice_number'), ('${workspace}', 'event')`,
  `INSERT INTO users (workspace_id, id, name, email, role, password_hash)
    SELECT '${workspace}', ${uuid("1", "g")}, 'U', g || '@x.example', 'member', 'x'
    FROM generate_series(0, 9) g`,
  `INSERT INTO clients (workspace_id, id, name, email, portal_access, created_at, updated_at)
    SELECT '${workspace}', ${uuid("2", "g")}, 'C', 'c@x.example', false, now(), now()
    FROM generate_series(0, ${rows} - 1) g`,
  `INSERT INTO projects (workspace_id, id, client_id, team_lead_id, name, status, archived_from,
      created_at, updated_at)
    SELECT '${workspace}', ${uuid("3", "g")}, ${uuid("2", `g % ${clients}`)},
      ${uuid("1", "g % 10")}, 'P', ${projectStatus},
      CASE WHEN ${projectStatus} = 'archived' THEN 'review' END, now(), now()
    FROM generate_series(0, ${rows} - 1) g`,
  `INSERT INTO invoices (workspace_id, id, number, status, client_id, project_id, issue_date,
      due_date, currency, line_items, subtotal, tax, discount, total, money_version, created_at,
      updated_at, sent_at, recipient_name, recipient_email, seller, delivery_status,
      delivery_attempts, amount_paid, paid_at, voided_at)
    SELECT '${workspace}', ${uuid("4", "g")}, 'INV-' || g, s, ${uuid("2", `p % ${clients}`)},
      ${uuid("3", "p")}, d, CASE WHEN s = 'sent' AND NOT (${isUnswept(rows)}) THEN '2099-02-01' ELSE d + 14 END,
      CASE WHEN g % 9 = 0 THEN 'USD' ELSE 'EUR' END, '[{}]', 100, 0, 0, 100, 1, now(), now(),
      issued, name, name, CASE WHEN issued IS NULL THEN NULL ELSE '{}'::jsonb END,
      CASE WHEN issued IS NULL THEN NULL ELSE 'sent' END,
      CASE WHEN issued IS NULL THEN NULL ELSE 1 END, CASE WHEN s = 'paid' THEN 100 ELSE 0 END,
      CASE WHEN s = 'paid' THEN now() END, CASE WHEN s = 'void' THEN now() END
    FROM (SELECT g, s, p, DATE '2022-01-01' + (hashint4(g) & 2147483647) % 1440 AS d,
        CASE WHEN s IN ('draft', 'void') THEN NULL ELSE now() END AS issued,
        CASE WHEN s IN ('draft', 'void') THEN NULL ELSE 'c@x.example' END AS name
      FROM (SELECT g, ${invoiceStatus(rows)} AS s, (hashint4(g + 1) & 2147483647) % ${rows} AS p
        FROM generate_series(0, ${rows} - 1) g) g) g`,
  // In place of the triggers, which take longer row by row.
  `DO $$ BEGIN ${invoicePartsOf("SELECT i.*, 1 AS s FROM invoices i")}; END $$`,
  `INSERT INTO payments (workspace_id, id, invoice_id, amount, paid_at, created_at)
    SELECT workspace_id, ${uuid("5", "substr(number, 5)::integer")}, id, 100, issue_date, now()
    FROM invoices WHERE status = 'paid'`,
  `INSERT INTO tasks (workspace_id, id, project_id, assignee_id, title, status, due_date,
      completed_at, created_at, updated_at)
    SELECT '${workspace}', ${uuid("7", "g")}, ${uuid("3", projectOfTask)},
      CASE WHEN g % 11 <> 0 THEN ${uuid("1", "g % 10")} END, 'T', ${taskStatus},
      CASE WHEN g % 7 <> 0 THEN DATE '2022-01-01' + (hashint4(g) & 2147483647) % 1440 END,
      CASE WHEN ${taskStatus} = 'done' THEN now() END, now(), now()
    FROM generate_series(0, ${rows} - 1) g`,
  // Each parent has a few, but one project, one client and one invoice that have many.
  `INSERT INTO files (workspace_id, id, name, content_type, size, sha256, project_id, client_id,
      invoice_id, created_at)
    SELECT '${workspace}', ${uuid("6", "g")}, 'F', 'text/plain', 1, repeat('a', 64),
      CASE WHEN g % 3 = 0 THEN ${uuid("3", `CASE WHEN g % 9 = 0 THEN ${busy} ELSE g END`)} END,
      CASE WHEN g % 3 = 1 THEN ${uuid("2", "CASE WHEN g % 9 = 1 THEN 7 ELSE g END")} END,
      CASE WHEN g % 3 = 2 THEN ${uuid("4", "CASE WHEN g % 9 = 2 THEN 5 ELSE g END")} END, now()
    FROM generate_series(0, ${rows} - 1) g`
]

const tables = "('clients', 'projects', 'invoices', 'payments', 'tasks', 'files')"

/**
 * Pairs of statements: what takes something away that costs time with each row, and what puts it
 * back.
 */
const burdens = [
  `SELECT format('ALTER TABLE %I DISABLE TRIGGER %I', c.relname, t.tgname) AS without,
      format('ALTER TABLE %I ENABLE TRIGGER %I', c.relname, t.tgname) AS again
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgtype & 1 = 1 AND c.relname IN ${tables}`,
  `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', c.relname, f.conname) AS without,
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.relname, f.conname,
        pg_get_constraintdef(f.oid)) AS again
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid
    WHERE f.contype = 'f' AND c.relname IN ${tables}`,
  // Those of keys stay: what refers to a row finds it by them.
  `SELECT format('DROP INDEX %I', i.relname) AS without, pg_get_indexdef(i.oid) AS again
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
    WHERE c.relname IN ${tables}
      AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = x.indexrelid)`
]

/** Puts rows in while nothing costs time with each of them. */
const unburdened = <A, E, R>(sql: SqlClient.SqlClient, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const found: Array<{ readonly without: string; readonly again: string }> = []
    for (const burden of burdens) {
      const some = yield* sql.unsafe<{ readonly without: string; readonly again: string }>(burden)
      for (const { without } of some) yield* sql.unsafe(without)
      found.push(...some)
    }
    yield* work
    for (const { again } of found.reverse()) yield* sql.unsafe(again)
  })

/** The workspace of the rows, and the requested filter. */
export const namesOf = (rows: number) => {
  const shares = parents(rows)
  return {
    workspaceId: WorkspaceId.fromUuid(workspace),
    clientId: ClientId.fromUuid(idOf("2", 7)),
    projectId: ProjectId.fromUuid(idOf("3", shares.busy)),
    invoiceId: InvoiceId.fromUuid(idOf("4", 5)),
    teamLeadId: UserId.fromUuid(idOf("1", 7)),
    /** One of the few that have tasks. */
    busyProjectId: ProjectId.fromUuid(idOf("3", 27 % shares.projectsWithTasks)),
    /** An id among the newest rows of a list, or among the oldest. */
    uuidOf: (list: "clients" | "projects" | "invoices" | "files" | "tasks", n: number) =>
      idOf({ clients: "2", projects: "3", invoices: "4", files: "6", tasks: "7" }[list], n)
  }
}

/** As many clients, projects, invoices, files and tasks as `rows`. */
export const manyRows = (rows: number) =>
  Effect.gen(function* () {
    const sql = yield* MaintenanceClient
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SET LOCAL statement_timeout = 0`
        yield* unburdened(
          sql,
          Effect.forEach(statements(rows, parents(rows)), (statement) => sql.unsafe(statement), {
            discard: true
          })
        )
        yield* sql`ANALYZE`
      })
    )
    return namesOf(rows)
  })
