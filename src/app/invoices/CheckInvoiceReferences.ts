/**
 * Checks that the client and the project of an invoice exist and belong together, and returns them.
 */
import { Effect } from "effect"
import type { ClientId, ProjectId } from "../../domain/Ids.ts"
import { invalid } from "../../domain/Invalid.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import type { InvoiceReferences } from "./InvoiceViews.ts"

export const checkInvoiceReferences = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const projects = yield* ProjectRepository
  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { clientId, projectId }: { readonly clientId: ClientId; readonly projectId: ProjectId | null }
  ) {
    const client = yield* clients.findForReference(workspace.id, clientId)
    if (client === null) {
      return yield* invalid("client_id", `no client has the id ${clientId}`)
    }
    const { name, email, company, address } = client
    const references: InvoiceReferences = {
      recipient: { name, email, company, address },
      project: null,
      document: null
    }
    if (projectId === null) return references
    const project = yield* projects.findForReference(workspace.id, projectId)
    if (project === null) {
      return yield* invalid("project_id", `no project has the id ${projectId}`)
    }
    if (project.clientId !== clientId) {
      return yield* invalid("project_id", `project ${projectId} belongs to another client`)
    }
    return { ...references, project: { id: project.id, name: project.name } }
  })
})
