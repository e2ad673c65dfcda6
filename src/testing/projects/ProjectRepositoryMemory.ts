/** Projects in memory. */
import { Effect, Layer } from "effect"
import {
  type ProjectFilter,
  ProjectRepository
} from "../../app/ports/projects/ProjectRepository.ts"
import type { ProjectId, WorkspaceId } from "../../domain/Ids.ts"
import { type Project, ProjectNotFound } from "../../domain/projects/Project.ts"
import type { ProjectStatus, ProjectView } from "../../domain/projects/ProjectResource.ts"
import { isFoundBy, requireAllUsed } from "../../domain/text/Search.ts"
import { billed, sum } from "../invoices/Billed.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { changedSince, notTooBroad, pageOf } from "../store/PageOf.ts"
import { addRow, replaceRow } from "../store/Rows.ts"

const projectView = (state: MemoryState, project: Project): ProjectView => {
  const { workspaceId, clientId, teamLeadId, archivedFrom, ...fields } = project
  const client = clientId === null ? undefined : state.clients.get(clientId)
  const lead = teamLeadId === null ? undefined : state.users.get(teamLeadId)?.user
  const own = billed(state, workspaceId).filter((invoice) => invoice.projectId === project.id)
  const tasks = [...state.tasks.values()].filter((task) => task.projectId === project.id)
  return {
    ...fields,
    budgetSpentMinor: sum(
      own,
      (invoice) => invoice.subtotalMinor - invoice.discountMinor - invoice.creditNotesNetMinor
    ),
    client: client === undefined ? null : { id: client.id, name: client.name },
    teamLead: lead === undefined ? null : { id: lead.id, name: lead.name },
    taskCount: tasks.length,
    completedTaskCount: tasks.filter(({ status }) => status === "done").length
  }
}

const matches =
  (
    workspaceId: WorkspaceId,
    { status, clientId, teamLeadId, ids, archived = false, ...others }: ProjectFilter
  ) =>
  (project: Project): boolean => {
    requireAllUsed(others)
    return (
      project.workspaceId === workspaceId &&
      (project.status === "archived") === archived &&
      (ids === undefined || ids.includes(project.id)) &&
      (status === undefined || project.status === status) &&
      (clientId === undefined || project.clientId === clientId) &&
      (teamLeadId === undefined || project.teamLeadId === teamLeadId)
    )
  }

const makeTotals = (
  store: MemoryStore["Service"]
): Pick<ProjectRepository["Service"], "counts" | "details"> => ({
  counts: (workspaceId, { q, clientId }) =>
    Effect.map(store.state, ({ projects }) => {
      const counts: Partial<Record<ProjectStatus, number>> = {}
      for (const one of projects.values()) {
        if (one.workspaceId !== workspaceId) continue
        if (clientId !== undefined && one.clientId !== clientId) continue
        if (q !== undefined && !isFoundBy(one.name, q)) continue
        counts[one.status] = (counts[one.status] ?? 0) + 1
      }
      return counts
    }),
  details: (workspaceId, ids) =>
    Effect.map(store.state, ({ projects, clients }) =>
      ids.flatMap((id) => {
        const project = projects.get(id)
        if (project?.workspaceId !== workspaceId || project.clientId === null) return []
        return [{ id, company: clients.get(project.clientId)?.company ?? null }]
      })
    )
})

export const ProjectRepositoryMemory = Layer.effect(
  ProjectRepository,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const change = (by: typeof addRow) => (project: Project) =>
      store.update((state) => ({
        ...state,
        projects: by("projects", state.projects, project.id, project)
      }))
    const insert = change(addRow)
    const save = change(replaceRow)
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
      insert,
      save,
      find,
      findForReference: find,
      getForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const project = yield* require(workspaceId, id)
        return { project, view: projectView(yield* store.state, project) }
      }),
      lock: require,
      hasInvoices: (workspaceId, id) =>
        Effect.map(store.state, ({ invoices }) =>
          [...invoices.values()].some((i) => i.workspaceId === workspaceId && i.projectId === id)
        ),
      view: Effect.fnUntraced(function* (workspaceId, id) {
        return projectView(yield* store.state, yield* require(workspaceId, id))
      }),
      list: (workspaceId, filter, page) =>
        Effect.map(store.state, (state) => {
          const found = [...state.projects.values()].filter(matches(workspaceId, filter))
          return pageOf(
            found.map((project) => projectView(state, project)),
            page
          )
        }),
      search: Effect.fnUntraced(function* (workspaceId, { q, updatedSince, ...filter }, page) {
        const state = yield* store.state
        const found = yield* notTooBroad(
          [...state.projects.values()]
            .filter(matches(workspaceId, filter))
            .filter(
              ({ updatedAt, name }) =>
                changedSince(updatedAt, { updatedSince }) && (q === undefined || isFoundBy(name, q))
            )
        )
        return pageOf(
          found.map((project) => projectView(state, project)),
          page
        )
      }),
      ...makeTotals(store),
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
