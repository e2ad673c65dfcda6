/** Invitations to the client portal; of each only a hash of its secret is stored. */
import { Context, type DateTime, type Effect } from "effect"
import type { Invitation } from "../../../domain/clients/Invitation.ts"
import type { ClientId, InvitationId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Transaction } from "../UnitOfWork.ts"

export class InvitationRepository extends Context.Service<
  InvitationRepository,
  {
    /** Stores the invitation beside the client's older ones. */
    readonly insert: (invitation: Invitation) => Effect.Effect<void, never, Transaction>
    /** Revokes every link that was sent to the client. */
    readonly revokeAll: (
      workspaceId: WorkspaceId,
      clientId: ClientId,
      at: DateTime.Utc
    ) => Effect.Effect<void, never, Transaction>
    readonly find: (workspaceId: WorkspaceId, id: InvitationId) => Effect.Effect<Invitation | null>
    readonly findByHash: (hash: string) => Effect.Effect<Invitation | null>
    /** The client's newest invitation, used or not: it decides what is shared. */
    readonly newest: (
      workspaceId: WorkspaceId,
      clientId: ClientId
    ) => Effect.Effect<Invitation | null>
    /** Marks the invitation as used; false where it was used or revoked already. */
    readonly consume: (
      workspaceId: WorkspaceId,
      id: InvitationId,
      at: DateTime.Utc
    ) => Effect.Effect<boolean, never, Transaction>
  }
>()("retainer/app/ports/InvitationRepository") {}
