/** The search in memory: every row is looked at. */
import { Effect, Layer } from "effect"
import { type FoundInvoice, SearchRepository } from "../../app/ports/search/SearchRepository.ts"
import { searchedText } from "../../domain/clients/Client.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import {
  amountPaidOf,
  asOf,
  creditedOf,
  type Invoice,
  issuedOf
} from "../../domain/invoices/Invoice.ts"
import { isNumber } from "../../domain/search/NumberQuery.ts"
import { isFoundBy } from "../../domain/text/Search.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"

const clientsRead = 20

interface Ranked {
  readonly rank: number
  readonly id: string
}

const byRank = (a: Ranked, b: Ranked): number => a.rank - b.rank || (a.id < b.id ? 1 : -1)

const own = <Row extends { readonly workspaceId: WorkspaceId }>(
  rows: { readonly values: () => Iterable<Row> },
  workspaceId: WorkspaceId
): ReadonlyArray<Row> => [...rows.values()].filter((row) => row.workspaceId === workspaceId)

const isSame = (text: string | null, q: string) => text?.toLowerCase() === q.toLowerCase()

const shownInvoice = (
  state: MemoryState,
  stored: Invoice,
  today: CalendarDate,
  creditNote: string | null
): FoundInvoice => {
  const invoice = asOf(stored, today)
  const issued = issuedOf(stored)
  const live = state.clients.get(stored.clientId)
  const { name = "", company = null } = issued?.recipient ?? live ?? {}
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    dueDate: invoice.dueDate,
    totalMinor: invoice.totalMinor,
    amountPaidMinor: amountPaidOf(invoice),
    amountCreditedMinor: creditedOf(invoice).amountCreditedMinor,
    currency: invoice.currency,
    clientName: name,
    company,
    delivery: issued?.delivery.status ?? null,
    creditNote
  }
}

export const SearchRepositoryMemory = Layer.effect(
  SearchRepository,
  Effect.map(MemoryStore, (store) =>
    SearchRepository.of({
      invoices: (workspaceId, { q, number, today, limit }) =>
        Effect.map(store.state, (state) => {
          const clients = own(state.clients, workspaceId)
            .filter((client) => isFoundBy(searchedText(client), q))
            .toSorted((a, b) => (a.id < b.id ? 1 : -1))
            .slice(0, clientsRead)
            .map(({ id }) => id)
          return own(state.invoices, workspaceId)
            .flatMap((invoice) => {
              const note =
                own(state.creditNotes, workspaceId).find(
                  (one) =>
                    one.invoiceId === invoice.id && number !== null && isNumber(one.number, number)
                )?.number ?? null
              const isMeant = number !== null && isNumber(invoice.number, number)
              const rank =
                isMeant || note !== null
                  ? 0
                  : isFoundBy(invoice.number, q)
                    ? 1
                    : clients.includes(invoice.clientId)
                      ? 2
                      : null
              return rank === null ? [] : [{ rank, id: invoice.id, invoice, note }]
            })
            .sort(byRank)
            .slice(0, limit)
            .map(({ invoice, note }) => shownInvoice(state, invoice, today, note))
        }),

      clients: (workspaceId, { q, limit }) =>
        Effect.map(store.state, (state) =>
          own(state.clients, workspaceId)
            .filter((client) => isFoundBy(searchedText(client), q))
            .map(({ id, name, email, company }) => ({
              rank: [name, email, company].some((text) => isSame(text, q)) ? 0 : 1,
              ...{ id, name, email, company }
            }))
            .sort(byRank)
            .slice(0, limit)
            .map(({ rank: _, ...client }) => client)
        ),

      projects: (workspaceId, { q, limit }) =>
        Effect.map(store.state, (state) =>
          own(state.projects, workspaceId)
            .filter(({ name }) => isFoundBy(name, q))
            .map(({ id, name, status, clientId }) => {
              const client = clientId === null ? undefined : state.clients.get(clientId)
              return {
                rank: isSame(name, q) ? 0 : 1,
                ...{ id, name, status },
                clientName: client?.name ?? null,
                company: client?.company ?? null
              }
            })
            .sort(byRank)
            .slice(0, limit)
            .map(({ rank: _, ...project }) => project)
        )
    })
  )
)
