/**
 * A version for each workspace, moved by the database when a transaction commits that changed a row
 * which an answer of the API could show. It moves last, at the commit, so that no transaction holds
 * its row while it waits for others.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Tables of workspaces whose rows no cached answer shows, with the reason; all others move the
 * version.
 */
export const unversioned: Readonly<Record<string, string>> = {
  api_keys: "credentials are asked for each request",
  counters: "numbers and sequences are shown by the rows that took them",
  events: "their list is not kept, and what they show of an invoice changes with its rows alone",
  idempotency_keys: "answers of changes",
  invitation_projects: "shown in pages alone",
  invitations: "shown in pages alone",
  oauth_access_tokens: "credentials are asked for each request",
  oauth_apps: "shown in pages alone",
  oauth_codes: "credentials are asked for each request",
  oauth_grants: "credentials are asked for each request",
  oauth_refresh_tokens: "credentials are asked for each request",
  portal_sessions: "shown in pages alone",
  processor_messages: "what came of them are payments",
  reminders: "shown in pages alone",
  sessions: "shown in pages alone",
  totals: "follow from other tables, and are folded without a change",
  user_links: "shown in pages alone",
  webhook_deliveries: "their list is not kept",
  webhook_endpoints: "their list is not kept",
  workspace_versions: "the versions themselves"
}

/** For a table that is made later: the changes of its rows move the version of their workspace. */
export const versionTrigger = (table: string, key = "workspace_id"): string =>
  `CREATE CONSTRAINT TRIGGER ${table}_version AFTER INSERT OR UPDATE OR DELETE ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_version('${key}')`

/**
 * Later than every one before it, also where a backup was restored beneath a process that remembers
 * more.
 */
const next = (version: string) =>
  `greatest(${version}, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`

const exceptions = Object.keys(unversioned).map((table) => `'${table}'`)

const statements = [
  `CREATE TABLE workspace_versions (
    workspace_id uuid PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
    version bigint NOT NULL
  ) WITH (fillfactor = 50)`,
  `INSERT INTO workspace_versions SELECT id, ${next("1")} FROM workspaces`,
  // Once for a workspace in a transaction: the setting lasts as long as that.
  `CREATE FUNCTION move_version() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      moved uuid;
    BEGIN
      IF TG_ARGV[0] = 'id' THEN
        moved := coalesce(NEW.id, OLD.id);
      ELSE
        moved := coalesce(NEW.workspace_id, OLD.workspace_id);
      END IF;
      IF current_setting('retainer.moved', true) = moved::text THEN
        RETURN NULL;
      END IF;
      UPDATE workspace_versions SET version = ${next("version + 1")} WHERE workspace_id = moved;
      IF NOT FOUND THEN
        INSERT INTO workspace_versions SELECT id, ${next("1")} FROM workspaces WHERE id = moved;
      END IF;
      PERFORM set_config('retainer.moved', moved::text, true);
      RETURN NULL;
    END $$`,
  versionTrigger("workspaces", "id"),
  `DO $$
    DECLARE
      name text;
    BEGIN
      FOR name IN SELECT table_name FROM information_schema.columns
        WHERE table_schema = current_schema() AND column_name = 'workspace_id'
          AND table_name NOT IN (${exceptions.join(", ")})
      LOOP
        EXECUTE replace($sql$${versionTrigger("{table}")}$sql$, '{table}', name);
      END LOOP;
    END $$`
]

export const workspaceVersions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
