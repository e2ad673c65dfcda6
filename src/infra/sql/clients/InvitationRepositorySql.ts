/** Portal invitations in PostgreSQL. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { InvitationRepository } from "../../../app/ports/clients/InvitationRepository.ts"
import type { Invitation } from "../../../domain/clients/Invitation.ts"
import { ClientId, InvitationId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { dateOf, dateOfOrNull, instant, instantOrNull, keysOf, saveRow } from "../Rows.ts"

interface InvitationRow {
  readonly workspaceId: string
  readonly id: string
  readonly clientId: string
  readonly hash: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly usedAt: Date | null
  readonly projectIds: ReadonlyArray<string>
}

const invitationOf = (row: InvitationRow): Invitation => ({
  id: InvitationId.fromUuid(row.id),
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  clientId: ClientId.fromUuid(row.clientId),
  projectIds: row.projectIds.map(ProjectId.fromUuid),
  hash: row.hash,
  createdAt: instant(row.createdAt),
  expiresAt: instant(row.expiresAt),
  revokedAt: instantOrNull(row.revokedAt),
  usedAt: instantOrNull(row.usedAt)
})

type Port = InvitationRepository["Service"]

const reads = (sql: SqlClient.SqlClient) => {
  const selectInvitation = sql`
    SELECT i.workspace_id, i.id, i.client_id, i.hash, i.created_at, i.expires_at, i.revoked_at,
      i.used_at,
      ARRAY(SELECT p.project_id FROM invitation_projects p
        WHERE p.workspace_id = i.workspace_id AND p.invitation_id = i.id
        ORDER BY p.project_id) AS project_ids
    FROM invitations i`

  return {
    find: Effect.fnUntraced(function* (workspaceId, id) {
      const rows = yield* sql<InvitationRow>`${selectInvitation}
        WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND i.id = ${InvitationId.toUuid(id)}`
      return rows[0] === undefined ? null : invitationOf(rows[0])
    }, Effect.orDie),

    findByHash: Effect.fnUntraced(function* (hash) {
      const rows = yield* sql<InvitationRow>`${selectInvitation} WHERE i.hash = ${hash}`
      return rows[0] === undefined ? null : invitationOf(rows[0])
    }, Effect.orDie),

    newest: Effect.fnUntraced(function* (workspaceId, clientId) {
      const rows = yield* sql<InvitationRow>`${selectInvitation}
        WHERE i.workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND i.client_id = ${ClientId.toUuid(clientId)}
        ORDER BY i.created_at DESC, i.id DESC LIMIT 1`
      return rows[0] === undefined ? null : invitationOf(rows[0])
    }, Effect.orDie)
  } satisfies Partial<Port>
}

const writes = (sql: SqlClient.SqlClient) =>
  ({
    insert: Effect.fnUntraced(function* (invitation) {
      const workspaceId = WorkspaceId.toUuid(invitation.workspaceId)
      const id = InvitationId.toUuid(invitation.id)
      // The projects of an invitation are a part of it: they have no write of their own.
      yield* write({
        table: "invitations",
        key: { workspaceId, id },
        statement: {
          projects: sql`INSERT INTO invitation_projects (workspace_id, invitation_id, project_id)
            SELECT ${workspaceId}::uuid, ${id}::uuid, project_id
            FROM unnest(${invitation.projectIds.map(ProjectId.toUuid)}::uuid[]) p (project_id)
            RETURNING 1`,
          invitation: sql`INSERT INTO invitations ${sql.insert({
            workspaceId,
            id,
            clientId: ClientId.toUuid(invitation.clientId),
            hash: invitation.hash,
            createdAt: dateOf(invitation.createdAt),
            expiresAt: dateOf(invitation.expiresAt),
            revokedAt: dateOfOrNull(invitation.revokedAt),
            usedAt: dateOfOrNull(invitation.usedAt)
          })} RETURNING 1`
        }
      })
    }),

    revokeAll: Effect.fnUntraced(function* (workspaceId, clientId, at) {
      yield* write({
        table: "invitations",
        statement: sql`UPDATE invitations SET revoked_at = ${dateOf(at)}
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND client_id = ${ClientId.toUuid(clientId)} AND revoked_at IS NULL RETURNING 1`
      })
    }),

    consume: Effect.fnUntraced(function* (workspaceId, id, at) {
      const key = keysOf(InvitationId)(workspaceId, id)
      const row = yield* readForUpdate({ table: "invitations", key })
      if (row === undefined || row["usedAt"] !== null || row["revokedAt"] !== null) return false
      yield* saveRow("invitations", key, { usedAt: dateOf(at) })
      return true
    })
  }) satisfies Partial<Port>

export const InvitationRepositorySql = Layer.effect(
  InvitationRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    InvitationRepository.of({ ...reads(sql), ...writes(sql) })
  )
)
