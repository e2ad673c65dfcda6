/** Invitations to the client portal; of each only a hash of its secret is stored. */
import { Context, type DateTime, type Effect } from "effect"
import type { ClientId, InvitationId, ProjectId, WorkspaceId } from "../../domain/Ids.ts"

export interface Invitation {
  readonly id: InvitationId
  readonly workspaceId: WorkspaceId
  readonly clientId: ClientId
  readonly projectIds: ReadonlyArray<ProjectId>
  /** SHA-256 of the secret, in hexadecimal. */
  readonly hash: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
  readonly revokedAt: DateTime.Utc | null
  /** When its secret was exchanged for a session. */
  readonly usedAt: DateTime.Utc | null
}

export class InvitationRepository extends Context.Service<
  InvitationRepository,
  {
    /** Stores the invitation and revokes the client's older ones. */
    readonly replace: (invitation: Invitation) => Effect.Effect<void>
    readonly find: (workspaceId: WorkspaceId, id: InvitationId) => Effect.Effect<Invitation | null>
    readonly findByHash: (hash: string) => Effect.Effect<Invitation | null>
    /** The client's invitation that was not revoked, used or not: what is shared with it now. */
    readonly current: (
      workspaceId: WorkspaceId,
      clientId: ClientId
    ) => Effect.Effect<Invitation | null>
    /** Marks the invitation as used; false where it was used or revoked already. */
    readonly consume: (
      workspaceId: WorkspaceId,
      id: InvitationId,
      at: DateTime.Utc
    ) => Effect.Effect<boolean>
  }
>()("retainer/app/ports/InvitationRepository") {}
