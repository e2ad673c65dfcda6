/** Portal invitations in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { InvitationRepository } from "../../app/ports/InvitationRepository.ts"
import { ClientId, InvitationId, ProjectId, WorkspaceId } from "../../domain/Ids.ts"
import { dateOf, dateOfOrNull, instant, instantOrNull } from "./Rows.ts"

interface InvitationRow {
  readonly clientId: string
  readonly hash: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly projectIds: ReadonlyArray<string>
}

export const InvitationRepositorySql = Layer.effect(
  InvitationRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return InvitationRepository.of({
      replace: Effect.fn("InvitationRepository.replace")(function* (invitation) {
        const workspaceId = WorkspaceId.toUuid(invitation.workspaceId)
        const clientId = ClientId.toUuid(invitation.clientId)
        const id = InvitationId.toUuid(invitation.id)
        yield* sql`UPDATE invitations SET revoked_at = ${dateOf(invitation.createdAt)}
          WHERE workspace_id = ${workspaceId} AND client_id = ${clientId} AND revoked_at IS NULL`
        yield* sql`INSERT INTO invitations ${sql.insert({
          workspaceId,
          id,
          clientId,
          hash: invitation.hash,
          createdAt: dateOf(invitation.createdAt),
          expiresAt: dateOf(invitation.expiresAt),
          revokedAt: dateOfOrNull(invitation.revokedAt)
        })}`
        for (const projectId of invitation.projectIds) {
          yield* sql`INSERT INTO invitation_projects ${sql.insert({
            workspaceId,
            invitationId: id,
            projectId: ProjectId.toUuid(projectId)
          })}`
        }
      }, Effect.orDie),

      find: Effect.fn("InvitationRepository.find")(function* (workspaceId, id) {
        const rows = yield* sql<InvitationRow>`
          SELECT i.client_id, i.hash, i.created_at, i.expires_at, i.revoked_at,
            ARRAY(SELECT p.project_id FROM invitation_projects p
              WHERE p.workspace_id = i.workspace_id AND p.invitation_id = i.id
              ORDER BY p.project_id) AS project_ids
          FROM invitations i
          WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND i.id = ${InvitationId.toUuid(id)}`
        const row = rows[0]
        if (row === undefined) return null
        return {
          id,
          workspaceId,
          clientId: ClientId.fromUuid(row.clientId),
          projectIds: row.projectIds.map(ProjectId.fromUuid),
          hash: row.hash,
          createdAt: instant(row.createdAt),
          expiresAt: instant(row.expiresAt),
          revokedAt: instantOrNull(row.revokedAt)
        }
      }, Effect.orDie)
    })
  })
)
