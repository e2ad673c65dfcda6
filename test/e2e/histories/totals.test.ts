/**
 * Random operations from all processes, many of which are refused: afterwards every sum that the
 * API shows is the sum of the rows, and every materialised total too. `HISTORIES=10` makes ten
 * times as many operations.
 */
import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { ClientId, ProjectId } from "../../../src/domain/Ids.ts"
import {
  made,
  makeRandom,
  onEmbedded,
  onTwoProcesses,
  requireNoGap,
  requireVerified,
  rounds,
  type Service
} from "../../support/histories.ts"
import { type Made, operate, randomDay } from "../../support/historiesOperations.ts"
import { type ReadRows, rowsBeside, rowsOfStopped } from "../../support/historiesRows.ts"
import { useSql } from "../../support/historiesSql.ts"
import type { Json } from "../../support/pair.ts"

interface Rows {
  readonly currency: string
  readonly invoices: ReadonlyArray<Json>
  readonly payments: ReadonlyArray<Json>
  readonly credits: ReadonlyArray<Json>
  readonly notes: ReadonlyArray<Json>
  readonly refunds: ReadonlyArray<Json>
  readonly tasks: ReadonlyArray<Json>
  readonly projects: ReadonlyArray<Json>
}

/** An invoice's status as it is shown: `sent` is `overdue` from the day after its due date. */
const status = `CASE WHEN i.status = 'sent'
  AND i.due_date < (now() AT TIME ZONE w.time_zone)::date THEN 'overdue' ELSE i.status END`
const shownOf = "i.client_id, i.project_id, i.currency, i.issue_date::text AS day"

const readAll = async (read: ReadRows): Promise<Rows> => {
  const [workspaces, invoices, payments, tasks, projects, credits, notes, refunds] = await read([
    "SELECT currency FROM workspaces",
    `SELECT ${shownOf}, ${status} AS status, i.total, i.amount_paid, i.subtotal, i.discount, i.amount_credited,
      coalesce((SELECT sum(n.total) FROM credit_notes n WHERE n.invoice_id = i.id), 0) AS noted,
      coalesce((SELECT sum(n.total - n.tax) FROM credit_notes n WHERE n.invoice_id = i.id), 0) AS net
      FROM invoices i JOIN workspaces w ON w.id = i.workspace_id`,
    `SELECT ${shownOf}, ${status} AS status, p.amount,
      coalesce((SELECT source FROM credits WHERE id = p.credit_id), '') <> 'credit_note' AS is_money,
      p.paid_at >= date_trunc('year', now() AT TIME ZONE w.time_zone) AT TIME ZONE w.time_zone AS is_recent
      FROM payments p JOIN invoices i ON i.workspace_id = p.workspace_id AND i.id = p.invoice_id
      JOIN workspaces w ON w.id = i.workspace_id`,
    "SELECT project_id, status FROM tasks",
    "SELECT id, client_id, status FROM projects",
    `SELECT c.id, c.client_id, c.currency, c.amount,
      (SELECT coalesce(sum(amount), 0) FROM payments WHERE credit_id = c.id) AS applied,
      (SELECT coalesce(sum(amount), 0) FROM credit_refunds WHERE credit_id = c.id) AS refunded,
      CASE WHEN EXISTS (SELECT 1 FROM payments WHERE reverses = c.payment_id) THEN c.amount
        ELSE 0 END AS withdrawn FROM credits c`,
    "SELECT currency, total FROM credit_notes",
    `SELECT c.currency, r.amount FROM credit_refunds r JOIN credits c ON c.id = r.credit_id
      WHERE c.source = 'credit_note'`
  ])
  return {
    currency: workspaces?.[0].currency,
    invoices: invoices ?? [],
    payments: payments ?? [],
    credits: credits ?? [],
    tasks: tasks ?? [],
    projects: projects ?? [],
    notes: notes ?? [],
    refunds: refunds ?? []
  }
}

const sum = <A>(list: ReadonlyArray<A>, of: (item: A) => number): number =>
  list.reduce((total, item) => total + Number(of(item)), 0)

