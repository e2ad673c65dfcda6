/** Use cases of clients (docs/spec.md §4.3). */
import { Context, Effect, Layer } from "effect"
import type { Principal } from "../../domain/access/Principal.ts"
import type { ClientNotFound } from "../../domain/clients/Client.ts"
import type {
  ClientInput,
  ClientListItem,
  ClientPatch,
  ClientView,
  InviteInput,
  InviteResult
} from "../../domain/clients/ClientResource.ts"
import type { ClientId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { MailBoundReached } from "../../domain/mail/MailBounds.ts"
import type { Page } from "../../domain/Page.ts"
import type { RoleTooLow } from "../../domain/people/User.ts"
import type { ListTooBroad, Search } from "../../domain/text/Search.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { createClient } from "./CreateClient.ts"
import { inviteClient } from "./InviteClient.ts"
import { getClient, requireClient } from "./ReadClients.ts"
import { updateClient } from "./UpdateClient.ts"

type NotFound = ClientNotFound

export class Clients extends Context.Service<
  Clients,
  {
    readonly create: (workspace: Workspace, input: ClientInput) => Effect.Effect<ClientView>
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<ClientView, NotFound>
    readonly update: (
      workspace: Workspace,
      id: string,
      patch: ClientPatch,
      caller: Pick<Principal, "role">
    ) => Effect.Effect<ClientView, NotFound | PreconditionFailed | RoleTooLow>
    readonly list: (
      workspace: Workspace,
      page: PageRequest<ClientId>
    ) => Effect.Effect<Page<ClientListItem, ClientId>>
    readonly search: (
      workspace: Workspace,
      search: Search,
      page: PageRequest<ClientId>
    ) => Effect.Effect<Page<ClientListItem, ClientId>, ListTooBroad>
    readonly invite: (
      workspace: Workspace,
      id: string,
      input: InviteInput
    ) => Effect.Effect<
      InviteResult,
      NotFound | Invalid | PreconditionFailed | RoleTooLow | MailBoundReached
    >
    /** The id of an existing client, for the lists below a client. */
    readonly require: (workspace: Workspace, id: string) => Effect.Effect<ClientId, NotFound>
  }
>()("retainer/app/Clients") {
  static readonly layer = Layer.effect(
    Clients,
    Effect.gen(function* () {
      const clients = yield* ClientRepository
      return Clients.of({
        create: yield* createClient,
        get: yield* getClient,
        update: yield* updateClient,
        list: (workspace, page) => clients.list(workspace.id, page),
        search: (workspace, search, page) => clients.search(workspace.id, search, page),
        invite: yield* inviteClient,
        require: yield* requireClient
      })
    })
  )
}
