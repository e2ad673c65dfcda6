/**
 * Checks the client, the users and the dates that a project or a task names. A project reports all
 * problems together.
 */
import { Effect } from "effect"
import type { ClientId, UserId, WorkspaceId } from "../../domain/Ids.ts"
import { type FieldProblem, Invalid, invalid } from "../../domain/Invalid.ts"
import { datesProblem, type ProjectFields } from "../../domain/projects/Project.ts"
import type { ProjectNames } from "../../domain/projects/ProjectResource.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"

export const assigneeOf = Effect.gen(function* () {
  const users = yield* UserRepository

  return Effect.fnUntraced(function* (workspaceId: WorkspaceId, id: UserId | null) {
    if (id === null) return null
    const user = yield* users.find(workspaceId, id)
    return user === null
      ? yield* invalid("assignee_id", `no user has the id ${id}`)
      : { id, name: user.name }
  })
})

interface Named {
  readonly clientId?: ClientId | null
  readonly teamLeadId?: UserId | null
}

export const projectReferences = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const users = yield* UserRepository

  return Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    { clientId, teamLeadId }: Named,
    project: ProjectFields
  ) {
    const issues: FieldProblem[] = []
    const client = clientId == null ? null : yield* clients.findForReference(workspaceId, clientId)
    if (clientId != null && client === null) {
      issues.push({ path: "client_id", message: `no client has the id ${clientId}` })
    }
    const lead = teamLeadId == null ? null : yield* users.find(workspaceId, teamLeadId)
    if (teamLeadId != null && lead === null) {
      issues.push({ path: "team_lead_id", message: `no user has the id ${teamLeadId}` })
    }
    const wrongDates = datesProblem(project)
    if (wrongDates !== undefined) issues.push({ path: "end_date", message: wrongDates })
    const [first, ...rest] = issues
    if (first !== undefined) return yield* new Invalid({ problems: [first, ...rest] })
    const names: Partial<ProjectNames> = {
      ...(clientId === undefined ? {} : { client: client && { id: client.id, name: client.name } }),
      ...(teamLeadId === undefined ? {} : { teamLead: lead && { id: lead.id, name: lead.name } })
    }
    return names
  })
})
