/** Analytics in memory: every invoice and payment is looked at. */
import { DateTime, Effect, Layer } from "effect"
import {
  AnalyticsRepository,
  type PeriodSums
} from "../../app/ports/analytics/AnalyticsRepository.ts"
import { nothingReceivable, type ReceivablesRow } from "../../domain/analytics/AnalyticsResource.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { balanceDue, type Invoice, isOpen } from "../../domain/invoices/Invoice.ts"
import { type CalendarDate, dayIn } from "../../domain/time/CalendarDate.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"

/** An invoice that credit notes voided was issued: a reported month does not change. */
const issuedBy = (state: MemoryState, workspaceId: WorkspaceId): ReadonlyArray<Invoice> =>
  [...state.invoices.values()].filter(
    (invoice) =>
      invoice.workspaceId === workspaceId &&
      invoice.status !== "draft" &&
      (invoice.status !== "void" || invoice.amountCreditedMinor > 0)
  )

const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000

const ageOf = (due: CalendarDate, today: CalendarDate) => {
  const days = daysBetween(due, today)
  if (days <= 0) return "notDueMinor"
  if (days <= 30) return "days_1_30Minor"
  if (days <= 60) return "days_31_60Minor"
  return days <= 90 ? "days_61_90Minor" : "daysOver_90Minor"
}

export const AnalyticsRepositoryMemory = Layer.effect(
  AnalyticsRepository,
  Effect.map(MemoryStore, (store) => ({
    revenue: (workspaceId, periods, zone) =>
      Effect.map(store.state, (state) => {
        const sums = new Map<string, PeriodSums>()
        const add = (
          day: CalendarDate,
          currency: PeriodSums["currency"],
          amounts: { readonly issuedMinor?: number; readonly collectedMinor?: number }
        ) => {
          const period = periods.findIndex(({ from, to }) => from <= day && day <= to)
          const before = sums.get(`${period} ${currency}`)
          if (period < 0) return
          sums.set(`${period} ${currency}`, {
            period,
            currency,
            issuedMinor: (before?.issuedMinor ?? 0) + (amounts.issuedMinor ?? 0),
            collectedMinor: (before?.collectedMinor ?? 0) + (amounts.collectedMinor ?? 0),
            creditedMinor: 0,
            refundedMinor: 0
          })
        }
        for (const { issueDate, currency, totalMinor } of issuedBy(state, workspaceId)) {
          add(issueDate, currency, { issuedMinor: totalMinor })
        }
        for (const payment of state.payments) {
          if (payment.workspaceId !== workspaceId || !payment.collected) continue
          const { paidAt, currency, amountMinor } = payment
          add(dayIn(zone, DateTime.toUtc(paidAt)), currency, { collectedMinor: amountMinor })
        }
        return [...sums.values()].filter(
          ({ issuedMinor, collectedMinor }) => issuedMinor !== 0 || collectedMinor !== 0
        )
      }),

    receivables: (workspaceId, today) =>
      Effect.map(store.state, (state) => {
        const rows = new Map<string, ReceivablesRow>()
        for (const invoice of issuedBy(state, workspaceId)) {
          if (!isOpen(invoice)) continue
          const { currency, dueDate } = invoice
          const row = rows.get(currency) ?? nothingReceivable(currency)
          const age = ageOf(dueDate, today)
          const due = balanceDue(invoice)
          rows.set(currency, { ...row, [age]: row[age] + due, totalMinor: row.totalMinor + due })
        }
        return [...rows.values()]
          .filter(({ totalMinor }) => totalMinor !== 0)
          .sort((a, b) => (a.currency < b.currency ? -1 : 1))
      })
  }))
)
