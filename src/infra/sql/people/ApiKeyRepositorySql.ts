/** API keys in PostgreSQL; one query answers who a request acts for. */
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type ApiKey, ApiKeyRepository } from "../../../app/ports/people/ApiKeyRepository.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Scope } from "../../../domain/access/Scope.ts"
import { ApiKeyId, WorkspaceId } from "../../../domain/Ids.ts"
import {
  dateOf,
  dateOfOrNull,
  insertRow,
  instant,
  instantOrNull,
  jsonbOrNull,
  keysOf,
  updateRow
} from "../Rows.ts"
import { type WorkspaceRow, workspaceOf } from "../workspaces/WorkspaceRepositorySql.ts"

interface KeyRow {
  readonly keyId: string
  readonly keyName: string
  readonly visiblePart: string
  readonly hash: string
  readonly scopes: ReadonlyArray<Scope>
  readonly keyCreatedAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly createdBy: Actor | null
}

const keyOf = keysOf(ApiKeyId)

const apiKeyOf = (row: KeyRow, workspaceId: WorkspaceId): ApiKey => ({
  id: ApiKeyId.fromUuid(row.keyId),
  workspaceId,
  name: row.keyName,
  visiblePart: row.visiblePart,
  hash: row.hash,
  scopes: row.scopes,
  createdAt: instant(row.keyCreatedAt),
  lastUsedAt: instantOrNull(row.lastUsedAt),
  expiresAt: instantOrNull(row.expiresAt),
  revokedAt: instantOrNull(row.revokedAt),
  createdBy: row.createdBy
})

export const ApiKeyRepositorySql = Layer.effect(
  ApiKeyRepository,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const keyColumns = sql`k.id AS key_id, k.name AS key_name, k.visible_part, k.hash, k.scopes,
      k.created_at AS key_created_at, k.last_used_at, k.expires_at, k.revoked_at, k.created_by`
    return ApiKeyRepository.of({
      insert: Effect.fnUntraced(function* (key) {
        yield* insertRow("api_keys", keyOf(key.workspaceId, key.id), {
          name: key.name,
          visiblePart: key.visiblePart,
          hash: key.hash,
          scopes: key.scopes,
          createdAt: dateOf(key.createdAt),
          lastUsedAt: dateOfOrNull(key.lastUsedAt),
          expiresAt: dateOfOrNull(key.expiresAt),
          revokedAt: dateOfOrNull(key.revokedAt),
          createdBy: jsonbOrNull(key.createdBy)
        })
      }),

      findByHash: Effect.fnUntraced(function* (hash) {
        const rows = yield* sql<WorkspaceRow & KeyRow & { readonly version: bigint }>`
          SELECT w.*, ${keyColumns}, v.credentials AS version
          FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id
          JOIN workspace_versions v ON v.workspace_id = k.workspace_id
          WHERE k.hash = ${hash} AND w.deleted_at IS NULL`
        const row = rows[0]
        if (row === undefined) return null
        const workspace = workspaceOf(row)
        return { workspace, key: apiKeyOf(row, workspace.id), version: Number(row.version) }
      }, Effect.orDie),

      list: Effect.fnUntraced(function* (workspaceId) {
        const rows = yield* sql<KeyRow>`SELECT ${keyColumns} FROM api_keys k
          WHERE k.workspace_id = ${WorkspaceId.toUuid(workspaceId)} AND k.revoked_at IS NULL
          ORDER BY k.id DESC`
        return rows.map((row) => apiKeyOf(row, workspaceId))
      }, Effect.orDie),

      revoke: (workspaceId, id, at) =>
        updateRow(
          "api_keys",
          keyOf(workspaceId, id),
          { revokedAt: dateOf(at) },
          { revokedAt: null }
        ),

      recordUse: (workspaceId, id, at) =>
        updateRow("api_keys", keyOf(workspaceId, id), { lastUsedAt: dateOf(at) })
    })
  })
)
