/**
 * Migrations beside other sessions on a real PostgreSQL: waits, refusals, and the state after a
 * killed process.
 */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, type Redacted, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { layerPostgresServer } from "../../../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../../../src/infra/postgres/ReadClient.ts"
import { migrateTo } from "../../../../src/infra/sql/schema/Migrate.ts"
import { locksOf, type Migration, migration } from "../../../../src/infra/sql/schema/Migration.ts"
import {
  isMigrated,
  latestMigration,
  type OwnMigrations,
  ownMigrations
} from "../../../../src/infra/sql/schema/Migrations.ts"
import {
  alterAlone,
  backfill,
  createIndex,
  validateConstraint
} from "../../../../src/infra/sql/schema/OnlineSteps.ts"
import { freshDatabase, migratedDatabase } from "../../../support/storages.ts"

/** This version with one further migration. */
const withOne = (one: Migration): OwnMigrations => ({
  ...ownMigrations,
  later: [...ownMigrations.later, { id: 9000, name: "9000_one", load: Effect.succeed(one) }]
})

/** The services of a separate process on the database. */
const processOn = (url: Redacted.Redacted) =>
  Effect.map(Layer.build(Layer.fresh(layerPostgresServer(url, { poolSize: 4 }))), (context) => ({
    sql: Context.get(context, MaintenanceClient),
    migrateTo: (own: OwnMigrations) => Effect.provideContext(migrateTo(own), context),
    context
  }))

/** A workspace with clients that no other row refers to. */
const fill = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, clients: number) {
  yield* sql`INSERT INTO workspaces (id, name, plan, currency, time_zone, invoice_prefix, payment_terms_days)
    VALUES ('00000000-0000-7000-8000-000000000001', 'W', 'growth', 'EUR', 'UTC', 'INV', 30)`
  yield* sql`INSERT INTO clients (workspace_id, id, name, email, portal_access, created_at, updated_at)
    SELECT '00000000-0000-7000-8000-000000000001', gen_random_uuid(), 'C', 'c' || n || '@x.example', false,
      now(), now() FROM generate_series(1, ${clients}::integer) n`
})

const until = <E, R>(condition: Effect.Effect<boolean, E, R>): Effect.Effect<void, E, R> =>
  Effect.flatMap(condition, (met) =>
    met ? Effect.void : Effect.delay(until(condition), "5 millis")
  )

