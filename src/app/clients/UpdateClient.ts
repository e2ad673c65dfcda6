/**
 * Changes a client; a new e-mail address or revoked access ends the sessions and links of the
 * portal.
 */
import { DateTime, Effect } from "effect"
import type { Principal } from "../../domain/access/Principal.ts"
import { revise, sameMailbox, viewOf } from "../../domain/clients/Client.ts"
import { type ClientPatch, ClientResource } from "../../domain/clients/ClientResource.ts"
import { may, refusedAction } from "../../domain/people/Permissions.ts"
import { RoleTooLow } from "../../domain/people/User.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { clientIdOf } from "./ReadClients.ts"

export const updateClient = Effect.gen(function* () {
  const clients = yield* ClientRepository
  const invitations = yield* InvitationRepository
  const sessions = yield* SessionRepository
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("Clients.update")(function* (
    workspace: Workspace,
    idText: string,
    patch: ClientPatch,
    caller: Pick<Principal, "role">
  ) {
    const id = yield* clientIdOf(idText)
    yield* annotate({ "client.id": id })
    const client = yield* clients.getForUpdate(workspace.id, id)
    const previous = yield* Effect.orDie(clients.view(workspace.id, id))
    yield* requireMatch(ClientResource, previous)
    const revised = revise(client, patch, yield* DateTime.now)
    if (revised === client) return previous
    if (revised.portalAccess !== client.portalAccess && !may(caller.role, "portal")) {
      return yield* new RoleTooLow({ action: refusedAction("portal") })
    }
    yield* clients.save(revised)
    const moved = !sameMailbox(client.email, revised.email)
    // A stranger may own the former address and hold the mails sent to it.
    if (moved) yield* invitations.revokeAll(workspace.id, id, revised.updatedAt)
    // Sessions in the portal end with the same commit.
    if (moved || !revised.portalAccess) yield* sessions.removeOfClient(workspace.id, id)
    const updated = viewOf(revised, previous)
    yield* journal.record(workspace.id, "client.updated", previous, updated)
    return updated
  }, transact)
})
