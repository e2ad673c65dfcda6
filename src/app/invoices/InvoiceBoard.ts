/**
 * The list in which people work: the invoices of a tab with what a row shows beside the API's
 * item, and the counts of every tab under the same search and filters.
 */
import { Effect } from "effect"
import type { ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import type { InvoiceListItem } from "../../domain/invoices/InvoiceResource.ts"
import {
  type CurrencySum,
  countsOf,
  filterOfTab,
  type InvoiceTab,
  owedIn,
  sumsTotals,
  type TabCounts
} from "../../domain/invoices/InvoiceTabs.ts"
import type { CurrencyCode } from "../../domain/money/Currency.ts"
import type { Page } from "../../domain/Page.ts"
import { type InvoiceSort, isSearch } from "../../domain/text/Search.ts"
import { type CalendarDate, todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type InvoiceListDetails, InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { useCase } from "../UseCase.ts"
import { readTimeOf } from "./ListInvoices.ts"

/** The filters that all tabs of a list share. */
export interface InvoiceScope {
  readonly q?: string
  readonly clientId?: ClientId
  readonly projectId?: ProjectId
  /** Inclusive range of due dates. */
  readonly dueFrom?: CalendarDate
  readonly dueTo?: CalendarDate
  readonly currency?: CurrencyCode
  /** Totals are of every tab: a scope with a tab would count rows that are materialised. */
  readonly tab?: never
}

export interface BoardQuery extends Omit<InvoiceScope, "tab"> {
  readonly tab: InvoiceTab
  readonly sort?: InvoiceSort
}

interface BoardItem extends InvoiceListItem, Omit<InvoiceListDetails, "id"> {}

export interface InvoiceBoard extends Page<BoardItem, InvoiceId> {
  /** The day in the workspace's zone, from which due days are counted. */
  readonly today: CalendarDate
}

export interface BoardTotals {
  readonly counts: TabCounts
  /**
   * The rest of the tab's invoices (docs/spec.md §3.2), or their totals in tabs whose invoices owe
   * nothing.
   */
  readonly sums: ReadonlyArray<CurrencySum>
}

const noDetails: Omit<InvoiceListDetails, "id"> = { company: null, delivery: null }

export const invoiceTotals = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository

  return useCase("Invoicing.totals")(function* (
    workspace: Workspace,
    scope: InvoiceScope,
    tab: InvoiceTab
  ) {
    const today = yield* todayIn(workspace.zone)
    const totals = yield* invoices.totals(workspace.id, scope, today)
    const sums = sumsTotals(tab)
      ? yield* invoices.sums(workspace.id, { ...scope, ...filterOfTab(tab) }, today)
      : owedIn(totals, tab)
    const result: BoardTotals = { counts: countsOf(totals), sums }
    return result
  })
})

export const invoiceBoard = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository

  return useCase("Invoicing.board")(function* (
    workspace: Workspace,
    { tab, ...query }: BoardQuery,
    page: PageRequest<InvoiceId>
  ) {
    const at = yield* readTimeOf(workspace)
    const { sort, q, ...within } = query
    const filter = { ...within, ...filterOfTab(tab) }
    const found = isSearch(query)
      ? yield* invoices.search(workspace.id, { ...filter, ...query }, page, at)
      : yield* invoices.list(workspace.id, filter, page, at)
    const ids = found.items.map(({ id }) => id)
    const rows = yield* invoices.listDetails(workspace.id, ids)
    const details = new Map(rows.map(({ id, ...rest }) => [id, rest]))
    const { sums, items, ...rest } = found
    const board: InvoiceBoard = {
      ...rest,
      today: at.today,
      items: items.map((item) => ({ ...item, ...(details.get(item.id) ?? noDetails) }))
    }
    return board
  })
})
