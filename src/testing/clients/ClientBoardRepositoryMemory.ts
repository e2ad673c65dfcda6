/** The clients' list and accounts in memory: every invoice, payment and credit is looked at. */
import { DateTime, Effect, Layer } from "effect"
import { ClientBoardRepository } from "../../app/ports/clients/ClientBoardRepository.ts"
import { type Client, searchedText } from "../../domain/clients/Client.ts"
import {
  type ClientAccount,
  type ClientBalance,
  type ClientBoardItem,
  type ClientSort,
  sortName
} from "../../domain/clients/ClientBoard.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import { isFoundBy } from "../../domain/text/Search.ts"
import type { CalendarDate } from "../../domain/time/CalendarDate.ts"
import { creditViewOf } from "../payments/CreditRepositoryMemory.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { notTooBroad } from "../store/PageOf.ts"

const byCurrency = <A extends { readonly currency: string }>(all: Iterable<A>): ReadonlyArray<A> =>
  [...all].toSorted((a, b) => (a.currency < b.currency ? -1 : 1))

const ownOf = (
  { clients }: MemoryState,
  workspaceId: WorkspaceId,
  q: string | undefined
): ReadonlyArray<Client> =>
  [...clients.values()].filter(
    (client) =>
      client.workspaceId === workspaceId && (q === undefined || isFoundBy(searchedText(client), q))
  )

const balancesOf = (
  { invoices }: MemoryState,
  clients: ReadonlyArray<Pick<Client, "id">>,
  today: CalendarDate
): ReadonlyArray<ClientBalance> => {
  const ids = new Set(clients.map(({ id }) => id))
  const balances = new Map<CurrencyCode, ClientBalance>()
  for (const invoice of invoices.values()) {
    if (!ids.has(invoice.clientId)) continue
    if (invoice.status !== "sent" && invoice.status !== "overdue") continue
    const { currency } = invoice
    const before = balances.get(currency) ?? { currency, owedMinor: 0, overdueMinor: 0 }
    const rest = balanceDue(invoice)
    balances.set(currency, {
      currency,
      owedMinor: before.owedMinor + rest,
      overdueMinor: before.overdueMinor + (invoice.dueDate < today ? rest : 0)
    })
  }
  return byCurrency(balances.values()).filter(({ owedMinor }) => owedMinor !== 0)
}

const itemOf = (state: MemoryState, client: Client, today: CalendarDate): ClientBoardItem => ({
  id: client.id,
  name: client.name,
  email: client.email,
  company: client.company,
  portalAccess: client.portalAccess,
  portalLastSeen: client.portalLastSeen,
  activeProjects: [...state.projects.values()].filter(
    ({ clientId, status }) =>
      clientId === client.id && status !== "completed" && status !== "archived"
  ).length,
  balances: balancesOf(state, [client], today)
})

type Key = ReadonlyArray<string | number>

const keyOf = (item: ClientBoardItem, sort: ClientSort, currency: CurrencyCode): Key => {
  const own = item.balances.find((balance) => balance.currency === currency)?.owedMinor ?? 0
  const others = item.balances.map((one) => (one.currency === currency ? 0 : one.owedMinor))
  const seen = item.portalLastSeen
  if (sort === "owed") return [own, Math.max(0, ...others), item.id]
  if (sort === "name") return [sortName(item), item.id]
  return [seen === null ? -1 : DateTime.toEpochMillis(seen), item.id]
}

const compare = (one: Key, other: Key): number => {
  for (const [at, part] of one.entries()) {
    const beside = other[at] ?? part
    if (part !== beside) return part < beside ? -1 : 1
  }
  return 0
}

const accountOf = (
  state: MemoryState,
  workspaceId: WorkspaceId,
  client: Pick<Client, "id">,
  today: CalendarDate
): ReadonlyArray<ClientAccount> => {
  const own = [...state.invoices.values()].filter(
    ({ clientId, ...invoice }) => clientId === client.id && invoice.workspaceId === workspaceId
  )
  const ids = new Set(own.map(({ id }) => id))
  const credits = state.credits
    .filter((credit) => credit.clientId === client.id && credit.workspaceId === workspaceId)
    .map((credit) => creditViewOf(state, credit))
  const owed = balancesOf(state, own.length === 0 ? [] : [client], today)
  const issued = own.filter(({ status }) => status !== "draft")
  const currencies = new Set([...issued, ...credits].map(({ currency }) => currency))
  const sum = <A extends { readonly currency: string }>(
    all: ReadonlyArray<A>,
    currency: string,
    amount: (one: A) => number
  ) => all.reduce((total, one) => total + (one.currency === currency ? amount(one) : 0), 0)
  const collected = state.payments.filter((one) => ids.has(one.invoiceId) && one.collected)
  return byCurrency(
    [...currencies].map((currency) => ({
      currency,
      owedMinor: sum(owed, currency, ({ owedMinor }) => owedMinor),
      overdueMinor: sum(owed, currency, ({ overdueMinor }) => overdueMinor),
      collectedMinor: sum(collected, currency, ({ amountMinor }) => amountMinor),
      creditMinor: sum(credits, currency, ({ remainingMinor }) => remainingMinor)
    }))
  )
}

export const ClientBoardRepositoryMemory = Layer.effect(
  ClientBoardRepository,
  Effect.map(MemoryStore, (store) =>
    ClientBoardRepository.of({
      page: Effect.fnUntraced(function* (workspaceId, { q, sort, currency, today }, place) {
        const state = yield* store.state
        const found = ownOf(state, workspaceId, q)
        if (q !== undefined) yield* notTooBroad(found)
        const way = (sort === "name" ? 1 : -1) * (place.isBackward ? -1 : 1)
        const keyed = found
          .map((client) => itemOf(state, client, today))
          .map((item) => ({ item, key: keyOf(item, sort, currency) }))
          .toSorted((a, b) => way * compare(a.key, b.key))
        const at = keyed.findIndex(({ item }) => item.id === place.beside)
        const rest = place.beside === null ? keyed : at < 0 ? [] : keyed.slice(at + 1)
        const items = rest.slice(0, place.limit).map(({ item }) => item)
        return {
          items: place.isBackward ? items.toReversed() : items,
          total: keyed.length,
          hasMore: rest.length > place.limit
        }
      }),
      sums: Effect.fnUntraced(function* (workspaceId, { q, today }) {
        const state = yield* store.state
        const found = ownOf(state, workspaceId, q)
        if (q !== undefined) yield* notTooBroad(found)
        return balancesOf(state, found, today)
      }),
      account: (workspaceId, id, today) =>
        Effect.map(store.state, (state) => accountOf(state, workspaceId, { id }, today))
    })
  )
)
