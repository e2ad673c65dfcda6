/**
 * The search of the pages: five invoices, clients and projects each, and the one object that the
 * query names exactly, if there is one.
 */
import { Context, Effect, Layer } from "effect"
import type { ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import { isNumber, numberQueryOf } from "../../domain/search/NumberQuery.ts"
import { todayIn } from "../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import {
  type FoundClient,
  type FoundInvoice,
  type FoundProject,
  type SearchQuery,
  SearchRepository
} from "../ports/search/SearchRepository.ts"
import { useCase } from "../UseCase.ts"

const shown = 5

/** The results of a kind. */
interface Found<Item> {
  readonly items: ReadonlyArray<Item>
  readonly hasMore: boolean
}

type Hit =
  | { readonly kind: "invoice"; readonly id: InvoiceId }
  | { readonly kind: "client"; readonly id: ClientId }
  | { readonly kind: "project"; readonly id: ProjectId }

export interface SearchResult {
  readonly invoices: Found<FoundInvoice>
  readonly clients: Found<FoundClient>
  readonly projects: Found<FoundProject>
  /** The only object that the query names; null where it names none or several. */
  readonly exact: Hit | null
}

const firstOf = <Item>(items: ReadonlyArray<Item>): Found<Item> => ({
  items: items.slice(0, shown),
  hasMore: items.length > shown
})

const same = (text: string | null, q: string): boolean =>
  text !== null && text.trim().toLowerCase() === q.toLowerCase()

/** Digits alone mean an invoice first: credit notes have a series of their own. */
const exactInvoices = (
  invoices: ReadonlyArray<FoundInvoice>,
  { number }: SearchQuery
): ReadonlyArray<Hit> => {
  if (number === null) return []
  const own = invoices.filter((invoice) => isNumber(invoice.number, number))
  const credited = invoices.filter(({ creditNote }) => creditNote !== null)
  return (own.length > 0 ? own : credited).map(({ id }) => ({ kind: "invoice", id }))
}

export class WorkspaceSearch extends Context.Service<
  WorkspaceSearch,
  {
    /** `q` is a `SearchText`. */
    readonly find: (workspace: Workspace, q: string) => Effect.Effect<SearchResult>
  }
>()("retainer/app/WorkspaceSearch") {
  static readonly layer = Layer.effect(
    WorkspaceSearch,
    Effect.gen(function* () {
      const search = yield* SearchRepository

      return WorkspaceSearch.of({
        find: useCase("WorkspaceSearch.find")(function* (workspace, given) {
          const q = given.trim().replace(/\s+/g, " ")
          const query: SearchQuery = {
            q,
            number: numberQueryOf(q),
            today: yield* todayIn(workspace.zone),
            limit: shown + 1
          }
          const { invoices, clients, projects } = yield* Effect.all(
            {
              invoices: search.invoices(workspace.id, query),
              clients: search.clients(workspace.id, query),
              projects: search.projects(workspace.id, query)
            },
            { concurrency: "unbounded" }
          )
          const hits: ReadonlyArray<Hit> = [
            ...exactInvoices(invoices, query),
            ...clients
              .filter(({ name, company, email }) => [name, company, email].some((t) => same(t, q)))
              .map(({ id }) => ({ kind: "client" as const, id })),
            ...projects
              .filter(({ name }) => same(name, q))
              .map(({ id }) => ({ kind: "project" as const, id }))
          ]
          return {
            invoices: firstOf(invoices),
            clients: firstOf(clients),
            projects: firstOf(projects),
            exact: hits.length === 1 ? (hits[0] ?? null) : null
          }
        })
      })
    })
  )
}
