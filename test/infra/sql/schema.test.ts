/** Tenancy in the database itself: every key carries workspace_id, and a foreign row is refused. */
import { inspect } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { rowKinds } from "../../../src/domain/RowKind.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { migrate } from "../../../src/infra/sql/schema/Migrate.ts"
import { isMigrated } from "../../../src/infra/sql/schema/Migrations.ts"
import { unversioned, versionedTables } from "../../../src/infra/sql/schema/VersionedTables.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../support/storages.ts"

/** Tables that are not a workspace's: the workspaces, and the machinery below them. */
const shared = ["workspaces", "secret_keys", "migrations", "outbox", "outbox_migrations"]

/**
 * Look-ups that find the workspace: the hash of a secret, a client_id, an address to sign in with.
 */
const credentials = [
  "api_keys_hash_key",
  "clients_portal",
  "invitations_hash_key",
  "invoices_link",
  "moved_keys_key",
  "oauth_access_tokens_hash_key",
  "oauth_apps_id_key",
  "oauth_codes_hash_key",
  "oauth_refresh_tokens_hash_key",
  "portal_sessions_hash_key",
  "sent_credit_notes_sha256",
  "sent_documents_sha256",
  "sessions_hash_key",
  "user_links_hash_key",
  "users_sign_in"
]

/**
 * A new row of these is a credential that is not cached yet, or leads to one. Columns of each table
 * that decide no request: identities, and columns that other requests look up for themselves.
 */
const credentialTables: Readonly<Record<string, ReadonlyArray<string>>> = {
  api_keys: ["workspace_id", "visible_part", "created_at", "last_used_at"],
  oauth_access_tokens: ["workspace_id", "created_at"],
  oauth_apps: [
    ...["workspace_id", "id", "created_at", "created_by", "redirect_uris"],
    ...["secret_hash", "secret_visible_part", "logo_type", "logo_bytes"]
  ],
  oauth_grants: [
    ...["workspace_id", "id", "app_id", "user_id", "created_at"],
    ...["generation", "rotated_at"]
  ]
}

interface Moving {
  readonly name: string
  readonly function: string
  readonly type: number
  readonly isDeferred: boolean
  readonly enabled: string
  readonly arguments: string
  readonly columns: string
  readonly isConditional: boolean
}

/** The events of a row trigger that runs after them, by the bits of pg_trigger.tgtype. */
const eventsOf = (type: number): string => {
  assert.strictEqual(type & 0b1100011, 1, "a row trigger that runs after its event")
  return [
    [4, "INSERT"],
    [16, "UPDATE"],
    [8, "DELETE"]
  ]
    .flatMap(([bit, event]) => (typeof bit === "number" && (type & bit) > 0 ? [event] : []))
    .join(", ")
}

