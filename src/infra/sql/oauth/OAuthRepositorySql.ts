/** OAuth in PostgreSQL. Grants are locked before anything is decided about their tokens. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { OAuthRepository } from "../../../app/ports/oauth/OAuthRepository.ts"
import { AppId, GrantId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Scope } from "../../../domain/Scope.ts"
import type { Logo } from "../../../domain/workspaces/Workspace.ts"
import { dateOf, dateOfOrNull } from "../Rows.ts"
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

/** One row tells all that a request with an access token needs to know. */
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
  readonly grantScopes: ReadonlyArray<Scope>
  readonly generation: number
  readonly rotatedAt: Date | null
  readonly grantCreatedAt: Date
  readonly revokedAt: Date | null
}

const accessOf = (row: AccessRow) => ({
  workspace: workspaceOf(row),
  appName: row.appName,
  userName: row.userName,
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

export const OAuthRepositorySql = Layer.effect(
  OAuthRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const appColumns = sql`a.workspace_id, a.id, a.name, a.redirect_uris, a.secret_hash,
      a.secret_visible_part, a.logo_type IS NOT NULL AS has_logo, a.created_at, a.created_by`

    return OAuthRepository.of({
      insertApp: Effect.fnUntraced(function* (app) {
        yield* sql`INSERT INTO oauth_apps ${sql.insert(appRow(app))}`
      }, Effect.orDie),

      saveApp: Effect.fnUntraced(function* (app) {
        const row = appRow(app)
        yield* sql`UPDATE oauth_apps SET ${sql.update(row, ["workspaceId", "id", "createdAt", "createdBy"])}
          WHERE workspace_id = ${row.workspaceId} AND id = ${row.id}`
      }, Effect.orDie),

      removeApp: Effect.fnUntraced(function* (workspaceId, id) {
        yield* sql`DELETE FROM oauth_apps
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${AppId.toUuid(id)}`
      }, Effect.orDie),

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

      saveLogo: Effect.fnUntraced(function* (workspaceId, id, logo) {
        yield* sql`UPDATE oauth_apps
          SET logo_type = ${logo?.type ?? null}, logo_bytes = ${logo?.bytes ?? null}
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND id = ${AppId.toUuid(id)}`
      }, Effect.orDie),

      insertGrant: Effect.fnUntraced(function* (grant) {
        const row = grantRow(grant)
        const app = yield* sql`SELECT 1 FROM oauth_apps
          WHERE workspace_id = ${row.workspaceId} AND id = ${row.appId} FOR KEY SHARE`
        if (app.length === 0) return false
        yield* sql`INSERT INTO oauth_grants ${sql.insert(row)}`
        return true
      }, Effect.orDie),

      grantForUpdate: Effect.fnUntraced(function* (workspaceId, id) {
        const rows = yield* sql<GrantRow>`
          SELECT g.* FROM oauth_grants g
          JOIN users u ON u.workspace_id = g.workspace_id AND u.id = g.user_id
          WHERE g.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND g.id = ${GrantId.toUuid(id)}
            AND u.removed_at IS NULL FOR UPDATE OF g`
        return rows[0] === undefined ? null : grantOf(rows[0])
      }, Effect.orDie),

      saveGrant: Effect.fnUntraced(function* (grant) {
        yield* sql`UPDATE oauth_grants SET generation = ${grant.generation},
            rotated_at = ${dateOfOrNull(grant.rotatedAt)},
            revoked_at = ${dateOfOrNull(grant.revokedAt)}
          WHERE workspace_id = ${WorkspaceId.toUuid(grant.workspaceId)}
            AND id = ${GrantId.toUuid(grant.id)}`
      }, Effect.orDie),

      revokeGrantsOfUser: Effect.fnUntraced(function* (workspaceId, userId, at) {
        yield* sql`UPDATE oauth_grants SET revoked_at = ${dateOf(at)}
            WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)}
              AND user_id = ${UserId.toUuid(userId)} AND revoked_at IS NULL`
      }, Effect.orDie),

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

      insertCode: Effect.fnUntraced(function* (code) {
        yield* sql`INSERT INTO oauth_codes
          ${sql.insert({ ...storedRow(code), usedAt: dateOfOrNull(code.usedAt) })}`
      }, Effect.orDie),

      findCode: Effect.fnUntraced(function* (hash) {
        const rows = yield* sql<CodeRow>`SELECT * FROM oauth_codes WHERE hash = ${hash}`
        return rows[0] === undefined ? null : codeOf(rows[0])
      }, Effect.orDie),

      useCode: Effect.fnUntraced(function* (workspaceId, hash, at) {
        const used = yield* sql`UPDATE oauth_codes SET used_at = ${dateOf(at)}
          WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND hash = ${hash}
            AND used_at IS NULL RETURNING 1`
        return used.length === 1
      }, Effect.orDie),

      insertAccessToken: Effect.fnUntraced(function* (token) {
        yield* sql`INSERT INTO oauth_access_tokens ${sql.insert(storedRow(token))}`
      }, Effect.orDie),

      findAccessToken: Effect.fnUntraced(function* (hash) {
        const rows = yield* sql<AccessRow>`
          SELECT w.*, t.hash, t.grant_id, t.scopes AS token_scopes,
            t.created_at AS token_created_at, t.expires_at, g.app_id, g.user_id,
            a.name AS app_name, u.name AS user_name,
            g.scopes AS grant_scopes, g.generation, g.rotated_at,
            g.created_at AS grant_created_at, g.revoked_at
          FROM oauth_access_tokens t
          JOIN workspaces w ON w.id = t.workspace_id
          JOIN oauth_grants g ON g.workspace_id = t.workspace_id AND g.id = t.grant_id
          JOIN oauth_apps a ON a.workspace_id = g.workspace_id AND a.id = g.app_id
          JOIN users u ON u.workspace_id = g.workspace_id AND u.id = g.user_id
          WHERE t.hash = ${hash} AND u.removed_at IS NULL`
        return rows[0] === undefined ? null : accessOf(rows[0])
      }, Effect.orDie),

      removeAccessToken: Effect.fnUntraced(function* (workspaceId, hash) {
        yield* sql`DELETE FROM oauth_access_tokens
            WHERE workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND hash = ${hash}`
      }, Effect.orDie),

      insertRefreshToken: Effect.fnUntraced(function* (token) {
        yield* sql`INSERT INTO oauth_refresh_tokens ${sql.insert(storedRow(token))}`
      }, Effect.orDie),

      findRefreshToken: Effect.fnUntraced(function* (hash) {
        const rows = yield* sql<RefreshTokenRow>`
          SELECT * FROM oauth_refresh_tokens WHERE hash = ${hash}`
        return rows[0] === undefined ? null : refreshTokenOf(rows[0])
      }, Effect.orDie)
    })
  })
)
