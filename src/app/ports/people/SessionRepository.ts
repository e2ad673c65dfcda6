/** Sessions of the workspace's pages and of the portal, stored as hashes. */
import { Context, type DateTime, type Effect } from "effect"
import type { Client } from "../../../domain/clients/Client.ts"
import type { ClientId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { User } from "../../../domain/people/User.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import type { Transaction } from "../UnitOfWork.ts"

interface Stored {
  /** SHA-256 of the cookie's secret, in hexadecimal. */
  readonly hash: string
  readonly workspaceId: WorkspaceId
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

export interface UserSession extends Stored {
  readonly userId: UserId
  /** Null if an earlier version started it and it was not used since. */
  readonly usedAt: DateTime.Utc | null
  /** The last entry of the password; null if an earlier version started the session. */
  readonly provedAt: DateTime.Utc | null
}

export interface PortalSession extends Stored {
  readonly clientId: ClientId
}

export class SessionRepository extends Context.Service<
  SessionRepository,
  {
    readonly insert: (session: UserSession) => Effect.Effect<void, never, Transaction>
    /** With its user and workspace; null if the user was removed. */
    readonly find: (hash: string) => Effect.Effect<{
      readonly session: UserSession
      readonly user: User
      readonly workspace: Workspace
    } | null>
    /** Newest first, ended ones included until they are purged. */
    readonly listOfUser: (
      workspaceId: WorkspaceId,
      userId: UserId
    ) => Effect.Effect<ReadonlyArray<UserSession>>
    readonly recordUse: (
      workspaceId: WorkspaceId,
      hash: string,
      at: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    readonly recordProof: (
      workspaceId: WorkspaceId,
      hash: string,
      at: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    readonly remove: (
      workspaceId: WorkspaceId,
      hash: string
    ) => Effect.Effect<void, never, Transaction>
    readonly removeOfUser: (
      workspaceId: WorkspaceId,
      userId: UserId
    ) => Effect.Effect<void, never, Transaction>

    readonly insertPortal: (session: PortalSession) => Effect.Effect<void, never, Transaction>
    /** With its client and workspace; null if the client has no access to the portal. */
    readonly findPortal: (hash: string) => Effect.Effect<{
      readonly session: PortalSession
      readonly client: Client
      readonly workspace: Workspace
    } | null>
    readonly removePortal: (
      workspaceId: WorkspaceId,
      hash: string
    ) => Effect.Effect<void, never, Transaction>
    readonly removeOfClient: (
      workspaceId: WorkspaceId,
      clientId: ClientId
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/ports/SessionRepository") {}
