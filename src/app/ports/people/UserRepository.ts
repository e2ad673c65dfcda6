/** Users. A removed user stays stored for references to it, and no method here finds it. */
import { Context, type DateTime, type Effect } from "effect"
import type { UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { User, UserEmailTaken } from "../../../domain/people/User.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface UserWithPassword {
  readonly user: User
  /** Null until an invited user has chosen a password. */
  readonly passwordHash: string | null
  /** Null before the first sign-in, and of users who did not sign in since an earlier version. */
  readonly signedInAt: DateTime.Utc | null
}

export class UserRepository extends Context.Service<
  UserRepository,
  {
    /** E-mail addresses are unique per workspace, whatever their case. */
    readonly insert: (
      user: User,
      passwordHash: string | null
    ) => Effect.Effect<void, UserEmailTaken, Transaction>
    readonly find: (workspaceId: WorkspaceId, id: UserId) => Effect.Effect<User | null>
    /** Oldest first. */
    readonly list: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<UserWithPassword>>
    /** Users with the address in all workspaces, for a sign-in. At most 20. */
    readonly findByEmail: (email: string) => Effect.Effect<ReadonlyArray<UserWithPassword>>
    /** The owners, locked until the transaction ends. */
    readonly ownersForUpdate: (
      workspaceId: WorkspaceId
    ) => Effect.Effect<ReadonlyArray<User>, never, Transaction>
    readonly saveRole: (
      workspaceId: WorkspaceId,
      id: UserId,
      role: User["role"]
    ) => Effect.Effect<void, never, Transaction>
    readonly saveProfile: (
      workspaceId: WorkspaceId,
      id: UserId,
      changes: Partial<Pick<User, "name" | "language" | "keys">>
    ) => Effect.Effect<void, never, Transaction>
    /** Saves an address that a mailed link proved. */
    readonly saveEmail: (
      workspaceId: WorkspaceId,
      id: UserId,
      email: string,
      verifiedAt: DateTime.Utc
    ) => Effect.Effect<void, UserEmailTaken, Transaction>
    /** Saves a password that was chosen by a mailed link, which also signs the user in. */
    readonly savePassword: (
      workspaceId: WorkspaceId,
      id: UserId,
      passwordHash: string,
      signedInAt: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    /**
     * Replaces a hash while the user signs in or changes the password; false if the password has
     * changed since it was read.
     */
    readonly replacePassword: (
      workspaceId: WorkspaceId,
      id: UserId,
      from: string,
      to: string,
      signedInAt: DateTime.Utc
    ) => Effect.Effect<boolean, never, Transaction>
    readonly remove: (
      workspaceId: WorkspaceId,
      id: UserId,
      at: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
  }
>()("retainer/app/ports/UserRepository") {}
