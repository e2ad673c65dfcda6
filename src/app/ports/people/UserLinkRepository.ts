/**
 * Links to choose a password, after an invitation or a forgotten password, and links that confirm a
 * new e-mail address.
 */
import { Context, type DateTime, type Effect } from "effect"
import type { UserId, UserLinkId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface UserLink {
  readonly id: UserLinkId
  readonly workspaceId: WorkspaceId
  readonly userId: UserId
  readonly purpose: "invite" | "reset" | "email"
  /** The new address; null unless the link confirms one. */
  readonly email: string | null
  /** SHA-256 of the link's secret, in hexadecimal. */
  readonly hash: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

export class UserLinkRepository extends Context.Service<
  UserLinkRepository,
  {
    /** Stores the link beside the user's older ones. */
    readonly insert: (link: UserLink) => Effect.Effect<void, never, Transaction>
    readonly find: (workspaceId: WorkspaceId, id: UserLinkId) => Effect.Effect<UserLink | null>
    readonly findByHash: (hash: string) => Effect.Effect<UserLink | null>
    /** Of one purpose; all by default. */
    readonly removeOfUser: (
      workspaceId: WorkspaceId,
      userId: UserId,
      purpose?: UserLink["purpose"]
    ) => Effect.Effect<void, never, Transaction>
    /** Removes all links of the user; false if this one was removed before. */
    readonly consume: (
      workspaceId: WorkspaceId,
      id: UserLinkId
    ) => Effect.Effect<boolean, never, Transaction>
  }
>()("retainer/app/ports/UserLinkRepository") {}
