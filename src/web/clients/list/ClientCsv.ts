/** The list of clients as CSV: a row for each client and currency in which it owes something. */
import { DateTime, type Effect, Option } from "effect"
import type {
  ClientBoardPage,
  ClientPlace
} from "../../../app/ports/clients/ClientBoardRepository.ts"
import type { ClientBoardItem } from "../../../domain/clients/ClientBoard.ts"
import type { ClientId } from "../../../domain/Ids.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import { formatMinor } from "../../../domain/money/MinorUnits.ts"
import type { ListTooBroad } from "../../../domain/text/Search.ts"
import { csvAnswer } from "../../CsvPages.ts"

const columns = [
  ...["name", "company", "email", "active_projects", "portal_access", "portal_last_seen"],
  ...["currency", "balance_due", "overdue", "id"]
]

/** As many as one read gives at most. */
const pageSize = 500

const rowsOf = (own: CurrencyCode) => (item: ClientBoardItem) => {
  const none = { currency: own, owedMinor: 0, overdueMinor: 0 }
  return (item.balances.length === 0 ? [none] : item.balances).map((balance) => ({
    name: item.name,
    company: item.company,
    email: item.email,
    active_projects: item.activeProjects,
    portal_access: item.portalAccess,
    portal_last_seen: item.portalLastSeen === null ? null : DateTime.formatIso(item.portalLastSeen),
    currency: balance.currency,
    balance_due: formatMinor(balance.owedMinor, balance.currency),
    overdue: formatMinor(balance.overdueMinor, balance.currency),
    id: item.id
  }))
}

export const clientCsv = (
  own: CurrencyCode,
  read: (place: ClientPlace) => Effect.Effect<ClientBoardPage, ListTooBroad>
) => {
  const placeAfter = (beside: ClientId | null): ClientPlace => ({
    limit: pageSize,
    beside,
    isBackward: false
  })
  return csvAnswer(placeAfter(null), {
    name: "clients",
    columns,
    rowsOf: ({ items }) => items.flatMap(rowsOf(own)),
    read,
    following: ({ items, hasMore }) => {
      const last = items.at(-1)
      return hasMore && last !== undefined ? Option.some(placeAfter(last.id)) : Option.none()
    }
  })
}
