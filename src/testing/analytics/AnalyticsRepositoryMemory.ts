/** Analytics in memory: every invoice and payment is looked at. */
import { DateTime, Effect, Layer } from "effect"
import {
  AnalyticsRepository,
  type PeriodSums
} from "../../app/ports/analytics/AnalyticsRepository.ts"
import { nothingReceivable, type ReceivablesRow } from "../../domain/analytics/AnalyticsResource.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { balanceDue, type Invoice, isCredited, isOpen } from "../../domain/invoices/Invoice.ts"
import { type CalendarDate, dayIn, daysBetween } from "../../domain/time/CalendarDate.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"

type Amounts = Omit<PeriodSums, "period" | "currency">

/** An invoice that credit notes voided was issued: a reported month does not change. */
export const issuedBy = (state: MemoryState, workspaceId: WorkspaceId): ReadonlyArray<Invoice> =>
  [...state.invoices.values()].filter(
    (invoice) =>
      invoice.workspaceId === workspaceId &&
      invoice.status !== "draft" &&
      (invoice.status !== "void" || isCredited(invoice))
  )

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
          amounts: Partial<Amounts>
        ) => {
          const period = periods.findIndex(({ from, to }) => from <= day && day <= to)
          const before = sums.get(`${period} ${currency}`)
          if (period < 0) return
          sums.set(`${period} ${currency}`, {
            period,
            currency,
            issuedMinor: (before?.issuedMinor ?? 0) + (amounts.issuedMinor ?? 0),
            collectedMinor: (before?.collectedMinor ?? 0) + (amounts.collectedMinor ?? 0),
            creditedMinor: (before?.creditedMinor ?? 0) + (amounts.creditedMinor ?? 0),
            refundedMinor: (before?.refundedMinor ?? 0) + (amounts.refundedMinor ?? 0)
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
        for (const note of state.creditNotes.values()) {
          if (note.workspaceId !== workspaceId) continue
          add(note.issueDate, note.currency, { creditedMinor: note.totalMinor })
        }
        for (const refund of state.refunds) {
          const credit = state.credits.find(({ id }) => id === refund.creditId)
          if (credit?.workspaceId !== workspaceId || credit.source !== "credit_note") continue
          const day = dayIn(zone, DateTime.toUtc(refund.refundedAt))
          add(day, credit.currency, { refundedMinor: refund.amountMinor })
        }
        return [...sums.values()].filter(({ period: _, currency: __, ...amounts }) =>
          Object.values(amounts).some((minor) => minor !== 0)
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
