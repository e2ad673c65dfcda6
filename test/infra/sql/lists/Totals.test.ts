/**
 * Materialised totals equal counting: after any history of projects, tasks, invoices and payments,
 * folded at any moment, in every storage and for every filter.
 */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import type { InvoiceFilter } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { invoiceStatuses } from "../../../../src/domain/invoices/InvoiceTransitions.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { MaintenanceClient } from "../../../../src/infra/postgres/ReadClient.ts"
import {
  countedSums,
  materialisedSums,
  yearFrom
} from "../../../../src/infra/sql/invoices/InvoiceSums.ts"
import { checkTotals, foldTotals } from "../../../../src/infra/sql/lists/Totals.ts"
import { yearTotals } from "../../../../src/infra/sql/migrations/0024_year_totals.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../../support/storages.ts"

const uuid = (table: number, n: number) =>
  `00000000-0000-7000-800${table}-${String(n).padStart(12, "0")}`

const days = ["2025-11-20", "2025-12-31", "2026-01-01", "2026-02-10"]
/** Around the beginning of the year in UTC, in Auckland and in New York. */
const instants = [
  "2025-12-31T10:59:59Z",
  "2025-12-31T11:00:00Z",
  "2025-12-31T23:59:59Z",
  "2026-01-01T04:59:59Z",
  "2026-01-01T05:00:00Z",
  "2026-03-01T12:00:00Z"
]
const yearStarts = ["2025-12-31T11:00:00Z", "2026-01-01T00:00:00Z", "2026-01-01T05:00:00Z"]
const projectStates = ["planning", "in_progress", "completed", "archived"]

const few = fc.integer({ min: 0, max: 3 })
const moment = fc.integer({ min: 0, max: instants.length - 1 })
const kinds = [
  ...["project", "move", "task", "hand", "done", "drop", "draft", "edit", "delete", "fold"],
  ...["send", "send", "pay", "pay", "pay", "rest", "rest", "overdue", "void", "credit", "credit"]
] as const
const stepOf = (kind: fc.Arbitrary<string>, which: fc.Arbitrary<number>) =>
  fc.record({ kind, which, a: few, b: few, c: moment })
interface Step {
  readonly kind: string
  readonly which: number
  readonly a: number
  readonly b: number
  readonly c: number
}
/**
 * Most histories begin with an invoice of each number, so that what follows has something to
 * change.
 */
const beginning = fc.tuple(
  ...["project", "draft", "send"].flatMap((kind) =>
    [0, 1, 2, 3].map((which) => stepOf(fc.constant(kind), fc.constant(which)))
  )
)
const history = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: beginning }, { weight: 1, arbitrary: fc.constant([]) }),
    fc.array(stepOf(fc.constantFrom(...kinds), few), { minLength: 5, maxLength: 25 })
  )
  .map(([first, then]): ReadonlyArray<Step> => [...first, ...then])

