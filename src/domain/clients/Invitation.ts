/**
 * An invitation to the client portal: how long it may last, and why its link does not open the
 * portal.
 */
import { DateTime, Duration, Result } from "effect"
import type { ClientId, InvitationId, ProjectId, WorkspaceId } from "../Ids.ts"
import { type Invalid, invalid } from "../Invalid.ts"
import type { Client } from "./Client.ts"

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

const longest = Duration.days(90)

/** Until when an invitation of now is good: seven days where nothing was given. */
export const invitationExpiry = (
  given: DateTime.Utc | undefined,
  now: DateTime.Utc
): Result.Result<DateTime.Utc, Invalid> => {
  const expiresAt = given ?? DateTime.add(now, { days: 7 })
  if (DateTime.isLessThanOrEqualTo(expiresAt, now)) {
    return Result.fail(invalid("expires_at", "must be in the future"))
  }
  return DateTime.isGreaterThan(expiresAt, DateTime.addDuration(now, longest))
    ? Result.fail(invalid("expires_at", "must be at most 90 days ahead"))
    : Result.succeed(expiresAt)
}

export type InvitationProblem = "expired" | "used" | "replaced" | "closed"

/** Why the link does not open the portal; undefined where it does. */
export const invitationProblem = (
  invitation: Pick<Invitation, "usedAt" | "revokedAt" | "expiresAt">,
  client: Pick<Client, "portalAccess">,
  now: DateTime.Utc
): InvitationProblem | undefined => {
  if (!client.portalAccess) return "closed"
  if (invitation.usedAt !== null) return "used"
  if (invitation.revokedAt !== null) return "replaced"
  return DateTime.isLessThanOrEqualTo(invitation.expiresAt, now) ? "expired" : undefined
}
