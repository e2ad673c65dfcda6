/**
 * Moves of workspaces to another database (docs/decisions/0073).
 *
 * - A writer holds a shared advisory lock on its workspace until its transaction ends. A move that
 *   holds the exclusive one is the hold: it waits for the writers, and later ones are refused
 *   (SQLSTATE RH001). It ends with the transaction of the move, however that ends.
 * - A workspace that was closed by a move refuses changes for good.
 * - Triggers do nothing in a transaction that sets `retainer.copied_workspace`: it inserts rows
 *   whose totals, versions and hashes are copied too.
 * - Two foreign keys are against the order of the tables, so they can be deferred.
 */
import { type LockedTable, migration, type OnlineStep } from "../schema/Migration.ts"
import { alterAlone } from "../schema/OnlineSteps.ts"

/** Another value than the lock of a move itself, which is held at the target. */
const holdOf = (row: string) => `pg_try_advisory_xact_lock_shared(uuid_hash_extended(${row}, 0))`

/** The exclusive lock, for the UUID of a workspace. */
export const holdLock = (id: string) => `pg_advisory_xact_lock(uuid_hash_extended(${id}, 0))`

/** For a table of workspaces: its rows do not change while their workspace is held. */
export const holdTriggers = (table: string, key = "workspace_id"): OnlineStep =>
  alterAlone(
    [
      ["changed", "INSERT OR UPDATE", `NEW.${key}`],
      ["deleted", "DELETE", `OLD.${key}`]
    ].map(
      ([
        name,
        event,
        row = ""
      ]) => `CREATE OR REPLACE TRIGGER a_hold_${name} BEFORE ${event} ON ${table}
        FOR EACH ROW WHEN (NOT ${holdOf(row)}) EXECUTE FUNCTION refuse_held()`
    )
  )

const held: ReadonlyArray<LockedTable> = [
  ...(["idempotency_keys", "logos", "users", "user_links", "second_factors", "sessions"] as const),
  ...(["portal_sessions", "api_keys", "oauth_apps", "oauth_grants", "oauth_codes"] as const),
  ...(["oauth_access_tokens", "oauth_refresh_tokens", "clients", "client_details"] as const),
  ...(["invitations", "projects", "milestones", "tasks", "invoices", "sent_documents"] as const),
  ...(["reminders", "processor_messages", "checkouts", "payments", "credits"] as const),
  ...(["credit_refunds", "credit_notes", "sent_credit_notes", "file_usage", "files"] as const),
  ...(["mails", "webhook_endpoints", "webhook_deliveries", "totals", "counters"] as const),
  ...(["events", "invitation_projects", "unlogged_rows", "workspace_versions"] as const)
]

/**
 * The fold of totals deletes parts of all workspaces in one statement: it leaves those of a held
 * one for later.
 */
const refuseHeld = `CREATE FUNCTION refuse_held() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'totals' THEN RETURN NULL; END IF;
    RAISE EXCEPTION 'the workspace is being moved' USING ERRCODE = 'RH001';
  END $$`

/**
 * A request that was admitted before the workspace was closed may write when the hold is over. The
 * query of a volatile function sees what was committed before the lock was released. Each change
 * has an event, and so writes to the counters; tokens have none.
 */
const refuseMoved = `CREATE FUNCTION refuse_moved() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT 1 FROM workspace_moves
      WHERE workspace_id = NEW.workspace_id AND closed_at IS NOT NULL) THEN
      RAISE EXCEPTION 'the workspace has moved' USING ERRCODE = 'RH001';
    END IF;
    RETURN NEW;
  END $$`
const counted = ["counters", "oauth_codes", "oauth_access_tokens", "oauth_refresh_tokens"]

/** For a later migration with a trigger function: a repeated call changes nothing. */
export const passCopies = `DO $do$
  DECLARE
    one record;
  BEGIN
    FOR one IN SELECT proname, prosrc FROM pg_proc
      WHERE pronamespace = current_schema()::regnamespace AND prorettype = 'trigger'::regtype
        AND strpos(prosrc, 'retainer.copied_workspace') = 0
    LOOP
      EXECUTE format('CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql AS %L',
        one.proname, $body$
        BEGIN
          IF current_setting('retainer.copied_workspace', true) <> '' THEN
            IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
            RETURN NEW;
          END IF;
          $body$ || rtrim(one.prosrc, E'; \\n') || '; END');
    END LOOP;
  END $do$`

const deferrable = (child: LockedTable, parent: LockedTable) =>
  alterAlone([
    `DO $$
      DECLARE
        name text;
      BEGIN
        SELECT conname INTO STRICT name FROM pg_constraint
          WHERE contype = 'f' AND conrelid = '${child}'::regclass
            AND confrelid = '${parent}'::regclass;
        EXECUTE format('ALTER TABLE ${child} ALTER CONSTRAINT %I DEFERRABLE', name);
      END $$`
  ])

export const workspaceMoves = migration({
  refersTo: ["workspaces"],
  statements: [
    // While a move is undecided, target is the encrypted address of the other database.
    `CREATE TABLE workspace_moves (
      workspace_id uuid PRIMARY KEY REFERENCES workspaces (id),
      cell text,
      shares_files boolean NOT NULL,
      draining_until timestamptz NOT NULL,
      closed_at timestamptz,
      target text,
      CHECK (target IS NULL OR closed_at IS NOT NULL)
    )`,
    refuseHeld,
    refuseMoved,
    passCopies
  ],
  online: [
    ...held.map((table) => holdTriggers(table)),
    holdTriggers("workspaces", "id"),
    ...counted.map((table) =>
      alterAlone([
        `CREATE OR REPLACE TRIGGER b_moved BEFORE INSERT OR UPDATE ON ${table}
          FOR EACH ROW EXECUTE FUNCTION refuse_moved()`
      ])
    ),
    deferrable("payments", "credits"),
    deferrable("workspaces", "logos")
  ]
})
