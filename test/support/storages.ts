/**
 * The databases of the storage ports: the embedded PGlite and a real PostgreSQL, copied where they
 * are migrated.
 */
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import {
  type Database,
  layerEmbedded,
  layerPostgresServer
} from "../../src/infra/postgres/Database.ts"
import type { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { layerSqlPorts } from "../../src/infra/sql/SqlPorts.ts"
import { migrate } from "../../src/infra/sql/schema/Migrate.ts"

/** Statements on the real server, one connection for all of them; its locks end with the scope. */
const onAdmin = Effect.gen(function* () {
  const options = { url: Redacted.make(inject("postgresUrl")), maxConnections: 1 }
  const context = yield* Layer.build(Layer.fresh(PgClient.layer(options)))
  const sql = Context.get(context, SqlClient.SqlClient)
  return (statement: string) => Effect.orDie(sql.unsafe(statement))
}).pipe(Effect.orDie)

const once = (statement: string) => Effect.scoped(Effect.flatMap(onAdmin, (run) => run(statement)))

const urlOf = (database: string) => {
  const url = new URL(inject("postgresUrl"))
  url.pathname = `/${database}`
  return Redacted.make(url.href)
}

/** A new database with these options; dropped with the scope. */
const newDatabase = Effect.fnUntraced(function* (options: string) {
  const name = `retainer_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(once(`CREATE DATABASE ${name} ${options}`), () =>
    once(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  )
  return urlOf(name)
})

/** A new, empty database on the real server; dropped with the scope. */
export const freshDatabase = newDatabase("")

/** Made by the suite that first wants a copy; the others wait for it. */
const makeTemplate = Effect.scoped(
  Effect.gen(function* () {
    const template = inject("postgresTemplate")
    const run = yield* onAdmin
    yield* run(`SELECT pg_advisory_lock(hashtext('${template}'))`)
    if ((yield* run(`SELECT 1 FROM pg_database WHERE datname = '${template}'`)).length > 0) return
    // The half-made copy of a killed suite does not have this name.
    const unfinished = `${template}_${randomBytes(6).toString("hex")}`
    yield* run(`CREATE DATABASE ${unfinished}`)
    yield* Effect.scoped(
      Effect.provide(migrate, layerPostgresServer(urlOf(unfinished), { poolSize: 4 }))
    )
    yield* run(`ALTER DATABASE ${unfinished} RENAME TO ${template}`)
  })
)

/** A new, migrated database on the real server; dropped with the scope. */
export const migratedDatabase = Effect.andThen(
  makeTemplate,
  Effect.suspend(() => newDatabase(`TEMPLATE ${inject("postgresTemplate")}`))
)

export const layerPostgres = Layer.unwrap(
  Effect.map(migratedDatabase, (url) => layerPostgresServer(url))
)

export const layerPglite = Layer.unwrap(
  Effect.sync(() =>
    layerEmbedded(undefined, new Blob([readFileSync(join(inject("embedded"), "db.tar"))]))
  )
)

/** The ports of SQL on a migrated database. */
export const onDatabase = <E, R>(
  database: Layer.Layer<SqlClient.SqlClient | Database | MaintenanceClient, E, R>
) =>
  layerSqlPorts.pipe(Layer.provideMerge(SecureRandom.layerWebCrypto), Layer.provideMerge(database))
