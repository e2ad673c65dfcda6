/** OAuth in PostgreSQL. Grants are locked before anything is decided about their tokens. */
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { OAuthRepository } from "../../../app/ports/oauth/OAuthRepository.ts"
import { AppId, GrantId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Logo } from "../../../domain/workspaces/Workspace.ts"
import { readForUpdate, write } from "../../postgres/Write.ts"
import { dateOf, dateOfOrNull, deleteRow, insertRow, keysOf, saveRow, updateRow } from "../Rows.ts"
import { type AppRow, appOf, appRow, type GrantRow, grantOf, grantRow } from "./OAuthRows.ts"
import { codes, tokens } from "./OAuthTokens.ts"

const appKey = keysOf(AppId)
const grantKey = keysOf(GrantId)

type Port = OAuthRepository["Service"]

const appWrites = {
  insertApp: (app) => insertRow("oauth_apps", appKey(app.workspaceId, app.id), appRow(app)),

  saveApp: (app) => {
    const { createdAt: _, createdBy: __, ...row } = appRow(app)
    return saveRow("oauth_apps", appKey(app.workspaceId, app.id), row)
  },

  removeApp: (workspaceId, id) => deleteRow("oauth_apps", appKey(workspaceId, id)),

  saveLogo: (workspaceId, id, logo) =>
    updateRow("oauth_apps", appKey(workspaceId, id), {
      logoType: logo?.type ?? null,
      logoBytes: logo?.bytes ?? null
    })
} satisfies Partial<Port>

const appReads = (sql: SqlClient.SqlClient, appColumns: Statement.Fragment) =>
  ({
    findApp: Effect.fnUntraced(function* (id) {
      const rows = yield* sql<AppRow>`
        SELECT ${appColumns} FROM oauth_apps a JOIN workspaces w ON w.id = a.workspace_id
        WHERE a.id = ${AppId.toUuid(id)} AND w.deleted_at IS NULL`
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
    }, Effect.orDie)
  }) satisfies Partial<Port>

const grants = (sql: SqlClient.SqlClient, appColumns: Statement.Fragment) =>
  ({
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
    }, Effect.orDie)
  }) satisfies Partial<Port>

export const OAuthRepositorySql = Layer.effect(
  OAuthRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const appColumns = sql`a.workspace_id, a.id, a.name, a.redirect_uris, a.secret_hash,
      a.secret_visible_part, a.logo_type IS NOT NULL AS has_logo, a.created_at, a.created_by`
    return OAuthRepository.of({
      ...appWrites,
      ...appReads(sql, appColumns),
      ...grants(sql, appColumns),
      ...codes(sql),
      ...tokens(sql)
    })
  })
)
