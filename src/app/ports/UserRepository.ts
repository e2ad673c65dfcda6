/** Stored users. */
import { Context, type Effect } from "effect"
import type { UserId, WorkspaceId } from "../../domain/Ids.ts"
import type { User, UserEmailTaken } from "../../domain/User.ts"

export class UserRepository extends Context.Service<
  UserRepository,
  {
    /** E-mail addresses are unique per workspace, whatever their case. */
    readonly insert: (user: User, passwordHash: string) => Effect.Effect<void, UserEmailTaken>
    readonly find: (workspaceId: WorkspaceId, id: UserId) => Effect.Effect<User | null>
  }
>()("retainer/app/ports/UserRepository") {}
