/** Second factors of users: encrypted secrets and hashes of recovery codes. */
import { Context, type DateTime, type Effect } from "effect"
import type { UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface SecondFactor {
  readonly workspaceId: WorkspaceId
  readonly userId: UserId
  /** Encrypted by the vault. */
  readonly secret: string
  /** The last time step whose code was used; no code of it or before is accepted again. */
  readonly usedStep: number
  /** SHA-256 of each recovery code that is left, in hexadecimal. */
  readonly recoveryHashes: ReadonlyArray<string>
  readonly createdAt: DateTime.Utc
}

export class SecondFactorRepository extends Context.Service<
  SecondFactorRepository,
  {
    readonly find: (workspaceId: WorkspaceId, userId: UserId) => Effect.Effect<SecondFactor | null>
    /** Locked until the transaction ends, so that a code counts once. */
    readonly findForUpdate: (
      workspaceId: WorkspaceId,
      userId: UserId
    ) => Effect.Effect<SecondFactor | null, never, Transaction>
    readonly insert: (factor: SecondFactor) => Effect.Effect<void, never, Transaction>
    readonly saveUse: (
      factor: Pick<SecondFactor, "workspaceId" | "userId" | "usedStep" | "recoveryHashes">
    ) => Effect.Effect<void, never, Transaction>
    readonly remove: (
      workspaceId: WorkspaceId,
      userId: UserId
    ) => Effect.Effect<void, never, Transaction>
    /** Since when the workspace requires one of owners and admins; null if it does not. */
    readonly requiredSince: (workspaceId: WorkspaceId) => Effect.Effect<DateTime.Utc | null>
    readonly saveRequired: (
      workspaceId: WorkspaceId,
      since: DateTime.Utc | null
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/ports/SecondFactorRepository") {}
