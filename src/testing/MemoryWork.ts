/** Clients, projects, tasks and milestones in memory. */
import { Effect, Layer } from "effect"
import { ClientRepository } from "../app/ports/clients/ClientRepository.ts"
import { ProjectRepository } from "../app/ports/projects/ProjectRepository.ts"
import { WorkItemRepository } from "../app/ports/projects/WorkItemRepository.ts"
import { type Client, ClientNotFound } from "../domain/clients/Client.ts"
import type { ClientId, ProjectId, WorkspaceId } from "../domain/Ids.ts"
import { balanceDue, type Invoice } from "../domain/invoices/Invoice.ts"
import { type Project, ProjectNotFound } from "../domain/projects/Project.ts"
import type { ClientListItem, ClientView, ProjectView } from "../domain/Views.ts"
import { type MemoryState, MemoryStore, withRow } from "./MemoryStore.ts"
import { pageOf } from "./PageOf.ts"

/** Issued invoices that count: sent, overdue or paid, in the workspace's currency. */
const billed = (state: MemoryState, workspaceId: WorkspaceId) =>
  [...state.invoices.values()].flatMap((invoice) =>
    invoice.workspaceId === workspaceId &&
    invoice.currency === state.workspaces.get(workspaceId)?.currency &&
    invoice.status !== "draft" &&
    invoice.status !== "void"
      ? [invoice]
      : []
  )

const sum = <I extends Invoice>(invoices: ReadonlyArray<I>, amount: (invoice: I) => number) =>
  invoices.reduce((total, invoice) => total + amount(invoice), 0)

const clientView = (state: MemoryState, client: Client): ClientView => {
  const { workspaceId, ...fields } = client
  const own = billed(state, workspaceId).filter((invoice) => invoice.clientId === client.id)
  const open = own.filter((invoice) => invoice.status !== "paid")
  return {
    ...fields,
    totalBilledMinor: sum(own, (invoice) => invoice.totalMinor),
    outstandingBalanceMinor: sum(open, balanceDue),
    activeProjects: [...state.projects.values()].filter(
      (project) =>
        project.clientId === client.id && !["completed", "archived"].includes(project.status)
    ).length
  }
}

const listItem = (view: ClientView): ClientListItem => {
  const { phone, address, notes, updatedAt, ...item } = view
  return item
}

export const ClientRepositoryMemory = Layer.effect(
  ClientRepository,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const save = (client: Client) =>
      store.update((state) => ({ ...state, clients: withRow(state.clients, client.id, client) }))
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
      insert: save,
      save,
      find,
      getForUpdate: require,
      findByPortalEmail: (email) =>
        Effect.map(store.state, ({ clients }) =>
          [...clients.values()].filter(
            (client) => client.portalAccess && client.email.toLowerCase() === email.toLowerCase()
          )
        ),
      recordSeen: Effect.fnUntraced(function* (workspaceId, id, portalLastSeen) {
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
        })
    })
  })
)

const projectView = (state: MemoryState, project: Project): ProjectView => {
  const { workspaceId, clientId, teamLeadId, archivedFrom, ...fields } = project
  const client = clientId === null ? undefined : state.clients.get(clientId)
  const lead = teamLeadId === null ? undefined : state.users.get(teamLeadId)?.user
  const own = billed(state, workspaceId).filter((invoice) => invoice.projectId === project.id)
  const tasks = state.tasks.filter((task) => task.projectId === project.id)
  return {
    ...fields,
    budgetSpentMinor: sum(own, (invoice) => invoice.subtotalMinor - invoice.discountMinor),
    client: client === undefined ? null : { id: client.id, name: client.name },
    teamLead: lead === undefined ? null : { id: lead.id, name: lead.name },
    taskCount: tasks.length,
    completedTaskCount: tasks.filter(({ status }) => status === "done").length
  }
}

export const ProjectRepositoryMemory = Layer.effect(
  ProjectRepository,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const save = (project: Project) =>
      store.update((state) => ({
        ...state,
        projects: withRow(state.projects, project.id, project)
      }))
    const find = (workspaceId: WorkspaceId, id: ProjectId) =>
      Effect.map(store.state, ({ projects }) => {
        const project = projects.get(id)
        return project?.workspaceId === workspaceId ? project : null
      })
    const require = (workspaceId: WorkspaceId, id: ProjectId) =>
      Effect.flatMap(find(workspaceId, id), (project) =>
        project === null ? Effect.fail(new ProjectNotFound({ id })) : Effect.succeed(project)
      )
    return ProjectRepository.of({
      insert: save,
      save,
      find,
      getForUpdate: require,
      hasInvoices: (workspaceId, id) =>
        Effect.map(store.state, ({ invoices }) =>
          [...invoices.values()].some((i) => i.workspaceId === workspaceId && i.projectId === id)
        ),
      view: Effect.fnUntraced(function* (workspaceId, id) {
        return projectView(yield* store.state, yield* require(workspaceId, id))
      }),
      list: (workspaceId, { status, clientId, teamLeadId, ids, archived = false }, page) =>
        Effect.map(store.state, (state) => {
          const found = [...state.projects.values()].filter(
            (project) =>
              project.workspaceId === workspaceId &&
              (project.status === "archived") === archived &&
              (ids === undefined || ids.includes(project.id)) &&
              (status === undefined || project.status === status) &&
              (clientId === undefined || project.clientId === clientId) &&
              (teamLeadId === undefined || project.teamLeadId === teamLeadId)
          )
          return pageOf(
            found.map((project) => projectView(state, project)),
            page
          )
        }),
      idsOfClient: (workspaceId, clientId) =>
        Effect.map(store.state, ({ projects }) =>
          [...projects.values()]
            .filter((p) => p.workspaceId === workspaceId && p.clientId === clientId)
            .map(({ id }) => id)
            .sort()
        )
    })
  })
)

export const WorkItemRepositoryMemory = Layer.effect(
  WorkItemRepository,
  Effect.map(MemoryStore, (store) => ({
    tasksOfProject: (workspaceId, projectId, page) =>
      Effect.map(store.state, ({ tasks }) =>
        pageOf(
          tasks
            .filter((t) => t.workspaceId === workspaceId && t.projectId === projectId)
            .map(({ workspaceId: _, ...task }) => task),
          page
        )
      ),
    milestonesOfProject: (workspaceId, projectId, page) =>
      Effect.map(store.state, ({ milestones }) =>
        pageOf(
          milestones
            .filter((m) => m.workspaceId === workspaceId && m.projectId === projectId)
            .map(({ workspaceId: _, ...milestone }) => milestone),
          page
        )
      )
  }))
)
