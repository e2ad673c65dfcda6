/** The agency invites a client to the portal, for some of its projects and for a time. */
import { DateTime, Effect } from "effect"
import {
  ClientResource,
  type InviteInput,
  type InviteResult
} from "../../domain/clients/ClientResource.ts"
import { invitationExpiry } from "../../domain/clients/Invitation.ts"
import type { ClientId, ProjectId, WorkspaceId } from "../../domain/Ids.ts"
import { Invalid } from "../../domain/Invalid.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { permitted } from "../CurrentActor.ts"
import { MailBounds } from "../mail/MailBounds.ts"
import { requireMatchOf } from "../Preconditions.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { Invitations } from "./Invitations.ts"
import { clientIdOf } from "./ReadClients.ts"

const chosenProjects = Effect.gen(function* () {
  const projects = yield* ProjectRepository

  return Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    clientId: ClientId,
    chosen: ReadonlyArray<ProjectId> | undefined
  ) {
    const all = yield* projects.idsOfClient(workspaceId, clientId)
    if (chosen === undefined) return all
    const [first, ...rest] = chosen.flatMap((id, index) =>
      all.includes(id)
        ? []
        : [{ path: `project_ids[${index}]`, message: `client has no project with the id ${id}` }]
    )
    if (first !== undefined) return yield* new Invalid({ problems: [first, ...rest] })
    return [...new Set(chosen)]
  })
})

export const inviteClient = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const invitations = yield* Invitations
  const bounds = yield* MailBounds
  const choose = yield* chosenProjects
  const { portalUrl } = yield* PublicUrls
  const { transact } = yield* UnitOfWork

  return useCase("Clients.invite")(
    function* (
      workspace: Workspace,
      idText: string,
      { projectIds, message = null, expiresAt }: InviteInput
    ) {
      const id = yield* clientIdOf(idText)
      yield* annotate({ "client.id": id })
      const client = yield* clients.getForUpdate(workspace.id, id)
      yield* requireMatchOf(ClientResource, Effect.orDie(clients.view(workspace.id, id)))
      const invitation = {
        expiresAt: yield* Effect.fromResult(invitationExpiry(expiresAt, yield* DateTime.now)),
        projectIds: yield* choose(workspace.id, id, projectIds),
        message
      }
      yield* bounds.require(workspace.id, client.email)
      const inviteSentAt = yield* invitations.issue(client, invitation)
      const result: InviteResult = { invited: true, inviteSentAt, portalUrl }
      return result
    },
    transact,
    permitted("invite")
  )
})
