/** Use cases of clients (docs/spec.md §4.3). */
import { Context, DateTime, Duration, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Client from "../../domain/clients/Client.ts"
import {
  type ClientInput,
  type ClientListItem,
  type ClientPatch,
  ClientResource,
  type ClientView,
  type InviteInput,
  type InviteResult
} from "../../domain/clients/ClientResource.ts"
import { ClientId, type ProjectId, parseOrFail, type WorkspaceId } from "../../domain/Ids.ts"
import { Invalid, invalid, type PreconditionFailed } from "../../domain/Invalid.ts"
import type { Page } from "../../domain/Page.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { InvitationRepository } from "../ports/clients/InvitationRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { Invitations } from "./Invitations.ts"

type NotFound = Client.ClientNotFound

export class Clients extends Context.Service<
  Clients,
  {
    readonly create: (workspace: Workspace, input: ClientInput) => Effect.Effect<ClientView>
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<ClientView, NotFound>
    readonly update: (
      workspace: Workspace,
      id: string,
      patch: ClientPatch
    ) => Effect.Effect<ClientView, NotFound | PreconditionFailed>
    readonly list: (
      workspace: Workspace,
      page: PageRequest<ClientId>
    ) => Effect.Effect<Page<ClientListItem, ClientId>>
    readonly invite: (
      workspace: Workspace,
      id: string,
      input: InviteInput
    ) => Effect.Effect<InviteResult, NotFound | Invalid>
    /** The id, where such a client is there: for the lists below a client. */
    readonly require: (workspace: Workspace, id: string) => Effect.Effect<ClientId, NotFound>
  }
>()("retainer/app/Clients") {
  static readonly layer = Layer.effect(
    Clients,
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      const projects = yield* ProjectRepository
      const invitations = yield* Invitations
      const invitationRows = yield* InvitationRepository
      const sessions = yield* SessionRepository
      const journal = yield* Journal
      const { portalUrl } = yield* PublicUrls
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const parseId = (id: string) =>
        parseOrFail(ClientId, id, () => new Client.ClientNotFound({ id }))
      const view = (workspaceId: WorkspaceId, id: ClientId) =>
        Effect.orDie(clients.view(workspaceId, id))

      const expiry = (input: InviteInput, now: DateTime.Utc) => {
        const expiresAt = input.expiresAt ?? DateTime.add(now, { days: 7 })
        const ahead = DateTime.distance(now, expiresAt)
        if (Duration.toMillis(ahead) <= 0) {
          return Effect.fail(invalid("expires_at", "must be in the future"))
        }
        return Duration.toMillis(ahead) > Duration.toMillis(Duration.days(90))
          ? Effect.fail(invalid("expires_at", "must be at most 90 days ahead"))
          : Effect.succeed(expiresAt)
      }

      const chosenProjects = Effect.fnUntraced(function* (
        workspaceId: WorkspaceId,
        clientId: ClientId,
        chosen: ReadonlyArray<ProjectId> | undefined
      ) {
        const all = yield* projects.idsOfClient(workspaceId, clientId)
        if (chosen === undefined) return all
        const issues = chosen.flatMap((id, index) =>
          all.includes(id)
            ? []
            : [
                {
                  path: `project_ids[${index}]`,
                  message: `client has no project with the id ${id}`
                }
              ]
        )
        const [first, ...rest] = issues
        return first === undefined
          ? [...new Set(chosen)]
          : yield* new Invalid({ issues: [first, ...rest] })
      })

      return Clients.of({
        create: Effect.fn("Clients.create")(function* (workspace, input) {
          return yield* transact(
            Effect.gen(function* () {
              const id = yield* ClientId.next(random)
              yield* clients.insert(Client.make(id, workspace.id, input, yield* DateTime.now))
              const created = yield* view(workspace.id, id)
              yield* journal.record(workspace.id, "client.created", null, created)
              return created
            })
          )
        }),

        get: Effect.fn("Clients.get")(function* (workspace, id) {
          return yield* clients.view(workspace.id, yield* parseId(id))
        }),

        update: Effect.fn("Clients.update")(function* (workspace, idText, patch) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const client = yield* clients.getForUpdate(workspace.id, id)
              const previous = yield* view(workspace.id, id)
              yield* requireMatch(ClientResource.toWire(previous))
              const revised = Client.revise(client, patch, yield* DateTime.now)
              if (revised === client) return previous
              yield* clients.save(revised)
              const moved = !Client.sameMailbox(client.email, revised.email)
              // What was sent to the other address may be in a stranger's hands.
              if (moved) yield* invitationRows.revokeAll(workspace.id, id, revised.updatedAt)
              // Whoever is in the portal is out of it with the same commit.
              if (moved || !revised.portalAccess) yield* sessions.removeOfClient(workspace.id, id)
              const updated = yield* view(workspace.id, id)
              yield* journal.record(workspace.id, "client.updated", previous, updated)
              return updated
            })
          )
        }),

        list: (workspace, page) => clients.list(workspace.id, page),

        invite: Effect.fn("Clients.invite")(function* (workspace, idText, input) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const client = yield* clients.getForUpdate(workspace.id, id)
              const now = yield* DateTime.now
              const expiresAt = yield* expiry(input, now)
              const projectIds = yield* chosenProjects(workspace.id, id, input.projectIds)
              const inviteSentAt = yield* invitations.issue(client, {
                projectIds,
                message: input.message ?? null,
                expiresAt
              })
              return { invited: true, inviteSentAt, portalUrl }
            })
          )
        }),

        require: Effect.fn("Clients.require")(function* (workspace, idText) {
          const client = yield* clients.find(workspace.id, yield* parseId(idText))
          return client === null ? yield* new Client.ClientNotFound({ id: idText }) : client.id
        })
      })
    })
  )
}
