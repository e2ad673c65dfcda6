/** The two lists that have more than one path: the client's answer exactly as the workspace's. */
import { Effect } from "effect"
import { BadRequest } from "../../api/errors/ErrorEnvelope.ts"
import { InvoiceList, type invoiceQuery } from "../../api/invoices/InvoicesApi.ts"
import { ProjectList, type projectQuery } from "../../api/projects/ProjectsApi.ts"
import { Invoicing } from "../../app/invoices/Invoicing.ts"
import type { InvoiceFilter } from "../../app/ports/invoices/InvoiceRepository.ts"
import type { ProjectFilter } from "../../app/ports/projects/ProjectRepository.ts"
import { Projects } from "../../app/projects/Projects.ts"
import { type ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import type { InvoiceSums } from "../../domain/invoices/InvoiceResource.ts"
import {
  type InvoiceSort,
  isSearch,
  type ListTooBroad,
  type Search
} from "../../domain/text/Search.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { answerOf } from "../edge/Representation.ts"
import { filterFor, Paging, requireOrder } from "./Paging.ts"

const emptyPage = { items: [], total: 0, next: null, sums: [] } as const

/** The list of one client, filtered by another: nothing is in both. */
const excludes = (within: ClientId | undefined, given: { readonly clientId?: ClientId }): boolean =>
  within !== undefined && given.clientId !== undefined && given.clientId !== within

/** A query that matches too much is a bad request, as any other invalid query. */
export const tooBroad = ({ message }: ListTooBroad): BadRequest => new BadRequest({ message })

const nothing: InvoiceSums = { totalOutstandingMinor: 0, totalCollectedYtdMinor: 0 }

/** Zero where a currency has no invoices. */
const sumsOf = ({ totalOutstandingMinor, totalCollectedYtdMinor }: InvoiceSums = nothing) => ({
  totalOutstandingMinor,
  totalCollectedYtdMinor
})

/** The lists on the services they read from. */
export const makeLists = Effect.gen(function* () {
  const paging = yield* Paging
  const projects = yield* Projects
  const invoicing = yield* Invoicing

  const answerProjects = Effect.fnUntraced(function* (
    workspace: Workspace,
    query: typeof projectQuery.Type,
    within?: ClientId
  ) {
    const given = filterFor<ProjectFilter & Search>()(query)
    const filter = within === undefined ? given : { ...given, clientId: within }
    const list = { list: "projects", workspaceId: workspace.id, filter, ids: ProjectId, query }
    const request = yield* paging.request(list)
    const page = excludes(within, given)
      ? emptyPage
      : isSearch(filter)
        ? yield* Effect.mapError(projects.search(workspace, filter, request), tooBroad)
        : yield* projects.list(workspace, filter, request)
    return answerOf(ProjectList, paging.answer(list, page))
  })

  const answerInvoices = Effect.fnUntraced(function* (
    workspace: Workspace,
    query: typeof invoiceQuery.Type,
    within?: ClientId
  ) {
    const given = filterFor<InvoiceFilter & Search<InvoiceSort>>()(query)
    const filter = within === undefined ? given : { ...given, clientId: within }
    yield* requireOrder(filter)
    const list = { list: "invoices", workspaceId: workspace.id, filter, ids: InvoiceId, query }
    const request = yield* paging.request(list)
    const page = excludes(within, given)
      ? emptyPage
      : isSearch(filter)
        ? yield* Effect.mapError(invoicing.search(workspace, filter, request), tooBroad)
        : yield* invoicing.list(workspace, filter, request)
    const own = page.sums.find(({ currency }) => currency === workspace.currency)
    const others = page.sums.filter(({ currency }) => currency !== workspace.currency)
    const { data, meta } = paging.answer(list, page)
    return answerOf(InvoiceList, {
      data,
      meta: {
        ...meta,
        ...sumsOf(own),
        byCurrency: Object.fromEntries(others.map((sums) => [sums.currency, sumsOf(sums)]))
      }
    })
  })

  return { answerProjects, answerInvoices }
})