const isWaiting = (sql: SqlClient.SqlClient, text: string) =>
  Effect.map(
    sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND query LIKE ${`${text}%`}`,
    (rows) => rows.length > 0
  )

const rename = "UPDATE clients SET name = 'renamed'"

const alter = "ALTER TABLE clients ADD COLUMN nickname text"

describe("migrations beside writers", () => {
  it.live.each([
    {
      what: "a migration",
      one: migration({ alters: ["clients"], statements: [alter] }),
      waiting: "LOCK TABLE clients"
    },
    {
      what: "an online step",
      one: migration({ statements: [], online: [alterAlone([alter])] }),
      waiting: alter
    }
  ])(
    "$what gives its locks back where a transaction holds the table, and gets through after it",
    ({ one, waiting }) =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const [here, writer] = [yield* processOn(url), yield* processOn(url)]
        yield* fill(here.sql, 1)
        const migrating = yield* writer.sql.withTransaction(
          Effect.gen(function* () {
            yield* writer.sql.unsafe("SELECT 1 FROM clients FOR KEY SHARE")
            const fiber = yield* Effect.forkChild(here.migrateTo(withOne(one)))
            const other = yield* processOn(url)
            yield* until(isWaiting(other.sql, waiting))
            // Queued behind the migration: it succeeds although the first transaction is still
            // open.
            yield* other.sql.unsafe(rename)
            return fiber
          })
        )
        assert.deepStrictEqual(yield* Fiber.join(migrating), ["9000_one"])
        yield* here.sql.unsafe("UPDATE clients SET nickname = 'C'")
      }).pipe(Effect.scoped)
  )

  it.live("ends no writer that waits for one of its tables and holds the next", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const [here, reader, writer, other] = yield* Effect.all([
        processOn(url),
        processOn(url),
        processOn(url),
        processOn(url)
      ])
      yield* fill(here.sql, 1)
      const migrating = yield* writer.sql.withTransaction(
        Effect.gen(function* () {
          // Locks in the opposite order, as the check of a foreign key does.
          yield* writer.sql.unsafe("LOCK TABLE invoices IN ROW EXCLUSIVE MODE")
          const [fiber, renaming] = yield* reader.sql.withTransaction(
            Effect.gen(function* () {
              yield* reader.sql.unsafe("SELECT 1 FROM clients")
              const own = withOne(migration({ alters: ["invoices", "clients"], statements: [] }))
              const fiber = yield* Effect.forkChild(here.migrateTo(own))
              yield* until(isWaiting(other.sql, "LOCK TABLE clients"))
              const renaming = yield* Effect.forkChild(writer.sql.unsafe(rename))
              yield* until(isWaiting(other.sql, rename))
              return [fiber, renaming] as const
            })
          )
          // The migration has one table and waits for the other, but for less time than the writer
          // does.
          yield* Fiber.join(renaming)
          return fiber
        })
      )
      assert.deepStrictEqual(yield* Fiber.join(migrating), ["9000_one"])
    }).pipe(Effect.scoped)
  )

  it("locks tables in the order of writers, those that no repository writes last", () => {
    const one = migration({
      alters: ["workspace_versions", "payments", "clients"],
      refersTo: ["workspaces"],
      statements: []
    })
    assert.deepStrictEqual(
      locksOf(one).map(({ table, mode }) => `${table} ${mode}`),
      [
        "workspaces SHARE ROW EXCLUSIVE",
        "clients ACCESS EXCLUSIVE",
        "payments ACCESS EXCLUSIVE",
        "workspace_versions ACCESS EXCLUSIVE"
      ]
    )
  })

  it.live("lets one of many processes apply a migration with its online steps", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const own = withOne(
        migration({
          statements: [],
          online: [createIndex("clients_names", "clients (workspace_id, name)")]
        })
      )
      const processes = yield* Effect.forEach([1, 2, 3], () => processOn(url))
      yield* fill((yield* processOn(url)).sql, 5000)
      const applied = yield* Effect.all(
        processes.map((one) => one.migrateTo(own)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(applied.flat(), ["9000_one"])
    }).pipe(Effect.scoped)
  )
})

describe("online steps", () => {
  it.live(
    "are repeated by the next process where one was killed, also beside an invalid index",
    () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        const here = yield* processOn(url)
        const { sql } = here
        yield* fill(sql, 2)
        const own = withOne(
          migration({
            statements: ["ALTER TABLE clients ADD CONSTRAINT named CHECK (name <> '') NOT VALID"],
            alters: ["clients"],
            online: [
              createIndex("clients_one", "clients (workspace_id, name)", { unique: true }),
              validateConstraint("clients", "named")
            ]
          })
        )
        // Both clients are named C, so the unique index ends invalid, as that of a killed process.
        const failed = yield* Effect.flip(here.migrateTo(own))
        assert.match(failed.message, /^Migration 9000_one failed: .*clients_one/)
        const isValid = sql<{ isValid: boolean }>`SELECT indisvalid AS is_valid FROM pg_index
        WHERE indexrelid = 'clients_one'::regclass`
        assert.deepStrictEqual(yield* isValid, [{ isValid: false }])
        yield* sql`UPDATE clients SET name = email`
        assert.deepStrictEqual(yield* here.migrateTo(own), [])
        assert.deepStrictEqual(yield* isValid, [{ isValid: true }])
        const [named] = yield* sql<{ done: boolean }>`SELECT convalidated AS done FROM pg_constraint
        WHERE conname = 'named'`
        assert.deepStrictEqual(named, { done: true })
        // The session has the settings of requests again.
        const [setting] = yield* sql<{ timeout: string }>`
        SELECT current_setting('statement_timeout') AS timeout`
        assert.deepStrictEqual(setting, { timeout: "15s" })
      }).pipe(Effect.scoped)
  )

  it.live("changes 1,000 rows in a transaction, each once", () =>
    Effect.gen(function* () {
      const here = yield* processOn(yield* migratedDatabase)
      const { sql } = here
      yield* fill(sql, 2500)
      yield* here.migrateTo(
        withOne(
          migration({
            statements: [],
            online: [
              backfill({
                table: "clients",
                set: "name = name || '!'",
                where: "email <> 'c7@x.example'"
              })
            ]
          })
        )
      )
      const groups = yield* sql<{ rows: number }>`SELECT count(*)::integer AS rows FROM clients
        WHERE name = 'C!' GROUP BY xmin::text ORDER BY 1`
      assert.strictEqual(groups.length, 3)
      assert.isTrue(groups.every(({ rows }) => rows <= 1000))
      assert.strictEqual(
        groups.reduce((sum, { rows }) => sum + rows, 0),
        2499
      )
    }).pipe(Effect.scoped)
  )
})

describe("the oldest version that may write", () => {
  /** The database that a start finds after a later release added a migration. */
  const afterRelease = (oldestWriter: number | null, appliedBy: string | null) =>
    Effect.gen(function* () {
      const here = yield* processOn(yield* migratedDatabase)
      yield* here.sql`INSERT INTO migrations (migration_id, name, oldest_writer, applied_by)
        VALUES (9999, 'newer', ${oldestWriter}, ${appliedBy})`
      const started = yield* Effect.result(here.migrateTo(ownMigrations))
      return {
        refusal: Result.isFailure(started) ? started.failure.message : undefined,
        ready: yield* Effect.provideContext(isMigrated, here.context)
      }
    }).pipe(Effect.scoped)

  it.live("refuses a start below it, in one line, and makes a running process not ready", () =>
    Effect.gen(function* () {
      const { refusal, ready } = yield* afterRelease(latestMigration + 1, "9.1.0")
      assert.match(
        refusal ?? "",
        /^This database was migrated by Retainer 9\.1\.0 \(migration 9999\), [^\n]+$/
      )
      assert.isFalse(ready)
    })
  )

  it.live("refuses a start on a schema that no record vouches for", () =>
    Effect.gen(function* () {
      assert.match((yield* afterRelease(null, null)).refusal ?? "", /^[^\n]+a later version[^\n]+$/)
    })
  )

  it.live("lets the release before start and serve beside a later one", () =>
    Effect.gen(function* () {
      const beside = yield* afterRelease(latestMigration, "9.1.0")
      assert.deepStrictEqual(beside, { refusal: undefined, ready: true })
    })
  )

  it.live("is raised by a migration that older processes cannot live beside, and stays", () =>
    Effect.gen(function* () {
      const here = yield* processOn(yield* migratedDatabase)
      const one = withOne(migration({ statements: [], breaksOlder: true }))
      const two: OwnMigrations = {
        ...one,
        later: [
          ...one.later,
          { id: 9001, name: "9001_two", load: Effect.succeed(migration({ statements: [] })) }
        ]
      }
      assert.deepStrictEqual(yield* here.migrateTo(two), ["9000_one", "9001_two"])
      const rows = yield* here.sql<{ oldestWriter: number }>`
        SELECT oldest_writer FROM migrations WHERE migration_id >= 9000`
      assert.deepStrictEqual(rows, [{ oldestWriter: 9000 }, { oldestWriter: 9000 }])
      assert.strictEqual((yield* Effect.flip(here.migrateTo(ownMigrations)))._tag, "SchemaRefused")
      assert.deepStrictEqual(yield* here.migrateTo(one), [])
    }).pipe(Effect.scoped)
  )
})

/**
 * Tables that the migration locks against writers without a declaration; tables that it creates are
 * exempt.
 */
const undeclaredLocks = (sql: SqlClient.SqlClient, one: Migration) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const before = yield* sql<{ name: string }>`SELECT relname AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
      for (const statement of one.statements) yield* sql.unsafe(statement)
      const locked = yield* sql<{ name: string; mode: string }>`
        SELECT DISTINCT c.relname AS name, l.mode FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
        WHERE l.pid = pg_backend_pid() AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
          AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
        ORDER BY 1, 2`
      const declared = locksOf(one).map(
        ({ table, mode }) => `${table} ${mode === "ACCESS EXCLUSIVE" ? mode : ""}`
      )
      return locked.flatMap(({ name, mode }) => {
        const isOld = before.some((table) => table.name === name)
        const isDeclared =
          declared.includes(`${name} ACCESS EXCLUSIVE`) ||
          (mode !== "AccessExclusiveLock" && declared.includes(`${name} `))
        return isOld && !isDeclared ? [`${name} ${mode}`] : []
      })
    })
  )