const makeWorld = (sql: SqlClient.SqlClient, workspace: string) => {
  const state = (a: number) => projectStates[a] ?? "planning"
  const archivedFrom = (a: number) => (state(a) === "archived" ? "review" : null)
  const client = (n: number) => uuid(1, n % 2)
  const lead = (n: number) => (n === 0 ? null : uuid(2, n % 2))
  const day = (n: number) => days[n % days.length]
  const due = (n: number) => (n === 0 ? null : day(n))
  const guard = sql`workspace_id = ${workspace}`

  const found = Effect.gen(function* () {
    yield* sql`INSERT INTO workspaces (id, name, plan, currency, time_zone, invoice_prefix, payment_terms_days)
      VALUES (${workspace}, 'W', 'growth', 'EUR', 'UTC', 'INV', 30)`
    for (const n of [0, 1]) {
      yield* sql`INSERT INTO clients (workspace_id, id, name, email, portal_access, created_at, updated_at)
        VALUES (${workspace}, ${client(n)}, 'C', 'c@x.example', false, now(), now())`
      yield* sql`INSERT INTO users (workspace_id, id, name, email, role, password_hash)
        VALUES (${workspace}, ${uuid(2, n)}, 'U', ${`${n}@${workspace}.example`}, 'member', 'x')`
    }
  })

  /** Puts an invoice into an issued state, with what the CHECKs want of it. */
  const issue = (which: number, status: string) => sql`
    UPDATE invoices SET status = ${status}, sent_at = now(), recipient_name = 'C',
      recipient_email = 'c@x.example', delivery_status = 'sent', delivery_attempts = 1, seller = '{}'
    WHERE ${guard} AND id = ${uuid(5, which)} AND status = 'draft'`

  const pay = (which: number, share: number, at: string | undefined, reference: number) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const [paid] = yield* sql`
          INSERT INTO payments
            (workspace_id, id, invoice_id, amount, paid_at, created_at, collected)
          SELECT workspace_id, ${uuid(6, reference)}, id,
            greatest(1, (total - amount_paid - amount_credited) / ${share}::bigint),
            ${at}::timestamptz, now(), ${reference % 3 !== 0}
          FROM invoices WHERE ${guard} AND id = ${uuid(5, which)}
            AND status IN ('sent', 'overdue') AND amount_paid + amount_credited < total
          RETURNING amount`
        if (paid === undefined) return
        yield* sql`UPDATE invoices SET amount_paid = amount_paid + ${paid["amount"]}::bigint,
            status = CASE WHEN amount_paid + amount_credited + ${paid["amount"]}::bigint = total
              THEN 'paid' ELSE status END,
            paid_at = CASE WHEN amount_paid + amount_credited + ${paid["amount"]}::bigint = total
              THEN now() END
          WHERE ${guard} AND id = ${uuid(5, which)}`
      })
    )

  /** A credit note of a share of the total: it lowers the rest first, and may close the invoice. */
  const lower = (which: number, share: number) => sql`
    UPDATE invoices i SET credit_notes_total = credit_notes_total + n.amount,
      credit_notes_net = credit_notes_net + n.amount * (subtotal - discount) / total,
      amount_credited = amount_credited + n.lowers,
      status = CASE WHEN n.lowers = 0 OR n.lowers < n.rest THEN status
        WHEN amount_paid = 0 THEN 'void' ELSE 'paid' END,
      paid_at = CASE WHEN n.lowers > 0 AND n.lowers = n.rest AND amount_paid > 0
        THEN now() ELSE paid_at END,
      voided_at = CASE WHEN n.lowers > 0 AND n.lowers = n.rest AND amount_paid = 0
        THEN now() ELSE voided_at END
    FROM (SELECT id, amount, rest, least(amount, rest) AS lowers FROM (
      SELECT id, total - amount_paid - amount_credited AS rest,
        greatest(1, (total - credit_notes_total) / ${share}::bigint) AS amount
      FROM invoices WHERE ${guard} AND id = ${uuid(5, which)}
        AND status IN ('sent', 'overdue', 'paid') AND credit_notes_total < total) a) n
    WHERE i.workspace_id = ${workspace} AND i.id = n.id
    RETURNING i.id, i.client_id, i.currency, n.amount`

  const credit = (which: number, share: number, index: number) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const [note] = yield* lower(which, share)
        if (note === undefined) return
        yield* sql`INSERT INTO credit_notes (workspace_id, id, number, invoice_id, client_id,
            issue_date, currency, line_items, taxes, subtotal, discount, tax, total, reason,
            delivery_status, delivery_attempts, created_at, updated_at)
          VALUES (${workspace}, ${uuid(7, index)}, ${`CN-${index}`}, ${note["id"]},
            ${note["clientId"]}, ${day(index)}::date, ${note["currency"]}, '[{}]', '[]',
            ${note["amount"]}, 0, 0, ${note["amount"]}, 'R', 'queued', 0, now(), now())`
      })
    )

  const run = ({ kind, which, a, b, c }: Step, index: number) => {
    switch (kind) {
      case "project":
        return sql`INSERT INTO projects (workspace_id, id, client_id, team_lead_id, name, status,
            archived_from, created_at, updated_at)
          VALUES (${workspace}, ${uuid(3, which)}, ${a === 3 ? null : client(a)}, ${lead(b)}, 'P',
            ${state(c)}, ${archivedFrom(c)}, now(), now()) ON CONFLICT DO NOTHING`
      case "move":
        return sql`UPDATE projects SET team_lead_id = ${lead(a)}, status = ${state(b)},
            archived_from = ${archivedFrom(b)} WHERE ${guard} AND id = ${uuid(3, which)}`
      case "task":
        return sql`INSERT INTO tasks (workspace_id, id, project_id, assignee_id, title, status, due_date,
            created_at, updated_at)
          SELECT workspace_id, ${uuid(4, index)}, id, ${lead(a)}, 'T', 'todo', ${due(b)}::date, now(), now()
          FROM projects WHERE ${guard} AND id = ${uuid(3, which)}`
      case "hand":
        return sql`UPDATE tasks SET assignee_id = ${lead(a)}, due_date = ${due(b)}::date
          WHERE ${guard} AND project_id = ${uuid(3, which)}`
      case "done":
        return sql`UPDATE tasks SET status = 'done', completed_at = now()
          WHERE ${guard} AND project_id = ${uuid(3, which)} AND status = 'todo'`
      case "drop":
        return sql`DELETE FROM tasks WHERE ${guard} AND project_id = ${uuid(3, which)}`
      case "draft":
        return sql`INSERT INTO invoices (workspace_id, id, number, status, client_id, project_id, issue_date,
            due_date, currency, line_items, subtotal, tax_rate, tax, discount, total, money_version, created_at,
            updated_at)
          SELECT ${workspace}, ${uuid(5, which)}, ${`INV-${which}`}, 'draft', c.id,
            (SELECT p.id FROM projects p WHERE p.workspace_id = c.workspace_id AND p.client_id = c.id LIMIT 1),
            ${day(b)}::date, ${day(b)}::date + 30, ${c === 0 ? "USD" : "EUR"}, '[{}]', ${1000 + a}, 0.1, ${c}, 10,
            ${990 + a + c}, 1, now(), now()
          FROM clients c WHERE c.workspace_id = ${workspace} AND c.id = ${client(a)} ON CONFLICT DO NOTHING`
      case "edit":
        return sql`UPDATE invoices SET client_id = ${client(a)}, project_id = NULL,
            issue_date = ${day(b)}::date, due_date = ${day(b)}::date + 30
          WHERE ${guard} AND id = ${uuid(5, which)} AND status = 'draft'`
      case "send":
        return issue(which, "sent")
      case "pay":
        return pay(which, 3, instants[c], index)
      case "rest":
        return pay(which, 1, instants[c], index)
      case "overdue":
        return sql`UPDATE invoices SET status = 'overdue'
          WHERE ${guard} AND id = ${uuid(5, which)} AND status = 'sent'`
      case "credit":
        return credit(which, a + 1, index)
      case "void":
        return sql`UPDATE invoices SET status = 'void', voided_at = now()
          WHERE ${guard} AND id = ${uuid(5, which)} AND amount_paid + amount_credited = 0
            AND status <> 'void'`
      case "delete":
        return sql`DELETE FROM invoices WHERE ${guard} AND id = ${uuid(5, which)} AND status = 'draft'`
      default:
        return foldTotals(sql)
    }
  }
  return { found, run }
}

