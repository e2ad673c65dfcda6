/**
 * Tables and functions of the write engine of 0.3.0. Processes of 0.2.0 cannot live beside it: they
 * would not notice a revoked key. So `chain_hash`, which each of their changes calls, refuses them
 * with a message that says so.
 *
 * - `must_change` fails a fused statement in which a write found no row (SQLSTATE RC001).
 * - `workspace_versions` has a version for credentials and one for each kind of row, moved by
 *   deferred triggers. So every transaction locks them last, and never holds them while it waits
 *   for others.
 * - `counters.endpoints_version` moves with webhook endpoints: an event that was written while they
 *   changed is written again, and is queued for those that there are.
 * - A leftover whose bytes are being removed says so, and cannot become a file any more.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The tables of this migration that move a version, by kind. Later ones:
 * `schema/VersionedTables.ts`.
 */
export const versionedAtFirst: Readonly<Record<string, ReadonlyArray<string>>> = {
  clients: ["clients"],
  projects: ["projects", "milestones"],
  tasks: ["tasks"],
  invoices: ["invoices", "sent_documents", "checkouts"],
  payments: ["payments", "credits", "credit_refunds"],
  files: ["files"]
}

/** Columns by which a credential acts; a key's last use, for one, changes nothing. */
const credentialColumns = {
  api_keys: ["id", "hash", "scopes", "expires_at", "revoked_at", "name", "created_by"],
  oauth_apps: ["name"],
  oauth_grants: ["scopes", "revoked_at"],
  oauth_access_tokens: ["hash", "grant_id", "scopes", "expires_at"]
} as const

/**
 * Later than every one before it, also where a backup was restored beneath a process that remembers
 * more.
 */
const next = (version: string) =>
  `greatest(${version}, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)`

const columns = ["credentials", ...Object.keys(versionedAtFirst)]

/** Once for a workspace in a transaction: the setting lasts as long as that. */
const moveFunction = (column: string): string => `
  CREATE FUNCTION move_${column}_version() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      moved uuid;
    BEGIN
      IF TG_ARGV[0] = 'id' THEN
        moved := coalesce(NEW.id, OLD.id);
      ELSE
        moved := coalesce(NEW.workspace_id, OLD.workspace_id);
      END IF;
      IF current_setting('retainer.moved_${column}', true) = moved::text THEN
        RETURN NULL;
      END IF;
      UPDATE workspace_versions SET ${column} = ${next(`${column} + 1`)} WHERE workspace_id = moved;
      IF NOT FOUND THEN
        INSERT INTO workspace_versions (workspace_id) SELECT id FROM workspaces WHERE id = moved;
      END IF;
      PERFORM set_config('retainer.moved_${column}', moved::text, true);
      RETURN NULL;
    END $$`

/** For a later table: changes of its rows move the version of their kind. */
export const versionTrigger = (
  table: string,
  column: string,
  { event = "INSERT OR UPDATE OR DELETE", when = "", key = "workspace_id" } = {}
): string =>
  `CREATE CONSTRAINT TRIGGER ${table}_${column}_${event.slice(0, 6).trim().toLowerCase()}
    AFTER ${event} ON ${table} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW ${when} EXECUTE FUNCTION move_${column}_version('${key}')`

const rowOf = (row: string, names: ReadonlyArray<string>) =>
  names.map((name) => `${row}.${name}`).join(", ")

const dropOld = `DO $$
  DECLARE
    one record;
  BEGIN
    FOR one IN SELECT t.tgname, c.relname FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE p.proname IN ('move_version', 'credential_changed') AND NOT t.tgisinternal
        AND c.relnamespace = current_schema()::regnamespace
    LOOP
      EXECUTE format('DROP TRIGGER %I ON %I', one.tgname, one.relname);
    END LOOP;
    DROP FUNCTION move_version();
    DROP FUNCTION credential_changed();
  END $$`

const refusal =
  "This database belongs to Retainer 0.3.0 or later: stop this process, it is of an earlier version"

export const mustChange = `
  CREATE FUNCTION must_change(changed bigint, in_table text, in_key text) RETURNS boolean
  LANGUAGE plpgsql AS $$
    BEGIN
      IF changed > 0 THEN RETURN true; END IF;
      RAISE EXCEPTION 'a write found no row to change'
        USING ERRCODE = 'RC001', TABLE = in_table, COLUMN = in_key;
    END $$`

const statements = [
  mustChange,
  `CREATE FUNCTION entry_hash(head bytea, before text, sequence bigint, after text) RETURNS bytea
    LANGUAGE sql STABLE AS $$
    SELECT sha256(convert_to(encode(head, 'hex') || E'\\n' || before || sequence::text || after, 'UTF8')) $$`,
  `CREATE OR REPLACE FUNCTION chain_hash(head bytea, before text, sequence bigint, after text)
    RETURNS bytea LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '${refusal}'; END $$`,
  dropOld,
  "ALTER TABLE workspace_versions DROP COLUMN version",
  ...columns.map(
    (column) =>
      `ALTER TABLE workspace_versions ADD COLUMN ${column} bigint NOT NULL DEFAULT ${next("1")}`
  ),
  ...columns.map(moveFunction),
  ...Object.entries(versionedAtFirst).flatMap(([column, tables]) =>
    tables.map((table) => versionTrigger(table, column))
  ),
  versionTrigger("workspaces", "credentials", { key: "id" }),
  versionTrigger("users", "credentials"),
  ...Object.entries(credentialColumns).flatMap(([table, names]) => [
    versionTrigger(table, "credentials", { event: "DELETE" }),
    versionTrigger(table, "credentials", {
      event: "UPDATE",
      when: `WHEN ((${rowOf("OLD", names)}) IS DISTINCT FROM (${rowOf("NEW", names)}))`
    })
  ]),
  "ALTER TABLE counters ADD COLUMN endpoints_version bigint NOT NULL DEFAULT 0",
  `CREATE FUNCTION move_endpoints_version() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE counters SET endpoints_version = endpoints_version + 1
        WHERE workspace_id = coalesce(NEW.workspace_id, OLD.workspace_id) AND name = 'event';
      RETURN NULL;
    END $$`,
  `CREATE CONSTRAINT TRIGGER webhook_endpoints_made AFTER INSERT OR DELETE ON webhook_endpoints
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_endpoints_version()`,
  `CREATE CONSTRAINT TRIGGER webhook_endpoints_changed AFTER UPDATE ON webhook_endpoints
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN ((OLD.enabled, OLD.events) IS DISTINCT FROM (NEW.enabled, NEW.events))
    EXECUTE FUNCTION move_endpoints_version()`,
  "ALTER TABLE file_leftovers ADD COLUMN removing_since timestamptz"
]

export const writeEngine = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