describe("the list of migrations", () => {
  it.live("locks no table that it does not declare", () =>
    Effect.gen(function* () {
      const here = yield* processOn(yield* freshDatabase)
      const { released, later } = ownMigrations
      yield* here.migrateTo({ released, later: [] })
      for (const [n, { name, load }] of later.entries()) {
        const one = yield* load
        const undone = here.sql.withTransaction(
          Effect.flatMap(undeclaredLocks(here.sql, one), Effect.fail)
        )
        assert.deepStrictEqual(yield* Effect.flip(undone), [], name)
        yield* here.migrateTo({ released, later: later.slice(0, n + 1) })
      }
      const hasty = migration({
        refersTo: ["users"],
        statements: [
          "ALTER TABLE clients ADD COLUMN nickname text",
          `CREATE TABLE others (workspace_id uuid, id uuid,
            FOREIGN KEY (workspace_id, id) REFERENCES users (workspace_id, id))`
        ]
      })
      assert.deepStrictEqual(yield* undeclaredLocks(here.sql, hasty), [
        "clients AccessExclusiveLock"
      ])
    }).pipe(Effect.scoped)
  )

  it("is numbered upward, and none was added to those of 0.3.0", () => {
    const numbers = [...ownMigrations.released, ...ownMigrations.later].map(({ id }) => id)
    assert.deepStrictEqual(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b)
    )
    assert.strictEqual(Math.max(...ownMigrations.released.map(({ id }) => id)), 28)
  })
})