const filters: ReadonlyArray<InvoiceFilter> = [undefined, ...invoiceStatuses].flatMap((status) =>
  [
    {},
    { from: "2025-12-31" },
    { to: "2025-12-31" },
    { from: "2026-01-01", to: "2026-01-31" },
    { from: "2026-01-01", to: "2026-01-30" },
    // Days, whole months between them, and days.
    { from: "2025-11-20", to: "2026-02-10" },
    { from: "2025-11-01", to: "2026-02-09" },
    { from: "0001-01-02", to: "9999-12-30" },
    { to: "0001-01-01" }
  ].map((range) => ({
    ...(status === undefined ? {} : { status }),
    ...Object.fromEntries(
      Object.entries(range).map(([key, day]) => [key, CalendarDate.make(day)] as const)
    )
  }))
)

const suite = <E>(
  name: string,
  database: Parameters<typeof onDatabase<E, never>>[0],
  numRuns: number
) =>
  layer(onDatabase(database), { excludeTestServices: true })(name, (it) => {
    it.effect("totals are what counting the rows gives", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        let workspaces = 0
        const holds = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
          const workspace = uuid(0, ++workspaces)
          const world = makeWorld(sql, workspace)
          yield* world.found
          for (const [index, one] of steps.entries()) yield* world.run(one, index)
          assert.deepEqual(yield* checkTotals(sql), [])
          // Some sent invoices are due by then, and no sweep has marked them.
          const today = CalendarDate.make("2026-01-25")
          for (const text of yearStarts) {
            const at = { today, ...yearFrom(DateTime.makeUnsafe(text)) }
            for (const filter of filters) {
              const { status, from, to } = filter
              const where = sql.and([
                sql`i.workspace_id = ${workspace}`,
                ...(status === undefined
                  ? []
                  : [
                      sql`CASE WHEN i.status = 'sent' AND i.due_date < ${today}::date THEN 'overdue'
                        ELSE i.status END = ${status}`
                    ]),
                ...(from === undefined ? [] : [sql`i.issue_date >= ${from}::date`]),
                ...(to === undefined ? [] : [sql`i.issue_date <= ${to}::date`])
              ])
              const kept = yield* materialisedSums(sql, workspace, filter, at)
              const found = sql`(SELECT * FROM invoices i WHERE ${where})`
              assert.deepEqual(kept, yield* countedSums(sql, found, at), JSON.stringify(filter))
            }
          }
        })
        const context = yield* Effect.context<never>()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(history, (steps) => Effect.runPromiseWith(context)(holds(steps))),
            { numRuns }
          )
        )
        yield* foldTotals(sql)
        assert.deepEqual(yield* checkTotals(sql), [])
        const [left] = yield* sql`SELECT count(*) AS parts FROM totals WHERE part <> 0`
        assert.strictEqual(left?.["parts"], 0n)
      })
    )

    it.effect("an upgrade makes the years of the days that were folded before", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const world = makeWorld(sql, uuid(0, 999_998))
        yield* world.found
        for (const [index, kind] of ["project", "draft", "send", "pay"].entries()) {
          yield* world.run({ kind, which: 0, a: 0, b: 0, c: 0 }, index)
        }
        yield* foldTotals(sql)
        yield* sql`DELETE FROM totals WHERE kind IN ('invoice_years', 'collected_years')`
        assert.isNotEmpty(yield* checkTotals(sql))
        yield* sql.withTransaction(Effect.provideService(yearTotals, SqlClient.SqlClient, sql))
        assert.deepEqual(yield* checkTotals(sql), [])
      })
    )

    it.effect("a total that was tampered with is named", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const world = makeWorld(sql, uuid(0, 999_999))
        yield* world.found
        yield* foldTotals(sql)
        yield* sql`UPDATE totals SET items = items + 1
          WHERE workspace_id = ${uuid(0, 999_999)} AND kind = 'clients'`
        yield* sql`UPDATE file_usage SET bytes = 7 WHERE workspace_id = ${uuid(0, 999_999)}`
        assert.deepEqual(
          (yield* checkTotals(sql)).map(({ kind, kept, counted }) => ({ kind, kept, counted })),
          [
            { kind: "clients", kept: "3/0/0", counted: "2/0/0" },
            { kind: "file_bytes", kept: "0/7/0", counted: "0/0/0" }
          ]
        )
      })
    )
  })

suite("totals on PGlite", layerPglite, 10)
suite("totals on PostgreSQL", layerPostgres, 30)
