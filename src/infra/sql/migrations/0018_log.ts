/**
 * The log proves itself: every event carries the hash of the one before and its own, and the same
 * rows are the lines of an audit log that begins here, with who changed what. Existing events are
 * chained unchanged, in the order of their sequence. From then on nothing in the log is changed or
 * removed.
 *
 * The functions say in SQL what `domain/events/LogEntry.ts` says; a test holds them together. They
 * are for rows without a hash: what was there before, and what an instance of the version before
 * writes while it goes on beside a newer one.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const zeros = "decode(repeat('00', 32), 'hex')"

const functions = [
  // Keys are names of ours: their bytes sort as their UTF-16 code units do.
  `CREATE FUNCTION canonical_json(given jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN
      RETURN CASE jsonb_typeof(given)
        WHEN 'object' THEN '{' || coalesce((
          SELECT string_agg(to_json(key)::text || ':' || canonical_json(item), ',' ORDER BY key COLLATE "C")
          FROM jsonb_each(given) e (key, item)), '') || '}'
        WHEN 'array' THEN '[' || coalesce((
          SELECT string_agg(canonical_json(item), ',' ORDER BY place)
          FROM jsonb_array_elements(given) WITH ORDINALITY e (item, place)), '') || ']'
        ELSE given::text END;
    END $$`,
  `CREATE FUNCTION type_id(prefix text, id uuid) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT prefix || '_' || string_agg(
      substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits FROM place * 5 + 1 FOR 5)::integer + 1, 1),
      '' ORDER BY place)
    FROM (SELECT B'00' || ('x' || replace(id::text, '-', ''))::bit(128) AS bits) b, generate_series(0, 25) place $$`,
  `CREATE FUNCTION chain_hash(head bytea, before text, sequence bigint, after text) RETURNS bytea
    LANGUAGE sql STABLE AS $$
    SELECT sha256(convert_to(encode(head, 'hex') || E'\\n' || before || sequence::text || after, 'UTF8')) $$`,
  `CREATE FUNCTION event_hash(head bytea, e events) RETURNS bytea LANGUAGE sql STABLE AS $$
    SELECT chain_hash(head,
      '{"created_at":"' || to_char(e.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","data":' || canonical_json(e.data) || ',"id":"' || type_id('evt', e.id) || '","sequence":',
      e.sequence,
      ',"type":' || to_json(e.type)::text || ',"workspace_id":"' || type_id('ws', e.workspace_id) || '"}') $$`
]

const columns = [
  "ALTER TABLE api_keys ADD COLUMN created_by jsonb",
  "ALTER TABLE oauth_apps ADD COLUMN created_by jsonb",
  // An entry that is no event has no sequence of events.
  "ALTER TABLE events DROP CONSTRAINT events_pkey",
  "ALTER TABLE events DROP CONSTRAINT events_workspace_id_id_key",
  "ALTER TABLE events ALTER COLUMN sequence DROP NOT NULL",
  `ALTER TABLE events
    ADD PRIMARY KEY (workspace_id, id),
    ADD UNIQUE (workspace_id, sequence),
    ADD COLUMN previous_hash bytea,
    ADD COLUMN hash bytea,
    ADD COLUMN audit_sequence bigint CHECK (audit_sequence > 0),
    ADD COLUMN audit_previous_hash bytea,
    ADD COLUMN audit_hash bytea,
    ADD COLUMN actor jsonb,
    ADD COLUMN address text,
    ADD COLUMN request_id uuid,
    ADD COLUMN object_id text GENERATED ALWAYS AS (data #>> '{object,id}') STORED,
    ADD COLUMN actor_id text GENERATED ALWAYS AS (actor ->> 'id') STORED,
    ADD COLUMN actor_user_id text GENERATED ALWAYS AS (actor #>> '{user,id}') STORED,
    ADD UNIQUE (workspace_id, audit_sequence),
    ADD CHECK (sequence IS NOT NULL OR audit_sequence IS NOT NULL)`,
  "CREATE INDEX events_object ON events (workspace_id, object_id, sequence)",
  "CREATE INDEX events_actor ON events (workspace_id, actor_id, audit_sequence) WHERE actor_id IS NOT NULL",
  `CREATE INDEX events_actor_user ON events (workspace_id, actor_user_id, audit_sequence)
    WHERE actor_user_id IS NOT NULL`,
  `ALTER TABLE counters
    ADD COLUMN previous_head bytea NOT NULL DEFAULT ${zeros},
    ADD COLUMN head bytea NOT NULL DEFAULT ${zeros},
    ADD COLUMN audit_value bigint NOT NULL DEFAULT 0,
    ADD COLUMN audit_previous_head bytea NOT NULL DEFAULT ${zeros},
    ADD COLUMN audit_head bytea NOT NULL DEFAULT ${zeros}`
]

/**
 * Rows without an entry, such as sample data of earlier versions: their past is unknown.
 */
const unlogged = [
  `CREATE TABLE unlogged_rows (
    workspace_id uuid NOT NULL REFERENCES workspaces (id),
    object_id text NOT NULL,
    PRIMARY KEY (workspace_id, object_id)
  )`,
  ...Object.entries({
    projects: "proj",
    clients: "client",
    invoices: "inv",
    credits: "credit",
    tasks: "task",
    milestones: "mile"
  }).map(
    ([table, prefix]) => `INSERT INTO unlogged_rows (workspace_id, object_id)
      SELECT r.workspace_id, type_id('${prefix}', r.id) FROM ${table} r WHERE NOT EXISTS (
        SELECT 1 FROM events e WHERE e.workspace_id = r.workspace_id AND e.object_id = type_id('${prefix}', r.id))`
  )
]

const existing = `DO $$
  DECLARE
    one events;
    last_workspace uuid;
    last_hash bytea;
    this_hash bytea;
  BEGIN
    FOR one IN SELECT * FROM events ORDER BY workspace_id, sequence LOOP
      IF one.workspace_id IS DISTINCT FROM last_workspace THEN
        last_workspace := one.workspace_id;
        last_hash := ${zeros};
      END IF;
      this_hash := event_hash(last_hash, one);
      UPDATE events SET previous_hash = last_hash, hash = this_hash
        WHERE workspace_id = one.workspace_id AND id = one.id;
      UPDATE counters SET previous_head = last_hash, head = this_hash
        WHERE workspace_id = one.workspace_id AND name = 'event';
      last_hash := this_hash;
    END LOOP;
  END $$`

const triggers = [
  `CREATE FUNCTION chain_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE counters SET previous_head = head, head = event_hash(head, NEW)
        WHERE workspace_id = NEW.workspace_id AND name = 'event'
        RETURNING previous_head, head INTO NEW.previous_hash, NEW.hash;
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER chain_event BEFORE INSERT ON events
    FOR EACH ROW WHEN (NEW.hash IS NULL AND NEW.sequence IS NOT NULL) EXECUTE FUNCTION chain_event()`,
  `CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER events_append_only_whole BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`
]

export const log = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of [...columns, ...functions, ...unlogged, existing, ...triggers]) {
    yield* sql.unsafe(statement)
  }
})
