/** Invitations to the client portal; of each only a hash of its secret is stored. */
import { Context, type DateTime, type Effect } from "effect"
import type { ClientId, InvitationId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"

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
    /** Stores the invitation beside the client's older ones. */
    readonly insert: (invitation: Invitation) => Effect.Effect<void>
    /** From now on every link that was sent to the client is worth nothing. */
    readonly revokeAll: (
      workspaceId: WorkspaceId,
      clientId: ClientId,
      at: DateTime.Utc
    ) => Effect.Effect<void>
    readonly find: (workspaceId: WorkspaceId, id: InvitationId) => Effect.Effect<Invitation | null>
    readonly findByHash: (hash: string) => Effect.Effect<Invitation | null>
    /** The client's newest invitation, whatever became of it: it tells what is shared. */
    readonly newest: (
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
