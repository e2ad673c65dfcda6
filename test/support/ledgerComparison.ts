/** Reads every sum of an agency over the API, and compares it with the books. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { LedgerAgency } from "./ledgerApps.ts"
import { type BookedInvoice, type Books, remainingOf } from "./ledgerBooks.ts"
import { sumOf } from "./ledgerMoney.ts"
import { addDays } from "./ledgerPlans.ts"
import { compareStatements } from "./ledgerStatements.ts"
import {
  budgetSpent,
  clientSums,
  creditsOf,
  invoiceListSums,
  noteStatus,
  receivables,
  revenueRows,
  type Seen,
  statusOf
} from "./ledgerSums.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

const compareInvoices = Effect.fnUntraced(function* (
  { name, ids, get }: LedgerAgency,
  books: Books,
  { today }: Seen
) {
  for (const [at, invoice] of books.invoices.entries()) {
    const found = yield* get(`/v1/invoices/${ids.invoices[at]}`)
    const { figures } = invoice
    assert.deepInclude(
      found,
      {
        number: `INV-${String(at + 1).padStart(4, "0")}`,
        status: statusOf(invoice, today),
        subtotal: figures.subtotal,
        discount: figures.discount,
        tax: figures.tax,
        total: figures.total,
        amount_paid: invoice.state === "void" ? 0 : invoice.paid,
        amount_credited: invoice.credited
      },
      `${name}: invoice ${at}`
    )
    const rows = yield* get(`/v1/invoices/${ids.invoices[at]}/payments?limit=100`)
    const own = [...books.payments.entries()].filter(([, { invoice: of }]) => of === at)
    assert.deepStrictEqual(
      new Map(
        rows.data.map((row: Json) => [
          row.id,
          [row.amount, row.reverses, row.reversed, row.credit_id]
        ])
      ),
      new Map(
        own.map(([place, { amount, reverses, reversed, credit }]) => [
          ids.payments[place],
          [
            amount,
            reverses === null ? null : ids.payments[reverses],
            reversed,
            credit === null ? null : ids.credits[credit]
          ]
        ])
      ),
      `${name}: payments of invoice ${at}`
    )
    assert.strictEqual(rows.meta.total, own.length)
  }
})

const compareClients = Effect.fnUntraced(function* (
  { name, ids, get }: LedgerAgency,
  books: Books,
  seen: Seen
) {
  const listed = yield* get("/v1/clients?limit=100")
  for (const [client, id] of ids.clients.entries()) {
    const sums = clientSums(books, seen, client)
    assert.deepInclude(yield* get(`/v1/clients/${id}`), sums, `${name}: client ${client}`)
    const row = listed.data.find((one: Json) => one.id === id)
    assert.strictEqual(
      row.outstanding_balance,
      sums.outstanding_balance,
      `${name}: list of clients`
    )
    const { data, meta } = yield* get(`/v1/clients/${id}/credits?limit=100`)
    const own = creditsOf(books, client)
    const amounts = own.map(
      ({ place, amount, applied, refunded, withdrawn, remaining, source }) => [
        ids.credits[place],
        { amount, applied, refunded, withdrawn, remaining, source }
      ]
    )
    assert.deepStrictEqual(
      Object.fromEntries(
        data.map(({ id: credit, ...row }: Json) => {
          const { amount, applied, refunded, withdrawn, remaining, source } = row
          return [credit, { amount, applied, refunded, withdrawn, remaining, source }]
        })
      ),
      Object.fromEntries(amounts),
      `${name}: credits of client ${client}`
    )
    for (const currency of ["EUR", "USD"]) {
      const left = sumOf(own.filter((one) => one.currency === currency).map(remainingOf))
      assert.strictEqual(meta.balance[currency] ?? 0, left, `${name}: balance in ${currency}`)
    }
  }
  for (const [project, id] of ids.projects.entries()) {
    const { budget_spent } = yield* get(`/v1/projects/${id}`)
    assert.strictEqual(budget_spent, budgetSpent(books, seen, project), `${name}: budget spent`)
  }
})

const compareNotes = Effect.fnUntraced(function* ({ name, ids, get }: LedgerAgency, books: Books) {
  const { data, meta } = yield* get("/v1/credit_notes?limit=100")
  assert.strictEqual(meta.total, books.notes.length)
  assert.deepStrictEqual(
    data.toReversed().map((row: Json) => [row.number, row.invoice.id, row.total, row.status]),
    books.notes.map(({ invoice, total, credit }, at) => [
      `CN-${String(at + 1).padStart(4, "0")}`,
      ids.invoices[invoice],
      total,
      noteStatus(books, credit)
    ]),
    `${name}: credit notes`
  )
})

/** The `meta` of the list of invoices, by each filter. */
const compareLists = Effect.fnUntraced(function* (
  { name, ids, get }: LedgerAgency,
  books: Books,
  seen: Seen
) {
  const { today } = seen
  const dates = books.invoices.map(({ issueDate }) => issueDate)
  const [from, to] = [dates[1] ?? today, dates[3] ?? today]
  type Filter = readonly [query: string, isFound: (invoice: BookedInvoice) => boolean]
  const filters: ReadonlyArray<Filter> = [
    ["", () => true],
    [`&client_id=${ids.clients[0]}`, ({ client }) => client === 0],
    [`&project_id=${ids.projects[0]}`, ({ project }) => project === 0],
    ...["draft", "sent", "overdue", "paid", "void"].map(
      (status): Filter => [`&status=${status}`, (one) => statusOf(one, today) === status]
    ),
    [`&from=${from}&to=${to}`, ({ issueDate }) => issueDate >= from && issueDate <= to]
  ]
  for (const [query, isFound] of filters) {
    const { meta } = yield* get(`/v1/invoices?limit=1${query}`)
    const { total, total_outstanding, total_collected_ytd } = meta
    const others = Object.entries(meta.by_currency).filter(
      ([, sums]: readonly [string, Json]) => sums.total_outstanding || sums.total_collected_ytd
    )
    assert.deepStrictEqual(
      { total, total_outstanding, total_collected_ytd, byCurrency: Object.fromEntries(others) },
      invoiceListSums(books, seen, isFound),
      `${name}: sums of the list of invoices with ${query}`
    )
  }
})

