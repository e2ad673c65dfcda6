/**
 * Analytics, in every storage: what counting the records by hand gives, for any range, interval and
 * zone; also where months begin at odd hours, twice a night, or in the middle of a day of UTC.
 */

import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { AnalyticsRepository } from "../../../../src/app/ports/analytics/AnalyticsRepository.ts"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import type { ReceivablesRow } from "../../../../src/domain/analytics/AnalyticsResource.ts"
import { type Interval, periodsOf } from "../../../../src/domain/analytics/Periods.ts"
import type { ClientId, WorkspaceId } from "../../../../src/domain/Ids.ts"
import {
  becomeOverdue,
  becomeVoid,
  type PaidInvoice,
  type SentInvoice
} from "../../../../src/domain/invoices/Invoice.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import type { Payment } from "../../../../src/domain/payments/PaymentResource.ts"
import { addDays, CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import { book, paymentOf } from "../../../support/paymentRecords.ts"
import { newClient, newDraft, newSent, newWorkspace, now } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const zones = [
  ...["UTC", "Europe/Berlin", "America/New_York", "Pacific/Auckland", "Asia/Kathmandu"],
  // Its clocks go back at one o'clock of the night, so a day begins twice; this one left out a day.
  ...["America/Havana", "Pacific/Apia", "Pacific/Kiritimati"]
]
const currencies = ["EUR", "USD", "JPY"]
const states = ["draft", "void", "sent", "overdue", "paid", "part"] as const

const first = CalendarDate.make("2024-11-20")
const day = fc.integer({ min: 0, max: 480 }).map((days) => addDays(first, days))
/** Many at the edges of months, down to the second. */
const instant = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 16 }), fc.integer({ min: -16 * 3600, max: 16 * 3600 }))
    .map(([month, seconds]) => Date.UTC(2024, 10 + month, 1) + seconds * 1000),
  fc
    .tuple(
      fc.integer({ min: 0, max: 16 }),
      fc.integer({ min: -64, max: 64 }),
      fc.constantFrom(-1, 0)
    )
    .map(
      ([month, quarters, millis]) => Date.UTC(2024, 10 + month, 1) + quarters * 900_000 + millis
    ),
  fc
    .tuple(day, fc.integer({ min: 0, max: 86_399_999 }))
    .map(([date, millis]) => Date.parse(date) + millis)
)
const record = fc.record({
  state: fc.constantFrom(...states),
  currency: fc.constantFrom(...currencies),
  issueDate: day,
  terms: fc.integer({ min: 0, max: 90 }),
  amount: fc.integer({ min: 10, max: 100_000 }),
  paid: fc.array(instant, { minLength: 1, maxLength: 3 })
})
type Record = typeof record extends fc.Arbitrary<infer R> ? R : never

/** The expected counts, by hand. */
interface Counted {
  readonly currency: string
  readonly issueDate: CalendarDate
  readonly dueDate: CalendarDate
  readonly issued: number
  readonly open: number
  readonly payments: ReadonlyArray<readonly [millis: number, amount: number]>
}

const put = Effect.fnUntraced(function* (
  workspaceId: WorkspaceId,
  clientId: ClientId,
  { state, currency, issueDate, terms, amount, paid }: Record
) {
  const invoices = yield* each(InvoiceRepository)
  const dueDate = addDays(issueDate, terms)
  const input = {
    issueDate,
    dueDate,
    currency: CurrencyCode.make(currency),
    taxRate: null,
    lineItems: [{ description: "W", quantity: 1, unitPriceMinor: amount }]
  }
  const nothing: Counted = { currency, issueDate, dueDate, issued: 0, open: 0, payments: [] }
  if (state === "draft" || state === "void") {
    const draft = yield* newDraft(workspaceId, clientId, input)
    if (state === "void") yield* invoices.save(becomeVoid(draft, null, now), "draft")
    return nothing
  }
  let open: SentInvoice | PaidInvoice = yield* newSent(workspaceId, clientId, input)
  if (open.status !== "sent") return yield* Effect.die("paid already")
  const payments: Array<readonly [number, number]> = []
  const parts = state === "paid" || state === "part" ? paid : []
  for (const [index, millis] of parts.entries()) {
    if (open.status !== "sent") break
    const rest = open.totalMinor - open.amountPaidMinor
    const isLast = state === "paid" && index === parts.length - 1
    const part = isLast ? rest : Math.max(1, Math.floor(rest / 3))
    const payment: Payment = yield* paymentOf(open, part, { paidAt: DateTime.makeUnsafe(millis) })
    const after: SentInvoice | PaidInvoice = yield* book(open, payment)
    payments.push([millis, part])
    if (after.status !== "sent") break
    open = after
  }
  if (state === "overdue" && open.status === "sent") {
    yield* invoices.save(becomeOverdue(open), "sent")
  }
  const received = payments.reduce((all, [, part]) => all + part, 0)
  return { ...nothing, issued: amount, open: amount - received, payments }
})