const suite = <E>(name: string, database: Parameters<typeof onDatabase<E, never>>[0]) =>
  layer(onDatabase(database), { excludeTestServices: true })(name, (it) => {
    it.effect("every table, primary key and unique index names the workspace", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tables = yield* sql<{ name: string }>`
          SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
        assert.isAbove(tables.length, 12)
        const indexes = yield* sql<{ table: string; name: string; definition: string }>`
          SELECT tablename AS "table", indexname AS name, indexdef AS definition FROM pg_indexes
          WHERE schemaname = 'public'`
        for (const { table, name: index, definition } of indexes) {
          // A credential identifies its workspace, so it is found without one.
          if (shared.includes(table) || credentials.includes(index)) continue
          assert.match(definition, /\(workspace_id\b/, index)
        }
      })
    )

    it.effect("there is a version of the credentials and of each kind of row", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const columns = yield* sql<{ name: string }>`
          SELECT column_name AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND table_name = 'workspace_versions'`
        assert.sameMembers(
          columns.map(({ name }) => name),
          ["workspace_id", "credentials", ...rowKinds]
        )
        assert.sameMembers(Object.keys(versionedTables), [...rowKinds])
      })
    )

    it.effect("every table moves the versions that it should, or is listed with the reason", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const tables = yield* sql<{ name: string }>`
          SELECT table_name AS name FROM information_schema.columns
          WHERE table_schema = 'public' AND (column_name = 'workspace_id'
            OR (table_name = 'workspaces' AND column_name = 'id'))`
        const moving = yield* sql<Moving>`
          SELECT c.relname AS name, p.proname AS function, t.tgtype::integer AS type,
            t.tgdeferrable AND t.tginitdeferred AS is_deferred, t.tgenabled::text AS enabled,
            encode(t.tgargs, 'escape') AS arguments, t.tgattr::text AS columns,
            t.tgqual IS NOT NULL AS is_conditional
          FROM pg_trigger t
          JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
          WHERE p.proname ~ '^move_.*version$' AND p.proname <> 'move_endpoints_version'
            AND c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`
        const found = new Map<string, ReadonlyArray<string>>()
        for (const { name, ...trigger } of moving) {
          assert.isTrue(trigger.isDeferred, name)
          assert.strictEqual(trigger.enabled, "O", name)
          assert.strictEqual(trigger.columns, "", name)
          const key = name === "workspaces" ? "id" : "workspace_id"
          assert.strictEqual(trigger.arguments, `${key}\\000`, name)
          const version = /^move_(\w+)_version$/.exec(trigger.function)?.[1]
          const condition = trigger.isConditional ? " of some columns" : ""
          const moves = `${version} on ${eventsOf(trigger.type)}${condition}`
          found.set(name, [...(found.get(name) ?? []), moves].sort())
        }
        const expected = new Map<string, ReadonlyArray<string>>([
          ["workspaces", ["credentials on INSERT, UPDATE, DELETE"]],
          ["users", ["credentials on INSERT, UPDATE, DELETE"]],
          ...Object.keys(credentialTables).map(
            (table) =>
              [table, ["credentials on DELETE", "credentials on UPDATE of some columns"]] as const
          ),
          ...Object.entries(versionedTables).flatMap(([kind, all]) =>
            all.map((table) => [table, [`${kind} on INSERT, UPDATE, DELETE`]] as const)
          )
        ])
        assert.deepStrictEqual(Object.fromEntries(found), Object.fromEntries(expected))
        assert.sameMembers(
          [...expected.keys(), ...Object.keys(unversioned)],
          tables.map(({ name }) => name)
        )
      })
    )

    it.effect("credentials move with every column of theirs but those that are listed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const [table, ignored] of Object.entries(credentialTables)) {
          const columns = yield* sql<{ name: string; isCompared: boolean }>`
            SELECT a.attname AS name, pg_get_triggerdef(t.oid)
              ~ ('old\\.' || a.attname || '\\M.* IS DISTINCT FROM .*new\\.' || a.attname || '\\M')
              AS is_compared
            FROM pg_attribute a JOIN pg_trigger t ON t.tgrelid = a.attrelid
            WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped
              AND t.tgname = ${`${table}_credentials_update`}`
          assert.isAbove(columns.length, ignored.length, table)
          assert.sameMembers(
            columns.filter(({ isCompared }) => !isCompared).map(({ name }) => name),
            [...ignored]
          )
        }
      })
    )

    it.effect("every foreign key carries the workspace", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // The id of a workspace's own row is the workspace.
        const keys = yield* sql<{ definition: string }>`
          SELECT CASE WHEN conrelid = 'workspaces'::regclass
              THEN replace(pg_get_constraintdef(oid), 'KEY (id', 'KEY (workspace_id')
              ELSE pg_get_constraintdef(oid) END AS definition FROM pg_constraint
          WHERE contype = 'f' AND connamespace = 'public'::regnamespace`
        assert.isAbove(keys.length, 15)
        for (const { definition } of keys) {
          assert.match(
            definition,
            /^FOREIGN KEY \(workspace_id(, \w+)*\) REFERENCES (workspaces\(id\)|\w+\(workspace_id\b)/
          )
        }
      })
    )

    it.effect("refuses a row that points into another workspace, and states no type has", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const [one, two, client] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
        for (const id of [one, two]) {
          yield* sql`INSERT INTO workspaces (id, name, plan, currency, time_zone, invoice_prefix, payment_terms_days)
            VALUES (${id}, 'W', 'growth', 'EUR', 'UTC', 'INV', 30)`
        }
        yield* sql`INSERT INTO clients (workspace_id, id, name, email, portal_access, created_at, updated_at)
          VALUES (${one}, ${client}, 'C', 'c@x.example', false, now(), now())`
        const project = (workspace: string | undefined) =>
          sql`INSERT INTO projects (workspace_id, id, client_id, name, status, created_at, updated_at)
            VALUES (${workspace}, gen_random_uuid(), ${client}, 'P', 'planning', now(), now())`
        yield* project(one)
        const foreign = yield* Effect.flip(project(two))
        assert.strictEqual(foreign.reason._tag, "ConstraintError")

        const invoice = (columns: string, values: string) =>
          sql.unsafe(`INSERT INTO invoices (workspace_id, id, number, client_id, issue_date, due_date, currency,
              line_items, subtotal, tax, discount, money_version, created_at, updated_at, status, total${columns})
            VALUES ('${one}', gen_random_uuid(), gen_random_uuid()::text, '${client}', '2026-01-01', '2026-01-02',
              'EUR', '[{}]', 10, 0, 0, 1, now(), now(), ${values})`)
        yield* invoice("", "'draft', 10")
        for (const [columns, values] of [
          ["", "'draft', 11"],
          ["", "'sent', 10"],
          ["", "'paid', 10"],
          ["", "'void', 10"],
          [", amount_paid", "'draft', 10, 5"],
          [", paid_at", "'draft', 10, now()"],
          [", sent_at", "'draft', 10, now()"],
          ["", "'open', 10"]
        ] as const) {
          const refused = yield* Effect.flip(invoice(columns, values))
          assert.strictEqual(refused.reason._tag, "ConstraintError", values)
        }
      })
    )

    it.effect("keeps the ledger append-only, and amount_paid its sum at every commit", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const [workspace, client, invoice] = [7, 8, 9].map(
          (n) => `00000000-0000-7000-8000-00000000000${n}`
        )
        yield* sql`INSERT INTO workspaces (id, name, plan, currency, time_zone, invoice_prefix, payment_terms_days)
          VALUES (${workspace}, 'W', 'growth', 'EUR', 'UTC', 'INV', 30)`
        yield* sql`INSERT INTO clients (workspace_id, id, name, email, portal_access, created_at, updated_at)
          VALUES (${workspace}, ${client}, 'C', 'c@x.example', false, now(), now())`
        yield* sql`INSERT INTO invoices (workspace_id, id, number, client_id, issue_date, due_date, currency,
            line_items, subtotal, tax, discount, money_version, created_at, updated_at, status, total,
            sent_at, recipient_name, recipient_email, seller, delivery_status, delivery_attempts)
          VALUES (${workspace}, ${invoice}, 'INV-1', ${client}, '2026-01-01', '2026-01-02', 'EUR', '[{}]',
            10, 0, 0, 1, now(), now(), 'sent', 10, now(), 'C', 'c@x.example', '{"name": "W"}', 'sent', 1)`
        const pay = (amount: number) =>
          sql`INSERT INTO payments (workspace_id, id, invoice_id, amount, paid_at, created_at)
            VALUES (${workspace}, gen_random_uuid(), ${invoice}, ${amount}, now(), now())`
        const saying = (amount: number) =>
          sql`UPDATE invoices SET amount_paid = ${amount} WHERE id = ${invoice}`
        const message = (work: Effect.Effect<unknown, unknown>) =>
          Effect.map(Effect.flip(work), (error) => inspect(error, { depth: 8 }))
        assert.include(yield* message(pay(4)), "not the sum of its payments")
        assert.include(yield* message(saying(4)), "not the sum of its payments")
        yield* sql.withTransaction(Effect.andThen(pay(4), saying(4)))
        assert.include(
          yield* message(sql.withTransaction(Effect.andThen(pay(1), saying(6)))),
          "not the sum of its payments"
        )
        assert.include(yield* message(sql`UPDATE payments SET amount = 5`), "append-only")
        assert.include(yield* message(sql`DELETE FROM payments`), "append-only")
        yield* sql`INSERT INTO sent_documents VALUES
          (${workspace}, ${invoice}, repeat('0', 64), 1, '\\x00', now())`
        const changed = sql`UPDATE sent_documents SET content = '\\x01'`
        assert.include(yield* message(changed), "append-only")
        assert.include(yield* message(sql`DELETE FROM sent_documents`), "append-only")
      })
    )

    it.effect("migrating again applies nothing", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* migrate, [])
      })
    )

    it.effect("what a newer version added leaves this one ready", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const inside = Effect.provideService(isMigrated, SqlClient.SqlClient, sql)
        const undone = sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`INSERT INTO migrations (migration_id, name) VALUES (9999, 'newer')`
            assert.isTrue(yield* inside)
            yield* sql`DELETE FROM migrations WHERE migration_id > 1`
            return yield* Effect.fail(yield* inside)
          })
        )
        assert.isFalse(yield* Effect.flip(undone))
        assert.isTrue(yield* isMigrated)
      })
    )
  })

suite("schema on PGlite", layerPglite)
suite("schema on PostgreSQL", layerPostgres)
