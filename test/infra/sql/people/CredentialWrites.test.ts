/** Of which workspace a statement may change credentials. */
import { assert, describe, it } from "@effect/vitest"
import { WorkspaceId } from "../../../../src/domain/Ids.ts"
import { changedBy } from "../../../../src/infra/sql/people/CredentialWrites.ts"

const uuid = "0190a5b0-0000-7000-8000-000000000001"
const workspace = WorkspaceId.fromUuid(uuid)

describe("a statement that changes credentials", () => {
  it("tells its workspace", () => {
    for (const [sql, params] of [
      ["UPDATE api_keys SET revoked_at = $1\n WHERE workspace_id = $2 AND id = $3", [1, uuid, "k"]],
      ['UPDATE workspaces SET "plan" = $1\n WHERE id = $2', ["scale", uuid]],
      ["DELETE FROM oauth_apps\n WHERE workspace_id = $1 AND id = $2", [uuid, "a"]],
      ["UPDATE ONLY users u SET removed_at = $2 WHERE u.workspace_id = $1", [uuid, 1]],
      ["WITH t AS (DELETE FROM oauth_grants WHERE workspace_id = $1) SELECT 1", [uuid]],
      [
        "INSERT INTO oauth_grants VALUES ($1) ON CONFLICT (id) DO UPDATE SET x = 1 WHERE workspace_id = $1",
        [uuid]
      ]
    ] as const)
      assert.strictEqual(changedBy(sql, params), workspace, sql)
  })

  it("tells all where it does not say which", () => {
    for (const [sql, params] of [
      ["DELETE FROM oauth_access_tokens WHERE expires_at < $1", [1]],
      ["UPDATE api_keys SET revoked_at = $1 WHERE id = $2", [1, uuid]],
      ["UPDATE api_keys SET scopes = '{}' WHERE workspace_id = $1", [null]],
      ["TRUNCATE TABLE users", []]
    ] as const)
      assert.isNull(changedBy(sql, params), sql)
  })

  it("is none that reads, inserts, notes a use or changes something else", () => {
    for (const sql of [
      "SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE",
      "SELECT g.* FROM oauth_grants g JOIN users u ON true FOR UPDATE OF g",
      "INSERT INTO api_keys (workspace_id) VALUES ($1)",
      "UPDATE api_keys SET last_used_at = $1\n          WHERE workspace_id = $2 AND id = $3",
      "UPDATE invoices SET status = 'paid' WHERE workspace_id = $1",
      "DELETE FROM oauth_codes WHERE workspace_id = $1"
    ])
      assert.isUndefined(changedBy(sql, [uuid, uuid, uuid]), sql)
  })
})
