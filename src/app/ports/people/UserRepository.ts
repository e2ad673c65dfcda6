/** Stored users. One who was removed is kept for what names it, and is found by nothing here. */
import { Context, type DateTime, type Effect } from "effect"
import type { UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { User, UserEmailTaken } from "../../../domain/people/User.ts"

export interface UserWithPassword {
  readonly user: User
  /** Null until an invited user has chosen a password. */
  readonly passwordHash: string | null
}

export class UserRepository extends Context.Service<
  UserRepository,
  {
    /** E-mail addresses are unique per workspace, whatever their case. */
    readonly insert: (
      user: User,
      passwordHash: string | null
    ) => Effect.Effect<void, UserEmailTaken>
    readonly find: (workspaceId: WorkspaceId, id: UserId) => Effect.Effect<User | null>
    /** Oldest first. */
    readonly list: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<UserWithPassword>>
    /** Everyone with the address, in whatever workspace: who a sign-in may mean. At most 20. */
    readonly findByEmail: (email: string) => Effect.Effect<ReadonlyArray<UserWithPassword>>
    /** The owners, locked until the transaction ends. */
    readonly ownersForUpdate: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<User>>
    readonly saveRole: (
      workspaceId: WorkspaceId,
      id: UserId,
      role: User["role"]
    ) => Effect.Effect<void>
    readonly savePassword: (
      workspaceId: WorkspaceId,
      id: UserId,
      passwordHash: string
    ) => Effect.Effect<void>
    /** Puts one hash in the place of the other; false where the password was changed since. */
    readonly replacePassword: (
      workspaceId: WorkspaceId,
      id: UserId,
      from: string,
      to: string
    ) => Effect.Effect<boolean>
    readonly remove: (workspaceId: WorkspaceId, id: UserId, at: DateTime.Utc) => Effect.Effect<void>
  }
>()("retainer/app/ports/UserRepository") {}
