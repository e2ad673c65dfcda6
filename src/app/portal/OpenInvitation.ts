/**
 * Finds the client that an invitation link invites. Reading does not use the link up, because mail
 * scanners open links.
 */
import { Data, DateTime, Effect, Redacted } from "effect"
import type { Client } from "../../domain/clients/Client.ts"
import { type InvitationProblem, invitationProblem } from "../../domain/clients/Invitation.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { invitationPurpose } from "../clients/InvitationLinks.ts"
import { movedRefusal } from "../MovedWorkspaces.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { findSealed } from "../SealedLinks.ts"
import { annotate, useCase } from "../UseCase.ts"

export interface Visitor {
  readonly workspace: Workspace
  readonly client: Client
}

/** Why a genuine link does not open the portal. */
export class InvitationUnusable extends Data.TaggedError("InvitationUnusable")<{
  readonly reason: InvitationProblem
  /** The invited client. */
  readonly invited: Visitor
}> {}

/** No link of ours. */
export class InvitationUnknown extends Data.TaggedError("InvitationUnknown") {}

/** The invitation of a link, whether it still opens anything or not. */
export const invitationBehindLink = Effect.gen(function* () {
  const invitations = yield* InvitationRepository
  const workspaces = yield* WorkspaceRepository
  const clients = yield* ClientRepository
  const signer = yield* Signer
  const refuseMoved = yield* movedRefusal

  return Effect.fnUntraced(function* (secret: string) {
    const { findByHash } = invitations
    const invitation = yield* findSealed(signer, invitationPurpose, secret, findByHash)
    if (invitation === null) {
      yield* refuseMoved({ hash: signer.hash(Redacted.make(secret)) })
      return yield* new InvitationUnknown()
    }
    const { workspaceId, clientId } = invitation
    yield* annotate({ "workspace.id": workspaceId, "client.id": clientId })
    const workspace = yield* workspaces.find(workspaceId)
    if (workspace === null) yield* refuseMoved({ workspace: workspaceId })
    const client = yield* clients.find(workspaceId, clientId)
    return workspace === null || client === null
      ? yield* new InvitationUnknown()
      : { invitation, invited: { workspace, client } }
  })
})

/** The same, where it opens the portal now. */
export const usableInvitation = Effect.gen(function* () {
  const behindLink = yield* invitationBehindLink

  return Effect.fnUntraced(function* (secret: string) {
    const found = yield* behindLink(secret)
    const now = yield* DateTime.now
    const reason = invitationProblem(found.invitation, found.invited.client, now)
    if (reason === undefined) return { ...found, now }
    return yield* new InvitationUnusable({ reason, invited: found.invited })
  })
})

export const openInvitation = Effect.gen(function* () {
  const usable = yield* usableInvitation

  return useCase("Portal.open")(function* (secret: string) {
    return (yield* usable(secret)).invited
  })
})