const compareAnalytics = Effect.fnUntraced(function* (
  { name, get }: LedgerAgency,
  books: Books,
  seen: Seen
) {
  for (const [interval, length, days] of [
    ["year", 4, 3000],
    ["month", 7, 900]
  ] as const) {
    const range = `from=${addDays(seen.today, -days)}&to=${seen.today}&interval=${interval}`
    const { data } = yield* get(`/v1/analytics/revenue?${range}`)
    const rows = data.map(({ period, currency, issued, collected, credited, refunded }: Json) => [
      `${period} ${currency}`,
      { issued, collected, credited, refunded }
    ])
    const isNonZero = ([, sums]: readonly [string, object]) =>
      Object.values(sums).some((sum) => sum !== 0)
    assert.deepStrictEqual(
      Object.fromEntries(rows.filter(isNonZero)),
      revenueRows(books, seen, length, addDays(seen.today, -days)),
      `${name}: revenue by ${interval}`
    )
  }
  const { data } = yield* get("/v1/analytics/receivables")
  assert.deepStrictEqual(
    Object.fromEntries(
      data.flatMap(({ currency, ...row }: Json) => (row.total === 0 ? [] : [[currency, row]]))
    ),
    receivables(books, seen),
    `${name}: receivables`
  )
})

/** Everything that shows a sum, and the materialised totals behind it. */
export const compareAll = Effect.fnUntraced(function* (
  agency: LedgerAgency,
  books: Books,
  seen: Seen
) {
  yield* compareInvoices(agency, books, seen)
  yield* compareClients(agency, books, seen)
  yield* compareStatements(agency, books, seen)
  yield* compareNotes(agency, books)
  yield* compareLists(agency, books, seen)
  yield* compareAnalytics(agency, books, seen)
  assert.deepStrictEqual(yield* agency.wrongTotals, [], `${agency.name}: doctor --totals`)
})
