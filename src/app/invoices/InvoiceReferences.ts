/** The client and the project that an invoice names exist and belong together. */
import { Effect } from "effect"
import type { ClientId, ProjectId } from "../../domain/Ids.ts"
import { invalid } from "../../domain/Invalid.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"

export const invoiceReferences = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const projects = yield* ProjectRepository
  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { clientId, projectId }: { readonly clientId: ClientId; readonly projectId: ProjectId | null }
  ) {
    if ((yield* clients.find(workspace.id, clientId)) === null) {
      return yield* invalid("client_id", `no client has the id ${clientId}`)
    }
    if (projectId === null) return
    const project = yield* projects.find(workspace.id, projectId)
    if (project === null) {
      return yield* invalid("project_id", `no project has the id ${projectId}`)
    }
    if (project.clientId !== clientId) {
      return yield* invalid("project_id", `project ${projectId} belongs to another client`)
    }
  })
})
