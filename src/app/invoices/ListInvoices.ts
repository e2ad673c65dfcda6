/** A page of invoices with the status of today. */
import { Effect } from "effect"
import type { InvoiceId } from "../../domain/Ids.ts"
import type { InvoiceSort, Search } from "../../domain/text/Search.ts"
import { startOfYear, todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type InvoiceFilter, InvoiceRepository } from "../ports/invoices/InvoiceRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { useCase } from "../UseCase.ts"

/** The day and the year of a read, in the workspace's zone. */
export const readTimeOf = ({ zone }: Workspace) =>
  Effect.map(todayIn(zone), (today) => ({ today, yearStart: startOfYear(zone, today) }))

export const listInvoices = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository

  return useCase("Invoicing.list")(function* (
    workspace: Workspace,
    filter: InvoiceFilter,
    page: PageRequest<InvoiceId>
  ) {
    return yield* invoices.list(workspace.id, filter, page, yield* readTimeOf(workspace))
  })
})

export const waitingInvoices = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  return useCase("Invoicing.waiting")(function* (workspace: Workspace) {
    return yield* invoices.waiting(workspace.id, yield* todayIn(workspace.zone))
  })
})

export const recentRates = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository
  return useCase("Invoicing.recentRates")(function* (workspace: Workspace) {
    return yield* invoices.recentRates(workspace.id)
  })
})

export const searchInvoices = Effect.gen(function* () {
  const invoices = yield* InvoiceRepository

  return useCase("Invoicing.search")(function* (
    workspace: Workspace,
    search: InvoiceFilter & Search<InvoiceSort>,
    page: PageRequest<InvoiceId>
  ) {
    return yield* invoices.search(workspace.id, search, page, yield* readTimeOf(workspace))
  })
})