const isIssued = (row: Json): boolean => ["sent", "overdue", "paid"].includes(row.status)
const isOpen = (row: Json): boolean => ["sent", "overdue"].includes(row.status)
const owed = (row: Json): number => row.total - row.amount_paid - row.amount_credited
/** Also what a credit note made void. */
const isInRevenue = (row: Json): boolean =>
  isIssued(row) || (row.status === "void" && Number(row.amount_credited) > 0)
const left = ({ amount, applied, refunded, withdrawn }: Json): number =>
  amount - applied - refunded - withdrawn

/** The `meta` of the list of invoices with a filter, against the rows that it finds. */
const compareList = async (
  { call }: Service,
  rows: Rows,
  query: string,
  finds: (row: Json) => boolean
): Promise<void> => {
  const { meta } = await made(call(1, "GET", `/v1/invoices?limit=1${query}`))
  const [invoices, payments] = [rows.invoices.filter(finds), rows.payments.filter(finds)]
  const sumsIn = (currency: string) => ({
    total_outstanding: sum(
      invoices.filter((row) => row.currency === currency && isOpen(row)),
      owed
    ),
    total_collected_ytd: sum(
      payments.filter((row) => row.currency === currency && row.is_recent && row.is_money),
      ({ amount }) => amount
    )
  })
  const others = ["EUR", "JPY", "USD"].filter((currency) => currency !== rows.currency)
  const none = { total_outstanding: 0, total_collected_ytd: 0 }
  assert.deepStrictEqual(
    {
      total: meta.total,
      own: {
        total_outstanding: meta.total_outstanding,
        total_collected_ytd: meta.total_collected_ytd
      },
      others: others.map((currency) => ({ ...none, ...meta.by_currency[currency] }))
    },
    { total: invoices.length, own: sumsIn(rows.currency), others: others.map(sumsIn) },
    `the list of invoices with ${query}`
  )
}

const compareLists = async (service: Service, rows: Rows): Promise<void> => {
  const random = makeRandom(7)
  await compareList(service, rows, "", () => true)
  for (const one of ["draft", "sent", "overdue", "paid", "void"]) {
    await compareList(service, rows, `&status=${one}`, (row) => row.status === one)
  }
  for (let index = 0; index < 25; index++) {
    const [from = "", to = ""] = [randomDay(random), randomDay(random)].toSorted()
    const isBetween = ({ day }: Json) => day >= from && day <= to
    await compareList(service, rows, `&from=${from}&to=${to}`, isBetween)
    await compareList(
      service,
      rows,
      `&from=${from}&to=${to}&status=sent`,
      (row) => isBetween(row) && row.status === "sent"
    )
  }
}

const compareResources = async ({ call }: Service, rows: Rows, { projects, clients }: Made) => {
  const own = rows.invoices.filter(({ currency }) => currency === rows.currency)
  for (const id of projects) {
    const uuid = ProjectId.toUuid(Option.getOrThrow(ProjectId.parse(id)))
    const found = await made(call(0, "GET", `/v1/projects/${id}`))
    const billed = own.filter((row) => row.project_id === uuid && isIssued(row))
    const tasks = rows.tasks.filter(({ project_id }) => project_id === uuid)
    assert.deepInclude(found, {
      budget_spent: sum(billed, ({ subtotal, discount, net }) => subtotal - discount - net),
      task_count: tasks.length,
      completed_task_count: tasks.filter((task) => task.status === "done").length
    })
  }
  for (const id of clients) {
    const uuid = ClientId.toUuid(Option.getOrThrow(ClientId.parse(id)))
    const found = await made(call(0, "GET", `/v1/clients/${id}`))
    const mine = own.filter(({ client_id }) => client_id === uuid)
    const active = rows.projects.filter(
      (row) => row.client_id === uuid && !["completed", "archived"].includes(row.status)
    )
    assert.deepInclude(found, {
      total_billed: sum(mine.filter(isIssued), ({ total, noted }) => total - noted),
      outstanding_balance: sum(mine.filter(isOpen), owed),
      active_projects: active.length
    })
    const { meta } = await made(call(0, "GET", `/v1/clients/${id}/credits`))
    const currencies: ReadonlyArray<string> = Object.keys(meta.balance)
    assert.deepStrictEqual(
      meta.balance,
      Object.fromEntries(
        currencies.map((code) => {
          const own = rows.credits.filter((row) => row.client_id === uuid && row.currency === code)
          return [code, sum(own, left)]
        })
      )
    )
  }
}

