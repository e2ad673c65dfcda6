/** Clients in memory. */
import { Effect, Layer } from "effect"
import { ClientRepository } from "../../app/ports/clients/ClientRepository.ts"
import { type Client, ClientNotFound, searchedText } from "../../domain/clients/Client.ts"
import type { ClientListItem, ClientView } from "../../domain/clients/ClientResource.ts"
import type { ClientId, WorkspaceId } from "../../domain/Ids.ts"
import { balanceDue } from "../../domain/invoices/Invoice.ts"
import { isFoundBy } from "../../domain/text/Search.ts"
import { billed, sum } from "../invoices/Billed.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { changedSince, notTooBroad, pageOf } from "../store/PageOf.ts"
import { addRow, replaceRow } from "../store/Rows.ts"

const clientView = (state: MemoryState, client: Client): ClientView => {
  const { workspaceId, ...fields } = client
  const own = billed(state, workspaceId).filter((invoice) => invoice.clientId === client.id)
  const open = own.filter((invoice) => invoice.status !== "paid")
  return {
    ...fields,
    totalBilledMinor: sum(own, (invoice) => invoice.totalMinor - invoice.creditNotesTotalMinor),
    outstandingBalanceMinor: sum(open, balanceDue),
    activeProjects: [...state.projects.values()].filter(
      (project) =>
        project.clientId === client.id && !["completed", "archived"].includes(project.status)
    ).length
  }
}

const listItem = (view: ClientView): ClientListItem => {
  return {
    id: view.id,
    name: view.name,
    email: view.email,
    company: view.company,
    portalAccess: view.portalAccess,
    portalLastSeen: view.portalLastSeen,
    totalBilledMinor: view.totalBilledMinor,
    outstandingBalanceMinor: view.outstandingBalanceMinor,
    activeProjects: view.activeProjects,
    createdAt: view.createdAt
  }
}

export const ClientRepositoryMemory = Layer.effect(
  ClientRepository,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const change = (by: typeof addRow) => (client: Client) =>
      store.update((state) => ({
        ...state,
        clients: by("clients", state.clients, client.id, client)
      }))
    const insert = change(addRow)
    const save = change(replaceRow)
    const find = (workspaceId: WorkspaceId, id: ClientId) =>
      Effect.map(store.state, ({ clients }) => {
        const client = clients.get(id)
        return client?.workspaceId === workspaceId ? client : null
      })
    const require = (workspaceId: WorkspaceId, id: ClientId) =>
      Effect.flatMap(find(workspaceId, id), (client) =>
        client === null ? Effect.fail(new ClientNotFound({ id })) : Effect.succeed(client)
      )
    return ClientRepository.of({
      insert,
      save,
      find,
      findForReference: find,
      getForUpdate: require,
      findByPortalEmail: (email) =>
        Effect.map(store.state, ({ clients, workspaces }) =>
          [...clients.values()].filter(
            (client) =>
              client.portalAccess &&
              workspaces.has(client.workspaceId) &&
              client.email.toLowerCase() === email.toLowerCase()
          )
        ),
      recordPortalVisit: Effect.fnUntraced(function* (workspaceId, id, portalLastSeen) {
        const client = yield* find(workspaceId, id)
        if (client !== null) yield* save({ ...client, portalLastSeen })
      }),
      view: Effect.fnUntraced(function* (workspaceId, id) {
        return clientView(yield* store.state, yield* require(workspaceId, id))
      }),
      list: (workspaceId, page) =>
        Effect.map(store.state, (state) => {
          const own = [...state.clients.values()].filter((c) => c.workspaceId === workspaceId)
          return pageOf(
            own.map((client) => listItem(clientView(state, client))),
            page
          )
        }),
      search: Effect.fnUntraced(function* (workspaceId, { q, ...search }, page) {
        const state = yield* store.state
        const found = yield* notTooBroad(
          [...state.clients.values()].filter(
            (client) =>
              client.workspaceId === workspaceId &&
              changedSince(client.updatedAt, search) &&
              (q === undefined || isFoundBy(searchedText(client), q))
          )
        )
        return pageOf(
          found.map((client) => listItem(clientView(state, client))),
          page
        )
      })
    })
  })
)
