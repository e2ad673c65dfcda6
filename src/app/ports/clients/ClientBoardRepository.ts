/** Clients with what they owe: lists in an order of their own, sums, and the account of one. */
import { Context, type Effect } from "effect"
import type {
  ClientAccount,
  ClientBalance,
  ClientBoardItem,
  ClientSort
} from "../../../domain/clients/ClientBoard.ts"
import type { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import type { CurrencyCode } from "../../../domain/money/Currency.ts"
import type { ListTooBroad } from "../../../domain/text/Search.ts"
import type { CalendarDate } from "../../../domain/time/CalendarDate.ts"

export interface ClientBoardQuery {
  /** The words are searched in name, e-mail address and company. */
  readonly q?: string
  readonly sort: ClientSort
  /** The currency in which the order compares what is owed. */
  readonly currency: CurrencyCode
  /** Invoices that were due before this day are overdue. */
  readonly today: CalendarDate
}

/** The clients beside one of the list: after it, or before it. */
export interface ClientPlace {
  readonly limit: number
  readonly beside: ClientId | null
  readonly isBackward: boolean
}

export interface ClientBoardPage {
  /** In the order of the list, in either direction. */
  readonly items: ReadonlyArray<ClientBoardItem>
  readonly total: number
  /** Whether the direction of the read has further clients. */
  readonly hasMore: boolean
}

export class ClientBoardRepository extends Context.Service<
  ClientBoardRepository,
  {
    /**
     * By what is owed: the most in `currency` first, then the most in another one, then the
     * newest. By name: ascending. By the last visit: the latest first. A client that is not in the
     * list has none beside it.
     */
    readonly page: (
      workspaceId: WorkspaceId,
      query: ClientBoardQuery,
      place: ClientPlace
    ) => Effect.Effect<ClientBoardPage, ListTooBroad>
    /** Sums of all clients that the words find, in the order of currencies. */
    readonly sums: (
      workspaceId: WorkspaceId,
      query: Pick<ClientBoardQuery, "q" | "today">
    ) => Effect.Effect<ReadonlyArray<ClientBalance>, ListTooBroad>
    /** In the order of currencies, without those in which the client has no invoice and credit. */
    readonly account: (
      workspaceId: WorkspaceId,
      clientId: ClientId,
      today: CalendarDate
    ) => Effect.Effect<ReadonlyArray<ClientAccount>>
  }
>()("retainer/app/ports/ClientBoardRepository") {}
