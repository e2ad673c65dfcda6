/** Sums of reports in memory: every invoice, credit note and payment is looked at. */
import { DateTime, Effect, Layer } from "effect"
import {
  type ClientAmounts,
  ReportRepository,
  type TaxSums
} from "../../app/ports/analytics/ReportRepository.ts"
import type { Period } from "../../domain/analytics/Periods.ts"
import type { ClientId, WorkspaceId } from "../../domain/Ids.ts"
import { balanceDue, isOpen } from "../../domain/invoices/Invoice.ts"
import type { TaxGroup } from "../../domain/invoices/InvoiceResource.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { type CalendarDate, dayIn } from "../../domain/time/CalendarDate.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { issuedBy } from "./AnalyticsRepositoryMemory.ts"

interface Document {
  readonly issueDate: CalendarDate
  readonly currency: CurrencyCode
  readonly subtotalMinor: number
  readonly discountMinor: number
  readonly taxes: ReadonlyArray<TaxGroup>
}

const notesOf = (state: MemoryState, workspaceId: WorkspaceId) =>
  [...state.creditNotes.values()].filter((note) => note.workspaceId === workspaceId)

const groupsOf = ({ taxes, subtotalMinor, discountMinor }: Document) =>
  taxes.length > 0
    ? taxes
    : [{ category: null, rate: null, baseMinor: subtotalMinor - discountMinor, taxMinor: 0 }]

const nothing: ClientAmounts = {
  billedMinor: 0,
  creditedMinor: 0,
  collectedMinor: 0,
  owedMinor: 0
}

const added = (a: ClientAmounts, b: Partial<ClientAmounts>): ClientAmounts => ({
  billedMinor: a.billedMinor + (b.billedMinor ?? 0),
  creditedMinor: a.creditedMinor + (b.creditedMinor ?? 0),
  collectedMinor: a.collectedMinor + (b.collectedMinor ?? 0),
  owedMinor: a.owedMinor + (b.owedMinor ?? 0)
})

/** In the order of the port: an absent category and rate come last. */
const inOrder = (a: TaxSums, b: TaxSums): number =>
  a.period - b.period ||
  compare(a.currency, b.currency) ||
  compare(a.category ?? "~", b.category ?? "~") ||
  (b.rate ?? -1) - (a.rate ?? -1)

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const rankOf = ({ billedMinor, creditedMinor, collectedMinor, owedMinor }: ClientAmounts) => [
  billedMinor - creditedMinor,
  collectedMinor,
  owedMinor
]

const byRank = (
  a: ClientAmounts & { readonly id: string },
  b: ClientAmounts & { readonly id: string }
): number => {
  const others = rankOf(b)
  const differing = rankOf(a).map((value, at) => (others[at] ?? 0) - value)
  return differing.find((difference) => difference !== 0) ?? compare(b.id, a.id)
}

const makeSums = (state: MemoryState) => {
  const sums = new Map<ClientId, ClientAmounts>()
  const add = (id: ClientId, amounts: Partial<ClientAmounts>) =>
    sums.set(id, added(sums.get(id) ?? nothing, amounts))
  const named = () =>
    [...sums]
      .filter(([, amounts]) => Object.values(amounts).some((minor) => minor !== 0))
      .map(([id, amounts]) => {
        const client = state.clients.get(id)
        return { id, name: client?.name ?? "", company: client?.company ?? null, ...amounts }
      })
      .sort(byRank)
  return { add, named }
}

const taxesOf = (
  state: MemoryState,
  workspaceId: WorkspaceId,
  periods: ReadonlyArray<Period>
): ReadonlyArray<TaxSums> => {
  const sums = new Map<string, TaxSums>()
  const add = (document: Document, sign: 1 | -1) => {
    const { issueDate: day, currency } = document
    const period = periods.findIndex(({ from, to }) => from <= day && day <= to)
    if (period < 0) return
    for (const { category, rate, baseMinor, taxMinor } of groupsOf(document)) {
      const key = [period, currency, category, rate].join(" ")
      const before = sums.get(key)
      sums.set(key, {
        ...{ period, currency, category, rate },
        baseMinor: (before?.baseMinor ?? 0) + sign * baseMinor,
        taxMinor: (before?.taxMinor ?? 0) + sign * taxMinor
      })
    }
  }
  for (const invoice of issuedBy(state, workspaceId)) add(invoice, 1)
  for (const note of notesOf(state, workspaceId)) add(note, -1)
  return [...sums.values()]
    .filter(({ baseMinor, taxMinor }) => baseMinor !== 0 || taxMinor !== 0)
    .sort(inOrder)
}

export const ReportRepositoryMemory = Layer.effect(
  ReportRepository,
  Effect.map(MemoryStore, (store) =>
    ReportRepository.of({
      currencies: (workspaceId) =>
        Effect.map(store.state, ({ invoices }) =>
          [
            ...new Set(
              [...invoices.values()]
                .filter((invoice) => invoice.workspaceId === workspaceId)
                .map(({ currency }) => currency)
            )
          ].sort()
        ),

      taxes: (workspaceId, periods) =>
        Effect.map(store.state, (state) => taxesOf(state, workspaceId, periods)),

      clients: (workspaceId, { from, to, zone, currency }, limit) =>
        Effect.map(store.state, (state) => {
          const { add, named } = makeSums(state)
          const isWithin = (day: CalendarDate) => from <= day && day <= to
          for (const invoice of issuedBy(state, workspaceId)) {
            if (invoice.currency !== currency) continue
            const { clientId, totalMinor, issueDate } = invoice
            if (isWithin(issueDate)) add(clientId, { billedMinor: totalMinor })
            if (isOpen(invoice)) add(clientId, { owedMinor: balanceDue(invoice) })
          }
          for (const { clientId, totalMinor, issueDate, ...note } of notesOf(state, workspaceId)) {
            if (note.currency === currency && isWithin(issueDate)) {
              add(clientId, { creditedMinor: totalMinor })
            }
          }
          for (const payment of state.payments) {
            const { invoiceId, paidAt, amountMinor, collected } = payment
            const clientId = state.invoices.get(invoiceId)?.clientId
            const isOwn = payment.workspaceId === workspaceId && payment.currency === currency
            if (!isOwn || !collected || clientId === undefined) continue
            if (isWithin(dayIn(zone, DateTime.toUtc(paidAt)))) {
              add(clientId, { collectedMinor: amountMinor })
            }
          }
          const all = named()
          const rest = all.slice(limit)
          return {
            clients: all.slice(0, limit),
            others:
              rest.length === 0
                ? null
                : {
                    count: rest.length,
                    ...rest.reduce<ClientAmounts>((sum, row) => added(sum, row), nothing)
                  }
          }
        })
    })
  )
)
