/** Sums of the reports, in every storage: taxes by rate and period, and amounts by client. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { ReportRepository } from "../../../../src/app/ports/analytics/ReportRepository.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { periodsOf, type Range } from "../../../../src/domain/analytics/Periods.ts"
import type { ClientId, WorkspaceId } from "../../../../src/domain/Ids.ts"
import { becomeVoid } from "../../../../src/domain/invoices/Invoice.ts"
import type { InvoiceInput } from "../../../../src/domain/invoices/InvoiceInputs.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { book, paymentOf } from "../../../support/paymentRecords.ts"
import {
  at,
  newClient,
  newDraft,
  newOpen,
  newWorkspace,
  now,
  today
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"
import { creditOnce } from "../creditnotes/CreditNoteRepositoryContract.ts"

const euro = CurrencyCode.make("EUR")
const line = (unitPriceMinor: number, taxRate: number | null = null) => ({
  description: "Work",
  quantity: 1,
  unitPriceMinor,
  taxRate
})
const day = (text: string) => CalendarDate.make(text)
const range: Range = { from: day("2026-01-15"), to: day("2026-03-31"), interval: "month" }
const periods = periodsOf(range)

const setUp = Effect.gen(function* () {
  const reports = yield* ReportRepository
  const { id, zone } = yield* newWorkspace
  const client = yield* newClient(id)
  const open = (
    lineItems: ReadonlyArray<ReturnType<typeof line>>,
    input: Partial<InvoiceInput> = {},
    of: ClientId = client.id
  ) =>
    newOpen(id, of, {
      lineItems,
      taxRate: 0.19,
      issueDate: today,
      dueDate: day("2026-04-30"),
      ...input
    })
  const taxes = (of: WorkspaceId = id) =>
    Effect.map(reports.taxes(of, periods), (rows) =>
      rows.map(
        ({ period, currency, category, rate, baseMinor, taxMinor }) =>
          `${period} ${currency} ${category} ${rate} ${baseMinor} ${taxMinor}`
      )
    )
  const clients = (limit = 10, of: WorkspaceId = id, currency = euro) =>
    reports.clients(of, { from: range.from, to: range.to, zone, currency }, limit)
  return { reports, id, client, open, taxes, clients }
})

export const reportRepositoryContract: StorageContract = (it) => {
  it.effect("taxes: by category, rate and period, of what was issued", () =>
    Effect.gen(function* () {
      const { id, client, open, taxes } = yield* setUp
      yield* open([line(10_000, 0.19), line(5000, 0.07), line(2500, 0)])
      yield* open([line(1000)])
      yield* open([line(333)], { taxRate: null })
      yield* open([line(700)], { issueDate: day("2026-01-15") })
      yield* open([line(900)], { issueDate: day("2026-01-14") })
      yield* open([line(800)], { currency: CurrencyCode.make("JPY") })
      yield* newDraft(id, client.id, { issueDate: today })
      const draft = yield* newDraft(id, client.id, { issueDate: today })
      yield* (yield* each(InvoiceRepository)).save(becomeVoid(draft, null, now), "draft")
      assert.deepStrictEqual(yield* taxes(), [
        "0 EUR S 0.19 700 133",
        "2 EUR S 0.19 11000 2090",
        "2 EUR S 0.07 5000 350",
        "2 EUR Z 0 2500 0",
        "2 EUR null null 333 0",
        "2 JPY S 0.19 800 152"
      ])
    })
  )

  it.effect("taxes: less those of credit notes, by the day of the note", () =>
    Effect.gen(function* () {
      const { id, open, taxes } = yield* setUp
      const input = { issueDate: day("2026-02-01") }
      const part = yield* open([line(10_000, 0.19), line(5000, 0.07)], input)
      const all = yield* open([line(1000)], input)
      yield* creditOnce(id, part.id, { lines: [{ line: 1 }], reason: "Wrong" })
      yield* creditOnce(id, all.id, { reason: "Wrong" })
      assert.deepStrictEqual(yield* taxes(), [
        "1 EUR S 0.19 11000 2090",
        "1 EUR S 0.07 5000 350",
        "2 EUR S 0.19 -1000 -190",
        "2 EUR S 0.07 -5000 -350"
      ])
    })
  )

  it.effect("clients: billed, credited, collected and owed, the largest first", () =>
    Effect.gen(function* () {
      const { id, client, open, clients } = yield* setUp
      const [second, third] = [yield* newClient(id, "Bo"), yield* newClient(id, "Cy")]
      const first = yield* open([line(10_000)])
      yield* open([line(1000)], { issueDate: day("2026-01-14") })
      const within = yield* paymentOf(first, 500, { paidAt: at("2026-03-31T21:59:59Z") })
      const partly = yield* book(first, within)
      if (partly.status !== "sent") return assert.fail(partly.status)
      const after = yield* paymentOf(first, 70, { paidAt: at("2026-03-31T22:00:00Z") })
      yield* book(partly, after)
      yield* creditOnce(id, first.id, { lines: [{ line: 0, amountMinor: 1000 }], reason: "Wrong" })
      yield* open([line(5000)], {}, second.id)
      yield* open([line(7000)], { currency: CurrencyCode.make("USD") }, third.id)
      const found = yield* clients()
      assert.isNull(found.others)
      assert.deepStrictEqual(found.clients, [
        {
          ...{ id: client.id, name: "Ada", company: "Engines" },
          ...{ billedMinor: 11_900, creditedMinor: 1190, collectedMinor: 500 },
          owedMinor: 11_900 + 1190 - 1190 - 570
        },
        {
          ...{ id: second.id, name: "Bo", company: "Engines" },
          ...{ billedMinor: 5950, creditedMinor: 0, collectedMinor: 0, owedMinor: 5950 }
        }
      ])
      const [one, others] = [yield* clients(1), yield* clients(0)]
      assert.deepStrictEqual(one.clients, found.clients.slice(0, 1))
      assert.deepInclude(one.others, { count: 1, billedMinor: 5950, owedMinor: 5950 })
      assert.deepInclude(others.others, { count: 2, billedMinor: 17_850, creditedMinor: 1190 })
      const dollars = yield* clients(10, id, CurrencyCode.make("USD"))
      assert.deepStrictEqual(
        dollars.clients.map(({ name }) => name),
        ["Cy"]
      )
    })
  )

  it.effect("reports: the currencies of invoices, and nothing of another workspace", () =>
    Effect.gen(function* () {
      const { id, reports, open, taxes, clients } = yield* setUp
      yield* open([line(100)], { currency: CurrencyCode.make("USD") })
      yield* open([line(100)])
      assert.deepStrictEqual(yield* reports.currencies(id), [euro, CurrencyCode.make("USD")])
      const other = yield* newWorkspace
      assert.deepStrictEqual(yield* reports.currencies(other.id), [])
      assert.deepStrictEqual(yield* taxes(other.id), [])
      assert.deepStrictEqual(yield* clients(10, other.id), { clients: [], others: null })
      assert.deepStrictEqual(yield* reports.taxes(id, []), [])
    })
  )
}
