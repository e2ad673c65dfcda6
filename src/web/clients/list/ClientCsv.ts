/** The list of clients as CSV: a row for each client and currency in which it owes something. */
import { DateTime, Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type {
  ClientBoardPage,
  ClientPlace
} from "../../../app/ports/clients/ClientBoardRepository.ts"
import type { ClientBoardItem } from "../../../domain/clients/ClientBoard.ts"
import type { ClientId } from "../../../domain/Ids.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import { formatMinor } from "../../../domain/money/MinorUnits.ts"
import { csvHead, csvLine } from "../../../domain/Table.ts"
import type { ListTooBroad } from "../../../domain/text/Search.ts"

const columns = [
  ...["name", "company", "email", "active_projects", "portal_access", "portal_last_seen"],
  ...["currency", "balance_due", "overdue", "id"]
].map((name) => ({ name, path: [name] }))

/** As many as one read gives at most. */
const pageSize = 500

const linesOf =
  (own: CurrencyCode) =>
  (item: ClientBoardItem): ReadonlyArray<string> => {
    const none = { currency: own, owedMinor: 0, overdueMinor: 0 }
    return (item.balances.length === 0 ? [none] : item.balances).map((balance) =>
      csvLine(columns, {
        name: item.name,
        company: item.company,
        email: item.email,
        active_projects: item.activeProjects,
        portal_access: item.portalAccess,
        portal_last_seen:
          item.portalLastSeen === null ? null : DateTime.formatIso(item.portalLastSeen),
        currency: balance.currency,
        balance_due: formatMinor(balance.owedMinor, balance.currency),
        overdue: formatMinor(balance.overdueMinor, balance.currency),
        id: item.id
      })
    )
  }

type Read = (place: ClientPlace) => Effect.Effect<ClientBoardPage, ListTooBroad>

/** Every row, page after page; the first is read before the answer begins, so that it can fail. */
export const clientCsv = (own: CurrencyCode, read: Read) => {
  const placeAfter = (beside: ClientId | null): ClientPlace => ({
    limit: pageSize,
    beside,
    isBackward: false
  })
  const following = ({ items, hasMore }: ClientBoardPage): Option.Option<ClientId> => {
    const last = items.at(-1)
    return hasMore && last !== undefined ? Option.some(last.id) : Option.none()
  }
  const rowsAfter = (first: ClientId) =>
    Stream.paginate(first, (beside) =>
      Effect.map(
        Effect.orDie(read(placeAfter(beside))),
        (later) => [later.items.flatMap(linesOf(own)), following(later)] as const
      )
    )
  return Effect.map(read(placeAfter(null)), (board) => {
    const rows = Stream.fromIterable([csvHead(columns), ...board.items.flatMap(linesOf(own))])
    const others = Option.match(following(board), {
      onNone: () => Stream.empty,
      onSome: rowsAfter
    })
    return HttpServerResponse.stream(Stream.encodeText(Stream.concat(rows, others)), {
      contentType: "text/csv; charset=utf-8; header=present",
      headers: {
        "cache-control": "no-store",
        "content-disposition": 'attachment; filename="clients.csv"'
      }
    })
  })
}
