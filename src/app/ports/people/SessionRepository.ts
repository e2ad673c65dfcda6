/** Sessions of the workspace's pages and of the portal, stored as hashes. */
import { Context, type DateTime, type Effect } from "effect"
import type { Client } from "../../../domain/clients/Client.ts"
import type { ClientId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Device } from "../../../domain/people/Device.ts"
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

export interface UserSession extends Stored, Device {
  readonly userId: UserId
  /** The IP address of the sign-in; null, as the device, in sessions of earlier versions. */
  readonly address: string | null
  /** Null if an earlier version started it and it was not used since. */
  readonly usedAt: DateTime.Utc | null
  /** The last entry of the password; null if an earlier version started the session. */
  readonly provedAt: DateTime.Utc | null
}

export interface PortalSession extends Stored {
  readonly clientId: ClientId
}

/** A workspace in which a person has a user, too. */
export interface OtherWorkspace {
  readonly id: WorkspaceId
  readonly name: string
}

export interface FoundSession {
  readonly session: UserSession
  readonly user: User
  readonly workspace: Workspace
  /**
   * Where a user with the same address has joined, by name. Only if a mailed link proved the
   * address of this user, or if both have the same password: otherwise another person may have got
   * an account under the address.
   */
  readonly others: ReadonlyArray<OtherWorkspace>
  readonly hasFactor: boolean
  /** Since when the workspace requires a second factor of owners and admins. */
  readonly factorSince: DateTime.Utc | null
}

/** The sessions of one user together. */
export interface SessionUse {
  readonly userId: UserId
  /** The latest use of one of them. */
  readonly usedAt: DateTime.Utc
  /** The latest end of one of them. */
  readonly expiresAt: DateTime.Utc
}

export class SessionRepository extends Context.Service<
  SessionRepository,
  {
    readonly insert: (session: UserSession) => Effect.Effect<void, never, Transaction>
    /** With its user and workspace; null if the user was removed. */
    readonly find: (hash: string) => Effect.Effect<FoundSession | null>
    /** Newest first, ended ones included until they are purged. */
    readonly listOfUser: (
      workspaceId: WorkspaceId,
      userId: UserId
    ) => Effect.Effect<ReadonlyArray<UserSession>>
    /** The last use by each user of the workspace with sessions. */
    readonly lastUses: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<SessionUse>>
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
    /** All but the one with the hash `except`. */
    readonly removeOfUser: (
      workspaceId: WorkspaceId,
      userId: UserId,
      except?: string
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
