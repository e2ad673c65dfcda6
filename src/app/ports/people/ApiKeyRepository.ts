/** Stored API keys: hashes, never the keys. */
import { Context, type DateTime, type Effect } from "effect"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Scope } from "../../../domain/access/Scope.ts"
import type { ApiKeyId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface ApiKey {
  readonly id: ApiKeyId
  readonly workspaceId: WorkspaceId
  readonly name: string
  /** The first characters of the key, for people to recognise it. */
  readonly visiblePart: string
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string
  readonly scopes: ReadonlyArray<Scope>
  readonly createdAt: DateTime.Utc
  readonly lastUsedAt: DateTime.Utc | null
  readonly expiresAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
  /** Null if an earlier version created the key. */
  readonly createdBy: Actor | null
}

export class ApiKeyRepository extends Context.Service<
  ApiKeyRepository,
  {
    readonly insert: (key: ApiKey) => Effect.Effect<void, never, Transaction>
    /** Also a revoked or expired key; `version` is of the credentials, in the same snapshot. */
    readonly findByHash: (hash: string) => Effect.Effect<{
      readonly key: ApiKey
      readonly workspace: Workspace
      readonly version: number
    } | null>
    /** Newest first, without revoked ones. */
    readonly list: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<ApiKey>>
    readonly revoke: (
      workspaceId: WorkspaceId,
      id: ApiKeyId,
      at: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    readonly recordUse: (
      workspaceId: WorkspaceId,
      id: ApiKeyId,
      at: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/ports/ApiKeyRepository") {}
