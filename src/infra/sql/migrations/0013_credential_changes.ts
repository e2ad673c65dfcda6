/**
 * Invalidation of cached credentials in every process: triggers notify one channel with the
 * workspace's id at the commit. Changes that leave the principal as it is (a key's last use, a
 * refresh, a deleted expired token) notify no one.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const credentialChannel = "credential_changes"

/** The columns that a principal depends on; for a user also the role, for later versions. */
const columns = {
  api_keys: ["id", "hash", "scopes", "expires_at", "revoked_at"],
  users: ["role", "removed_at"],
  oauth_grants: ["scopes", "revoked_at"],
  oauth_access_tokens: ["hash", "grant_id", "scopes", "expires_at"]
} as const

const trigger = (table: string, event: string, when: string, key = "workspace_id") =>
  `CREATE TRIGGER ${table}_credentials_${event.toLowerCase()} AFTER ${event} ON ${table}
    FOR EACH ROW ${when} EXECUTE FUNCTION credential_changed('${key}')`

const statements = [
  // The same text notified twice in one transaction arrives once.
  `CREATE FUNCTION credential_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('${credentialChannel}', to_jsonb(OLD) ->> TG_ARGV[0]);
      RETURN NULL;
    END $$`,
  ...Object.entries(columns).map(([table, names]) => {
    const of = (row: string) => names.map((name) => `${row}.${name}`).join(", ")
    return trigger(table, "UPDATE", `WHEN ((${of("OLD")}) IS DISTINCT FROM (${of("NEW")}))`)
  }),
  trigger("api_keys", "DELETE", ""),
  trigger("users", "DELETE", ""),
  trigger("oauth_grants", "DELETE", ""),
  trigger("oauth_access_tokens", "DELETE", "WHEN (OLD.expires_at > now())"),
  // All of a workspace is handed on with the answer.
  trigger("workspaces", "UPDATE", "WHEN (OLD.* IS DISTINCT FROM NEW.*)", "id"),
  trigger("workspaces", "DELETE", "", "id")
]

export const credentialChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