/** Receivables, and what was collected in all months, by currency. */
const compareAnalytics = async (
  { call }: Service,
  { invoices, payments, notes, refunds }: Rows
) => {
  const range = "from=2025-01-01&to=2030-12-31&interval=year"
  const revenue = await made(call(1, "GET", `/v1/analytics/revenue?${range}`))
  const receivables = await made(call(1, "GET", "/v1/analytics/receivables"))
  for (const code of ["EUR", "JPY", "USD"]) {
    const isOf = ({ currency }: Json): boolean => currency === code
    assert.deepStrictEqual(
      ["issued", "collected", "credited", "refunded"].map((name) =>
        sum(revenue.data.filter(isOf), (row: Json) => row[name])
      ),
      [
        sum(invoices.filter(isOf).filter(isInRevenue), ({ total }) => total),
        sum(
          payments.filter(isOf).filter(({ is_money }) => is_money),
          ({ amount }) => amount
        ),
        sum(notes.filter(isOf), ({ total }) => total),
        sum(refunds.filter(isOf), ({ amount }) => amount)
      ],
      `revenue in ${code}`
    )
    assert.strictEqual(
      sum(receivables.data.filter(isOf), ({ total }: Json) => total),
      sum(invoices.filter(isOf).filter(isOpen), owed),
      `receivables in ${code}`
    )
  }
}

const requireSums = async (service: Service, read: ReadRows): Promise<void> => {
  const { made: all, failures } = await operate(service, makeRandom(), rounds(1000))
  assert.deepStrictEqual(failures.slice(0, 3), [], `${failures.length} requests failed`)
  const { stdout, code } = await service.cli("doctor --totals --json")
  assert.deepStrictEqual([JSON.parse(stdout).totals, code], [[], 0])
  const rows = await readAll(read)
  assert.strictEqual(rows.invoices.length, await requireNoGap(service))
  await compareLists(service, rows)
  await compareResources(service, rows, all)
  await compareAnalytics(service, rows)
  for (const row of rows.credits) {
    assert.isAtLeast(left(row), 0)
    assert.isTrue([row.applied, row.refunded].every((one) => Number(one) >= 0))
    assert.isTrue(Number(row.withdrawn) === 0 || left(row) === 0)
  }
  assert.isTrue(
    rows.payments.some(({ amount }) => amount < 0),
    "no payment was reversed"
  )
  assert.isTrue(
    rows.credits.some(({ withdrawn }) => Number(withdrawn) > 0),
    "no credit was withdrawn"
  )
  assert.strictEqual(rows.notes.length, await requireNoGap(service, "/v1/credit_notes"))
  assert.isNotEmpty(rows.notes, "no credit note was issued")
  for (const { total, noted, amount_credited } of rows.invoices) {
    assert.isAtMost(Number(noted), Number(total))
    assert.isAtMost(Number(amount_credited), Number(noted))
  }
  const paid = sum(rows.payments, ({ amount }) => amount)
  assert.strictEqual(
    sum(rows.invoices, ({ amount_paid }) => amount_paid),
    paid
  )
  await requireVerified(service)
}

describe("sums after random operations", () => {
  describe("on two processes", () => {
    const service = onTwoProcesses()
    const sql = useSql(() => service.running().url)
    it("are the sums of the rows", () => requireSums(service, rowsBeside(sql)))
  })

  describe("on the embedded database", () => {
    const service = onEmbedded()
    it("are the sums of the rows", () => requireSums(service, rowsOfStopped(service)))
  })
})
