/** Sessions in PostgreSQL; one query answers who a request comes from. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SessionRepository, type UserSession } from "../../../app/ports/people/SessionRepository.ts"
import type { Role } from "../../../domain/access/Scope.ts"
import { ClientId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import { User } from "../../../domain/people/User.ts"
import type { Language } from "../../../domain/text/Language.ts"
import { write } from "../../postgres/Write.ts"
import type { Row } from "../Columns.ts"
import { clientsWithDetails, detailColumns } from "../clients/ClientDetails.ts"
import { clientOf } from "../clients/ClientRepositorySql.ts"
import {
  dateOf,
  dateOfOrNull,
  deleteRow,
  insertRow,
  instant,
  instantOrNull,
  updateRow
} from "../Rows.ts"
import { type WorkspaceRow, workspaceOf } from "../workspaces/WorkspaceRepositorySql.ts"

interface SessionRow {
  readonly hash: string
  readonly sessionCreatedAt: Date
  readonly expiresAt: Date
}

interface UsedRow extends SessionRow {
  readonly usedAt: Date | null
  readonly provedAt: Date | null
  readonly browser: string | null
  readonly system: string | null
  readonly ipAddress: string | null
}

interface UserSessionRow extends WorkspaceRow, UsedRow {
  readonly userId: string
  readonly userName: string
  readonly userEmail: string
  readonly role: Role
  readonly userLanguage: Language | null
  readonly keys: boolean
  readonly hasFactor: boolean
  readonly factorSince: Date | null
  readonly others: ReadonlyArray<{ readonly id: string; readonly name: string }>
}

const storedOf = (row: SessionRow) => ({
  hash: row.hash,
  createdAt: instant(row.sessionCreatedAt),
  expiresAt: instant(row.expiresAt)
})

const sessionOf = (row: UsedRow, workspaceId: WorkspaceId, userId: UserId): UserSession => ({
  ...storedOf(row),
  workspaceId,
  userId,
  usedAt: instantOrNull(row.usedAt),
  provedAt: instantOrNull(row.provedAt),
  browser: row.browser,
  system: row.system,
  address: row.ipAddress
})

const keyOf = (workspaceId: WorkspaceId, hash: string) => ({
  workspaceId: WorkspaceId.toUuid(workspaceId),
  hash
})

interface LastUse {
  readonly userId: string
  readonly usedAt: Date
  readonly expiresAt: Date
}

/** The other workspaces of the user `u`, as `FoundSession` describes them. */
const othersOf = (sql: SqlClient.SqlClient) => sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) ORDER BY o.name, o.id)
  FROM (
    SELECT ow.id, ow.name FROM users ou JOIN workspaces ow ON ow.id = ou.workspace_id
    WHERE lower(ou.email) = lower(u.email) AND ou.removed_at IS NULL
      AND ou.workspace_id <> u.workspace_id AND ow.deleted_at IS NULL
      AND ou.password_hash IS NOT NULL
      AND (u.email_verified_at IS NOT NULL OR ou.password_hash = u.password_hash)
    ORDER BY ow.name, ow.id LIMIT 20
  ) o), '[]'::jsonb)`

type Port = SessionRepository["Service"]

const sessionReads = (sql: SqlClient.SqlClient) =>
  ({
    find: Effect.fnUntraced(function* (hash) {
      const rows = yield* sql<UserSessionRow>`
        SELECT w.*, s.hash, s.created_at AS session_created_at, s.expires_at, s.used_at,
          s.proved_at, s.browser, s.system, s.ip_address, u.id AS user_id, u.name AS user_name,
          u.email AS user_email, u.role, u.language AS user_language, u.keys,
          w.second_factor_since AS factor_since, EXISTS (SELECT 1 FROM second_factors f
            WHERE f.workspace_id = u.workspace_id AND f.user_id = u.id) AS has_factor,
          ${othersOf(sql)} AS others
        FROM sessions s
        JOIN workspaces w ON w.id = s.workspace_id
        JOIN users u ON u.workspace_id = s.workspace_id AND u.id = s.user_id
        WHERE s.hash = ${hash} AND u.removed_at IS NULL AND w.deleted_at IS NULL`
      const row = rows[0]
      if (row === undefined) return null
      const workspace = workspaceOf(row)
      const userId = UserId.fromUuid(row.userId)
      const { userName: name, userEmail: email, role, userLanguage: language, keys } = row
      const workspaceId = workspace.id
      return {
        workspace,
        user: new User({ id: userId, workspaceId, name, email, role, language, keys }),
        session: sessionOf(row, workspaceId, userId),
        hasFactor: row.hasFactor,
        factorSince: instantOrNull(row.factorSince),
        others: row.others.map((other) => ({ ...other, id: WorkspaceId.fromUuid(other.id) }))
      }
    }, Effect.orDie),

    listOfUser: Effect.fnUntraced(function* (workspaceId, userId) {
      const rows = yield* sql<UsedRow>`
        SELECT hash, created_at AS session_created_at, expires_at, used_at, proved_at,
          browser, system, ip_address
        FROM sessions WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND user_id = ${UserId.toUuid(userId)} ORDER BY created_at DESC LIMIT 100`
      return rows.map((row) => sessionOf(row, workspaceId, userId))
    }, Effect.orDie),

    lastUses: Effect.fnUntraced(function* (workspaceId) {
      const rows = yield* sql<LastUse>`
        SELECT user_id, max(coalesce(used_at, created_at)) AS used_at, max(expires_at) AS expires_at
        FROM sessions WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} GROUP BY user_id`
      return rows.map((row) => ({
        userId: UserId.fromUuid(row.userId),
        usedAt: instant(row.usedAt),
        expiresAt: instant(row.expiresAt)
      }))
    }, Effect.orDie)
  }) satisfies Partial<Port>

const sessionChanges = (sql: SqlClient.SqlClient) =>
  ({
    insert: Effect.fnUntraced(function* (session) {
      yield* insertRow("sessions", keyOf(session.workspaceId, session.hash), {
        userId: UserId.toUuid(session.userId),
        createdAt: dateOf(session.createdAt),
        expiresAt: dateOf(session.expiresAt),
        usedAt: dateOfOrNull(session.usedAt),
        provedAt: dateOfOrNull(session.provedAt),
        browser: session.browser,
        system: session.system,
        ipAddress: session.address
      })
    }),

    recordUse: (workspaceId, hash, at) =>
      updateRow("sessions", keyOf(workspaceId, hash), { usedAt: dateOf(at) }),

    recordProof: (workspaceId, hash, at) =>
      updateRow("sessions", keyOf(workspaceId, hash), { provedAt: dateOf(at) }),

    remove: (workspaceId, hash) => deleteRow("sessions", keyOf(workspaceId, hash)),

    removeOfUser: Effect.fnUntraced(function* (workspaceId, userId, except = "") {
      yield* write({
        table: "sessions",
        statement: sql`DELETE FROM sessions WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
          AND user_id = ${UserId.toUuid(userId)} AND hash <> ${except} RETURNING 1`
      })
    })
  }) satisfies Partial<Port>

const portalSessions = (sql: SqlClient.SqlClient) =>
  ({
    insertPortal: Effect.fnUntraced(function* (session) {
      yield* insertRow("portal_sessions", keyOf(session.workspaceId, session.hash), {
        clientId: ClientId.toUuid(session.clientId),
        createdAt: dateOf(session.createdAt),
        expiresAt: dateOf(session.expiresAt)
      })
    }),

    findPortal: Effect.fnUntraced(function* (hash) {
      const rows = yield* sql<Row & SessionRow>`
        SELECT c.*, ${detailColumns}, s.hash, s.created_at AS session_created_at, s.expires_at
        FROM portal_sessions s
        JOIN (${clientsWithDetails}) ON c.workspace_id = s.workspace_id AND c.id = s.client_id
        WHERE s.hash = ${hash} AND c.portal_access`
      const row = rows[0]
      if (row === undefined) return null
      const client = clientOf(row)
      const { workspaceId, id: clientId } = client
      const workspaces = yield* sql<WorkspaceRow>`
        SELECT * FROM workspaces
        WHERE id = ${WorkspaceId.toUuid(workspaceId)} AND deleted_at IS NULL`
      return workspaces[0] === undefined
        ? null
        : {
            client,
            workspace: workspaceOf(workspaces[0]),
            session: { ...storedOf(row), workspaceId, clientId }
          }
    }, Effect.orDie),

    removePortal: (workspaceId, hash) => deleteRow("portal_sessions", keyOf(workspaceId, hash)),

    removeOfClient: Effect.fnUntraced(function* (workspaceId, clientId) {
      yield* write({
        table: "portal_sessions",
        statement: sql`DELETE FROM portal_sessions
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
            AND client_id = ${ClientId.toUuid(clientId)} RETURNING 1`
      })
    })
  }) satisfies Partial<Port>

export const SessionRepositorySql = Layer.effect(
  SessionRepository,
  Effect.map(SqlClient.SqlClient, (sql) =>
    SessionRepository.of({ ...sessionReads(sql), ...sessionChanges(sql), ...portalSessions(sql) })
  )
)
