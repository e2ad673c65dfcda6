/** OAuth apps, their grants, and the hashes of codes and tokens. */
import { Context, type DateTime, type Effect } from "effect"
import type { Role, Scope } from "../../../domain/access/Scope.ts"
import type { AppId, GrantId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { App, Grant } from "../../../domain/oauth/OAuth.ts"
import type { Logo, Workspace } from "../../../domain/workspaces/Workspace.ts"
import type { Transaction } from "../UnitOfWork.ts"

interface Stored {
  /** SHA-256 of the code or token, in hexadecimal. */
  readonly hash: string
  readonly workspaceId: WorkspaceId
  readonly grantId: GrantId
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

export interface Code extends Stored {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly usedAt: DateTime.Utc | null
}

export interface AccessToken extends Stored {
  /** A refresh may narrow the granted scopes. */
  readonly scopes: ReadonlyArray<Scope>
}

export interface RefreshToken extends Stored {
  readonly generation: number
}

export interface ConnectedApp {
  readonly app: App
  readonly grant: Grant
}

export class OAuthRepository extends Context.Service<
  OAuthRepository,
  {
    readonly insertApp: (app: App) => Effect.Effect<void, never, Transaction>
    readonly saveApp: (app: App) => Effect.Effect<void, never, Transaction>
    /** Removes the app with all its grants. */
    readonly removeApp: (
      workspaceId: WorkspaceId,
      id: AppId
    ) => Effect.Effect<void, never, Transaction>
    /** Across workspaces: the client_id alone identifies the workspace. */
    readonly findApp: (id: AppId) => Effect.Effect<App | null>
    /** Oldest first. */
    readonly listApps: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<App>>
    readonly logo: (workspaceId: WorkspaceId, id: AppId) => Effect.Effect<Logo | null>
    readonly saveLogo: (
      workspaceId: WorkspaceId,
      id: AppId,
      logo: Logo | null
    ) => Effect.Effect<void, never, Transaction>

    /** False if the app was removed; else the app is locked until the transaction ends. */
    readonly insertGrant: (grant: Grant) => Effect.Effect<boolean, never, Transaction>
    /** Locks the row until the transaction ends; null also if its user was removed. */
    readonly grantForUpdate: (
      workspaceId: WorkspaceId,
      id: GrantId
    ) => Effect.Effect<Grant | null, never, Transaction>
    readonly saveGrant: (grant: Grant) => Effect.Effect<void, never, Transaction>
    readonly revokeGrantsOfUser: (
      workspaceId: WorkspaceId,
      userId: UserId,
      at: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    /** The user's unrevoked grants that led to tokens, newest first. */
    readonly connectedApps: (
      workspaceId: WorkspaceId,
      userId: UserId
    ) => Effect.Effect<ReadonlyArray<ConnectedApp>>

    readonly insertCode: (code: Code) => Effect.Effect<void, never, Transaction>
    readonly findCode: (hash: string) => Effect.Effect<Code | null>
    /** Marks the code as used; false if it was used before. */
    readonly useCode: (
      workspaceId: WorkspaceId,
      hash: string,
      at: DateTime.Utc
    ) => Effect.Effect<boolean, never, Transaction>

    readonly insertAccessToken: (token: AccessToken) => Effect.Effect<void, never, Transaction>
    /** With the grant and the workspace; null if the user was removed. */
    readonly findAccessToken: (hash: string) => Effect.Effect<{
      readonly token: AccessToken
      readonly grant: Grant
      readonly workspace: Workspace
      readonly appName: string
      readonly userName: string
      readonly role: Role
      /** The version of the workspace's credentials in the same snapshot. */
      readonly version: number
    } | null>
    readonly removeAccessToken: (
      workspaceId: WorkspaceId,
      hash: string
    ) => Effect.Effect<void, never, Transaction>
    readonly insertRefreshToken: (token: RefreshToken) => Effect.Effect<void, never, Transaction>
    readonly findRefreshToken: (hash: string) => Effect.Effect<RefreshToken | null>
  }
>()("retainer/app/ports/OAuthRepository") {}
