/** Authorization codes, access tokens and refresh tokens in PostgreSQL, each found by its hash. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { OAuthRepository } from "../../../app/ports/oauth/OAuthRepository.ts"
import type { Role, Scope } from "../../../domain/access/Scope.ts"
import { WorkspaceId } from "../../../domain/Ids.ts"
import { readForUpdate } from "../../postgres/Write.ts"
import { dateOf, dateOfOrNull, deleteRow, insertRow, saveRow } from "../Rows.ts"
import { type WorkspaceRow, workspaceOf } from "../workspaces/WorkspaceRepositorySql.ts"
import {
  accessTokenOf,
  type CodeRow,
  codeOf,
  grantOf,
  type RefreshTokenRow,
  refreshTokenOf,
  storedRow
} from "./OAuthRows.ts"

/** One row has all data that authentication by an access token needs. */
interface AccessRow extends WorkspaceRow {
  readonly hash: string
  readonly grantId: string
  readonly tokenScopes: ReadonlyArray<Scope>
  readonly tokenCreatedAt: Date
  readonly expiresAt: Date
  readonly appId: string
  readonly appName: string
  readonly userId: string
  readonly userName: string
  readonly userRole: Role
  readonly grantScopes: ReadonlyArray<Scope>
  readonly generation: number
  readonly rotatedAt: Date | null
  readonly grantCreatedAt: Date
  readonly revokedAt: Date | null
  readonly version: bigint
}

const accessOf = (row: AccessRow) => ({
  workspace: workspaceOf(row),
  appName: row.appName,
  userName: row.userName,
  role: row.userRole,
  version: Number(row.version),
  token: accessTokenOf({
    workspaceId: row.id,
    hash: row.hash,
    grantId: row.grantId,
    scopes: row.tokenScopes,
    createdAt: row.tokenCreatedAt,
    expiresAt: row.expiresAt
  }),
  grant: grantOf({
    workspaceId: row.id,
    id: row.grantId,
    appId: row.appId,
    userId: row.userId,
    scopes: row.grantScopes,
    generation: row.generation,
    rotatedAt: row.rotatedAt,
    createdAt: row.grantCreatedAt,
    revokedAt: row.revokedAt
  })
})

const hashKey = (workspaceId: WorkspaceId, hash: string) => ({
  workspaceId: WorkspaceId.toUuid(workspaceId),
  hash
})

type Port = OAuthRepository["Service"]

export const codes = (sql: SqlClient.SqlClient) =>
  ({
    insertCode: (code) =>
      insertRow("oauth_codes", hashKey(code.workspaceId, code.hash), {
        ...storedRow(code),
        usedAt: dateOfOrNull(code.usedAt)
      }),

    findCode: Effect.fnUntraced(function* (hash) {
      const rows = yield* sql<CodeRow>`SELECT * FROM oauth_codes WHERE hash = ${hash}`
      return rows[0] === undefined ? null : codeOf(rows[0])
    }, Effect.orDie),

    useCode: Effect.fnUntraced(function* (workspaceId, hash, at) {
      const key = hashKey(workspaceId, hash)
      const code = yield* readForUpdate({ table: "oauth_codes", key })
      if (code?.["usedAt"] !== null) return false
      yield* saveRow("oauth_codes", key, { usedAt: dateOf(at) })
      return true
    })
  }) satisfies Partial<Port>

export const tokens = (sql: SqlClient.SqlClient) =>
  ({
    insertAccessToken: (token) =>
      insertRow("oauth_access_tokens", hashKey(token.workspaceId, token.hash), storedRow(token)),

    findAccessToken: Effect.fnUntraced(function* (hash) {
      const rows = yield* sql<AccessRow>`
        SELECT w.*, t.hash, t.grant_id, t.scopes AS token_scopes,
          t.created_at AS token_created_at, t.expires_at, g.app_id, g.user_id,
          a.name AS app_name, u.name AS user_name, u.role AS user_role,
          g.scopes AS grant_scopes, g.generation, g.rotated_at,
          g.created_at AS grant_created_at, g.revoked_at, v.credentials AS version
        FROM oauth_access_tokens t
        JOIN workspaces w ON w.id = t.workspace_id
        JOIN workspace_versions v ON v.workspace_id = t.workspace_id
        JOIN oauth_grants g ON g.workspace_id = t.workspace_id AND g.id = t.grant_id
        JOIN oauth_apps a ON a.workspace_id = g.workspace_id AND a.id = g.app_id
        JOIN users u ON u.workspace_id = g.workspace_id AND u.id = g.user_id
        WHERE t.hash = ${hash} AND u.removed_at IS NULL AND w.deleted_at IS NULL`
      return rows[0] === undefined ? null : accessOf(rows[0])
    }, Effect.orDie),

    removeAccessToken: (workspaceId, hash) =>
      deleteRow("oauth_access_tokens", hashKey(workspaceId, hash)),

    insertRefreshToken: (token) =>
      insertRow("oauth_refresh_tokens", hashKey(token.workspaceId, token.hash), storedRow(token)),

    findRefreshToken: Effect.fnUntraced(function* (hash) {
      const rows = yield* sql<RefreshTokenRow>`
        SELECT * FROM oauth_refresh_tokens WHERE hash = ${hash}`
      return rows[0] === undefined ? null : refreshTokenOf(rows[0])
    }, Effect.orDie)
  }) satisfies Partial<Port>
