/** Home in memory: every row is read. */
import { Effect, Layer } from "effect"
import { HomeRepository } from "../../app/ports/home/HomeRepository.ts"
import { type ActivityKind, type ActivityLine, activityKinds } from "../../domain/home/Activity.ts"
import type { CurrencyCount, OwedSum, OwingClient } from "../../domain/home/HomeFigures.ts"
import type { ClientId, WorkspaceId } from "../../domain/Ids.ts"
import {
  balanceDue,
  type Invoice,
  isOpen,
  type OpenInvoice
} from "../../domain/invoices/Invoice.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { type MemoryState, MemoryStore, type StoredEntry } from "../store/MemoryStore.ts"
import { attentionIn, memberText, milestonesToBill, partyOf } from "./AttentionEntries.ts"

const invoicesOf = ({ invoices }: MemoryState, workspaceId: WorkspaceId): ReadonlyArray<Invoice> =>
  [...invoices.values()].filter((invoice) => invoice.workspaceId === workspaceId)

const countsOf = (state: MemoryState, workspaceId: WorkspaceId) => {
  const invoices = invoicesOf(state, workspaceId)
  const open = invoices.filter(isOpen)
  const drafts = new Map<CurrencyCode, CurrencyCount>()
  for (const { status, currency, totalMinor } of invoices) {
    if (status !== "draft") continue
    const { count, amountMinor } = drafts.get(currency) ?? { count: 0, amountMinor: 0 }
    drafts.set(currency, { currency, count: count + 1, amountMinor: amountMinor + totalMinor })
  }
  const [oldestDue = null] = open
    .filter((invoice) => balanceDue(invoice) > 0)
    .map(({ dueDate }) => dueDate)
    .toSorted()
  const milestones = milestonesToBill(state, workspaceId)
  return {
    clients: [...state.clients.values()].filter((one) => one.workspaceId === workspaceId).length,
    invoices: invoices.length,
    open: open.length,
    oldestDue,
    drafts: [...drafts.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    milestones: {
      count: milestones.length,
      amountMinor: milestones.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)
    }
  }
}

const isActivity = (type: string): type is ActivityKind =>
  activityKinds.some((kind) => kind === type)

const amountPaid = (resource: unknown): number => {
  const paid = typeof resource === "object" && resource !== null ? resource : {}
  return "amount_paid" in paid ? Number(paid.amount_paid) : 0
}

const lineOf = (state: MemoryState, entry: StoredEntry, kind: ActivityKind): ActivityLine => {
  const { object, previous } = entry.data
  const number = memberText(
    object,
    ...(kind.startsWith("credit_note.") ? ["invoice", "number"] : ["number"])
  )
  const invoice = invoicesOf(state, entry.workspaceId).find((one) => one.number === number)
  const name = memberText(object, "number") ?? memberText(object, "name") ?? ""
  const last = state.payments.findLast(({ invoiceId }) => invoiceId === invoice?.id)
  const isMoney = kind === "invoice.payment_recorded" || kind === "invoice.payment_reversed"
  const isClient = kind.startsWith("client.")
  return {
    kind,
    at: entry.createdAt,
    actor: entry.actor,
    object: { id: memberText(object, "id") ?? "", name },
    invoice: invoice === undefined ? null : { id: invoice.id, number: invoice.number },
    party:
      invoice === undefined
        ? isClient
          ? { company: memberText(object, "company"), name }
          : null
        : partyOf(state, invoice),
    money:
      invoice === undefined || !isMoney
        ? null
        : {
            amountMinor: Math.abs(amountPaid(object) - amountPaid(previous)),
            currency: invoice.currency
          },
    isReversible:
      kind === "invoice.payment_recorded" &&
      last !== undefined &&
      last.processorReference === null &&
      last.reverses === null
  }
}

const activityOf = (state: MemoryState, workspaceId: WorkspaceId, limit: number) =>
  state.log
    .filter((entry) => entry.workspaceId === workspaceId)
    .toReversed()
    .slice(0, 256)
    .flatMap((entry) => (isActivity(entry.type) ? [lineOf(state, entry, entry.type)] : []))
    .slice(0, limit)

const sumsOf = (open: ReadonlyArray<OpenInvoice>, today: CalendarDate): ReadonlyArray<OwedSum> =>
  [...new Set(open.map(({ currency }) => currency))].toSorted().map((currency) => {
    const own = open.filter((invoice) => invoice.currency === currency)
    const sum = (some: ReadonlyArray<OpenInvoice>) =>
      some.reduce((all, invoice) => all + balanceDue(invoice), 0)
    const overdueMinor = sum(own.filter(({ dueDate }) => dueDate < today))
    return { currency, owedMinor: sum(own), overdueMinor }
  })

const owingOf = (
  state: MemoryState,
  workspaceId: WorkspaceId,
  today: CalendarDate
): ReadonlyArray<OwingClient> => {
  const byClient = new Map<ClientId, ReadonlyArray<OpenInvoice>>()
  for (const invoice of invoicesOf(state, workspaceId)) {
    if (!isOpen(invoice) || balanceDue(invoice) === 0) continue
    byClient.set(invoice.clientId, [...(byClient.get(invoice.clientId) ?? []), invoice])
  }
  return [...byClient].flatMap(([id, open]): ReadonlyArray<OwingClient> => {
    const client = state.clients.get(id)
    const [oldest] = open.toSorted((a, b) =>
      `${a.dueDate} ${a.id}` < `${b.dueDate} ${b.id}` ? -1 : 1
    )
    if (client === undefined || oldest === undefined) return []
    return [
      {
        id,
        party: { company: client.company, name: client.name },
        invoices: open.length,
        oldest: { id: oldest.id, number: oldest.number, dueDate: oldest.dueDate },
        sums: sumsOf(open, today)
      }
    ]
  })
}

/** The values that order clients, one after the other. */
const weights = ({ sums }: OwingClient, currency: CurrencyCode): ReadonlyArray<number> => {
  const own = sums.find((sum) => sum.currency === currency)
  return [
    own?.overdueMinor ?? 0,
    Math.max(...sums.map(({ overdueMinor }) => overdueMinor)),
    own?.owedMinor ?? 0,
    Math.max(...sums.map(({ owedMinor }) => owedMinor))
  ]
}

const heavierFirst =
  (currency: CurrencyCode) =>
  (a: OwingClient, b: OwingClient): number => {
    const [ofA, ofB] = [weights(a, currency), weights(b, currency)]
    const place = ofA.findIndex((weight, at) => weight !== ofB[at])
    return place < 0 ? (a.id < b.id ? -1 : 1) : (ofB[place] ?? 0) - (ofA[place] ?? 0)
  }

export const HomeRepositoryMemory = Layer.effect(
  HomeRepository,
  Effect.map(MemoryStore, (store) =>
    HomeRepository.of({
      counts: (workspaceId) => Effect.map(store.state, (state) => countsOf(state, workspaceId)),
      attention: (workspaceId, { now }) =>
        Effect.map(store.state, (state) => attentionIn({ state, workspaceId, now })),
      activity: (workspaceId, limit) =>
        Effect.map(store.state, (state) => activityOf(state, workspaceId, limit)),
      owing: (workspaceId, today, currency, limit) =>
        Effect.map(store.state, (state) => {
          const all = owingOf(state, workspaceId, today).toSorted(heavierFirst(currency))
          return { clients: all.slice(0, limit), total: all.length }
        })
    })
  )
)
