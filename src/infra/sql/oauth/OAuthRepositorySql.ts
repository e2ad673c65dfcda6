/** OAuth in PostgreSQL. Grants are locked before anything is decided about their tokens. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { OAuthRepository } from "../../../app/ports/oauth/OAuthRepository.ts"
import type { Scope } from "../../../domain/access/Scope.ts"
import { AppId, GrantId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Role } from "../../../domain/people/User.ts"
import type { Logo } from "../../../domain/workspaces/Workspace.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { dateOf, dateOfOrNull, deleteRow, insertRow, keysOf, saveRow, updateRow } from "../Rows.ts"
import { type WorkspaceRow, workspaceOf } from "../workspaces/WorkspaceRepositorySql.ts"
import {
  type AppRow,
  accessTokenOf,
  appOf,
  appRow,
  type CodeRow,
  codeOf,
  type GrantRow,
  grantOf,
  grantRow,
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

const appKey = keysOf(AppId)
const grantKey = keysOf(GrantId)
const hashKey = (workspaceId: WorkspaceId, hash: string) => ({
  workspaceId: WorkspaceId.toUuid(workspaceId),
  hash
})

export const OAuthRepositorySql = Layer.effect(
  OAuthRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const appColumns = sql`a.workspace_id, a.id, a.name, a.redirect_uris, a.secret_hash,
      a.secret_visible_part, a.logo_type IS NOT NULL AS has_logo, a.created_at, a.created_by`

    return OAuthRepository.of({
      insertApp: (app) => insertRow("oauth_apps", appKey(app.workspaceId, app.id), appRow(app)),

      saveApp: (app) => {
        const { createdAt: _, createdBy: __, ...row } = appRow(app)
        return saveRow("oauth_apps", appKey(app.workspaceId, app.id), row)
      },

      removeApp: (workspaceId, id) => deleteRow("oauth_apps", appKey(workspaceId, id)),

      findApp: Effect.fnUntraced(function* (id) {
        const rows = yield* sql<AppRow>`
          SELECT ${appColumns} FROM oauth_apps a WHERE a.id = ${AppId.toUuid(id)}`
        return rows[0] === undefined ? null : appOf(rows[0])
      }, Effect.orDie),

      listApps: Effect.fnUntraced(function* (workspaceId) {
        const rows = yield* sql<AppRow>`SELECT ${appColumns} FROM oauth_apps a
          WHERE a.workspace_id = ${WorkspaceId.toUuid(workspaceId)} ORDER BY a.id`
        return rows.map(appOf)
      }, Effect.orDie),

      logo: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql<Logo>`
          SELECT logo_type AS type, logo_bytes AS bytes FROM oauth_apps
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${AppId.toUuid(id)}
            AND logo_type IS NOT NULL`
        const row = rows[0]
        return row === undefined ? null : { type: row.type, bytes: Uint8Array.from(row.bytes) }
      }, Effect.orDie),

      saveLogo: (workspaceId, id, logo) =>
        updateRow("oauth_apps", appKey(workspaceId, id), {
          logoType: logo?.type ?? null,
          logoBytes: logo?.bytes ?? null
        }),

      insertGrant: Effect.fnUntraced(function* (grant) {
        const key = appKey(grant.workspaceId, grant.appId)
        const app = yield* readForUpdate({ table: "oauth_apps", key, lock: "share" })
        if (app === undefined) return false
        yield* insertRow("oauth_grants", grantKey(grant.workspaceId, grant.id), grantRow(grant))
        return true
      }),

      grantForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const row = yield* readForUpdate<GrantRow>({
          table: "oauth_grants",
          key: grantKey(workspaceId, id),
          view: sql`SELECT g.* FROM oauth_grants g
            JOIN users u ON u.workspace_id = g.workspace_id AND u.id = g.user_id
            WHERE g.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND g.id = ${GrantId.toUuid(id)}
              AND u.removed_at IS NULL`
        })
        return row === undefined ? null : grantOf(row)
      }),

      saveGrant: (grant) =>
        saveRow("oauth_grants", grantKey(grant.workspaceId, grant.id), {
          generation: grant.generation,
          rotatedAt: dateOfOrNull(grant.rotatedAt),
          revokedAt: dateOfOrNull(grant.revokedAt)
        }),

      revokeGrantsOfUser: Effect.fnUntraced(function* (workspaceId, userId, at) {
        yield* write({
          table: "oauth_grants",
          statement: sql`UPDATE oauth_grants SET revoked_at = ${dateOf(at)}
            WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
              AND user_id = ${UserId.toUuid(userId)} AND revoked_at IS NULL RETURNING 1`
        })
      }),

      connectedApps: Effect.fnUntraced(function* (workspaceId, userId) {
        const workspace = WorkspaceId.toUuid(workspaceId)
        const grants = yield* sql<GrantRow>`
          SELECT * FROM oauth_grants
          WHERE workspace_id = ${workspace} AND user_id = ${UserId.toUuid(userId)}
            AND revoked_at IS NULL AND generation > 0 ORDER BY id DESC`
        const apps = yield* sql<AppRow>`
          SELECT ${appColumns} FROM oauth_apps a WHERE a.workspace_id = ${workspace}`
        return grants.flatMap((grant) => {
          const app = apps.find(({ id }) => id === grant.appId)
          return app === undefined ? [] : [{ app: appOf(app), grant: grantOf(grant) }]
        })
      }, Effect.orDie),

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
      }),

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
          WHERE t.hash = ${hash} AND u.removed_at IS NULL`
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
    })
  })
)
