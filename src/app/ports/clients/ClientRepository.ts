/** Stored clients. */
import { Context, type DateTime, type Effect } from "effect"
import type { Client, ClientNotFound } from "../../../domain/clients/Client.ts"
import type { ClientListItem, ClientView } from "../../../domain/clients/ClientResource.ts"
import type { ClientId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { ListTooBroad, Search } from "../../../domain/text/Search.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export class ClientRepository extends Context.Service<
  ClientRepository,
  {
    readonly insert: (client: Client) => Effect.Effect<void, never, Transaction>
    readonly find: (workspaceId: WorkspaceId, id: ClientId) => Effect.Effect<Client | null>
    /**
     * As `find`, for a transaction that refers to the client: it stays as it is until the commit.
     */
    readonly findForReference: (
      workspaceId: WorkspaceId,
      id: ClientId
    ) => Effect.Effect<Client | null, never, Transaction>
    /** Locks the row until the transaction ends. */
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: ClientId
    ) => Effect.Effect<Client, ClientNotFound, Transaction>
    /** Clients with access to the portal and this address, in all workspaces. At most 20. */
    readonly findByPortalEmail: (email: string) => Effect.Effect<ReadonlyArray<Client>>
    /** When the client last was in the portal; no change of the client. */
    readonly recordPortalVisit: (
      workspaceId: WorkspaceId,
      id: ClientId,
      at: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    readonly save: (client: Client) => Effect.Effect<void, never, Transaction>
    readonly view: (
      workspaceId: WorkspaceId,
      id: ClientId
    ) => Effect.Effect<ClientView, ClientNotFound>
    readonly list: (
      workspaceId: WorkspaceId,
      page: PageRequest<ClientId>
    ) => Effect.Effect<Page<ClientListItem, ClientId>>
    /** The words are searched in name, e-mail address and company. */
    readonly search: (
      workspaceId: WorkspaceId,
      search: Search,
      page: PageRequest<ClientId>
    ) => Effect.Effect<Page<ClientListItem, ClientId>, ListTooBroad>
  }
>()("retainer/app/ports/ClientRepository") {}
