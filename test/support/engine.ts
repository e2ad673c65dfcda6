/**
 * The write engine on small tables of its own, which have the names of real ones: `clients` and
 * `tasks` are rows with a value, `invoices` have a number of the counter.
 */
import * as PgPool from "@effect/sql-pg/PgPool"
import { Context, Effect, Layer, type Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { UnitOfWork } from "../../src/app/ports/UnitOfWork.ts"
import { type Database, layerPostgresServer, onServer } from "../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { sql } from "../../src/infra/postgres/Statements.ts"
import { readForUpdate, write } from "../../src/infra/postgres/Write.ts"
import { mustChange } from "../../src/infra/sql/migrations/0028_write_engine.ts"
import { UnitOfWorkSql } from "../../src/infra/sql/UnitOfWorkSql.ts"
import { freshDatabase, layerPglite } from "./storages.ts"

const schema = [
  mustChange.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"),
  "CREATE TABLE clients (id text PRIMARY KEY, value int NOT NULL)",
  "CREATE TABLE tasks (id text PRIMARY KEY, value int NOT NULL)",
  "CREATE TABLE invoices (id text PRIMARY KEY, number text NOT NULL UNIQUE, note text NOT NULL)",
  "CREATE TABLE counters (id text PRIMARY KEY, value int NOT NULL)",
  "INSERT INTO counters VALUES ('n', 0)"
]

type Services = SqlClient.SqlClient | Database | MaintenanceClient | UnitOfWork

const withSchema = <E>(
  database: Layer.Layer<SqlClient.SqlClient | Database | MaintenanceClient, E>
): Layer.Layer<Services, E> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const admin = yield* MaintenanceClient
      // The embedded database is a copy of a migrated one.
      yield* Effect.orDie(admin.unsafe("DROP SCHEMA public CASCADE"))
      yield* Effect.orDie(admin.unsafe("CREATE SCHEMA public"))
      for (const statement of schema) yield* Effect.orDie(admin.unsafe(statement))
    })
  ).pipe(Layer.provideMerge(UnitOfWorkSql), Layer.provideMerge(database))

/** Connections that belong to one session at a time. */
export const sessionPool = (url: Redacted.Redacted, maxConnections: number) =>
  PgPool.make({
    ...onServer(url),
    multiplex: true,
    multiplexConcurrency: 1,
    minConnections: 1,
    maxConnections
  })

export const engineOn = (url: Redacted.Redacted, poolSize?: number) =>
  withSchema(layerPostgresServer(url, poolSize === undefined ? {} : { poolSize }))

const server = (poolSize?: number) =>
  Layer.unwrap(Effect.map(freshDatabase, (url) => engineOn(url, poolSize)))

/** By name; `server without groups` has too few connections for group commits. */
export const engines = {
  server: Layer.orDie(server()),
  "server without groups": Layer.orDie(server(5)),
  embedded: Layer.orDie(withSchema(layerPglite))
} satisfies Readonly<Record<string, Layer.Layer<Services>>>

/** A second process on the database. */
export const secondProcess = (url: Redacted.Redacted) =>
  Effect.map(
    Layer.build(Layer.fresh(UnitOfWorkSql.pipe(Layer.provide(layerPostgresServer(url))))),
    (context) => Context.get(context, UnitOfWork)
  )

export const rowsOf = (text: string) =>
  Effect.flatMap(MaintenanceClient, (admin) => Effect.orDie(admin.unsafe<Row>(text)))
export interface Row {
  readonly [column: string]: unknown
}

export const insertClient = (id: string, value = 0) =>
  write({
    table: "clients",
    key: { id },
    statement: sql`INSERT INTO clients VALUES (${id}, ${value}) RETURNING 1`
  })
export const saveClient = (id: string, value: number) =>
  write({
    table: "clients",
    key: { id },
    statement: sql`UPDATE clients SET value = ${value} WHERE id = ${id} RETURNING 1`,
    mustChange: true
  })
export const removeClient = (id: string) =>
  write({
    table: "clients",
    key: { id },
    statement: sql`DELETE FROM clients WHERE id = ${id} RETURNING 1`,
    mustChange: true
  })
export const readClient = (id: string, by: "lock" | "version" = "version") =>
  readForUpdate<{ readonly value: number }>({
    table: "clients",
    key: { id },
    view: sql`SELECT *, xmin::text AS seen FROM clients WHERE id = ${id}`,
    by
  })

/** An invoice with the next number, which its note has too. */
export const createInvoice = Effect.fnUntraced(function* (id: string) {
  const standIn = `number of ${id} as decided`
  const number = yield* write({
    table: "counters",
    key: { id: "n" },
    statement: sql`UPDATE counters SET value = value + 1 WHERE id = 'n'
      RETURNING 'N-' || value AS value`,
    standIn
  })
  yield* write({
    table: "invoices",
    key: { id },
    statement: sql`INSERT INTO invoices VALUES (${id}, ${standIn}, ${`note of ${standIn}`}) RETURNING 1`
  })
  return number
})