/** Not by our own code: the day that Intl knows. */
const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit"
  })
  return (millis: number) => format.format(new Date(millis))
}

const rangeIn = fc
  .tuple(day, day, fc.constantFrom<Interval>("month", "quarter", "year"), fc.constantFrom(...zones))
  .map(([a, b, interval, zone]) => ({
    range: { from: a < b ? a : b, to: a < b ? b : a, interval },
    zone
  }))

const keyed = (sums: ReadonlyArray<readonly [string, number, number]>) => {
  const rows = new Map<string, readonly [number, number]>()
  for (const [key, issued, collected] of sums) {
    const [i, c] = rows.get(key) ?? [0, 0]
    rows.set(key, [i + issued, c + collected])
  }
  return Object.fromEntries([...rows].filter(([, [i, c]]) => i !== 0 || c !== 0).sort())
}

export const analyticsRepositoryContract: StorageContract = (it) => {
  it.effect("are what counting the records gives", () =>
    Effect.gen(function* () {
      const analytics = yield* AnalyticsRepository
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const records: Counted[] = []
      for (const one of fc.sample(record, { numRuns: 70, seed: 11 })) {
        records.push(yield* put(workspaceId, client.id, one))
      }
      for (const { range, zone } of fc.sample(rangeIn, { numRuns: 120, seed: 12 })) {
        const periods = periodsOf(range)
        const place = (date: string) =>
          date < range.from || date > range.to
            ? -1
            : periods.findIndex(({ from, to }) => from <= date && date <= to)
        const local = dayIn(zone)
        const expected = records.flatMap(({ currency, issueDate, issued, payments }) => [
          [`${place(issueDate)} ${currency}`, issued, 0] as const,
          ...payments.map(([at, part]) => [`${place(local(at))} ${currency}`, 0, part] as const)
        ])
        const sums = yield* analytics.revenue(
          workspaceId,
          periods,
          DateTime.zoneMakeNamedUnsafe(zone)
        )
        assert.deepStrictEqual(
          keyed(
            sums.map(({ period, currency, issuedMinor, collectedMinor }) => [
              `${period} ${currency}`,
              issuedMinor,
              collectedMinor
            ])
          ),
          keyed(expected.filter(([key]) => !key.startsWith("-1"))),
          `${range.from} to ${range.to} by ${range.interval} in ${zone}`
        )
      }
      for (const today of fc.sample(day, { numRuns: 30, seed: 13 })) {
        const expected = currencies
          .toSorted()
          .flatMap((currency): ReadonlyArray<ReceivablesRow> => {
            const open = records.filter((one) => one.currency === currency && one.open > 0)
            const due = (from: number, to: number) =>
              open.reduce((all, one) => {
                const days = (Date.parse(today) - Date.parse(one.dueDate)) / 86_400_000
                return from <= days && days <= to ? all + one.open : all
              }, 0)
            const row = {
              currency: CurrencyCode.make(currency),
              notDueMinor: due(-Infinity, 0),
              days_1_30Minor: due(1, 30),
              days_31_60Minor: due(31, 60),
              days_61_90Minor: due(61, 90),
              daysOver_90Minor: due(91, Infinity),
              totalMinor: due(-Infinity, Infinity)
            }
            return row.totalMinor === 0 ? [] : [row]
          })
        assert.isNotEmpty(expected)
        assert.deepStrictEqual(yield* analytics.receivables(workspaceId, today), expected, today)
      }
      const { id: elsewhere } = yield* newWorkspace
      const whole = periodsOf({ from: first, to: addDays(first, 480), interval: "year" })
      const utc = DateTime.zoneMakeNamedUnsafe("UTC")
      assert.deepStrictEqual(yield* analytics.revenue(elsewhere, whole, utc), [])
      assert.deepStrictEqual(yield* analytics.receivables(elsewhere, first), [])
    })
  )
}
