/** The three homes of the storage ports: memory, the embedded PGlite, and a real PostgreSQL. */
import { randomBytes } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { layerEmbedded, layerServer } from "../../src/infra/sql/Database.ts"
import { migrate } from "../../src/infra/sql/Migrations.ts"
import type { CredentialWrites } from "../../src/infra/sql/people/CredentialWrites.ts"
import type { Sessions } from "../../src/infra/sql/Session.ts"
import { layerSqlPorts } from "../../src/infra/sql/SqlPorts.ts"

/** A new, empty database on the real server; dropped with the scope. */
export const freshDatabase = Effect.gen(function* () {
  const admin = inject("postgresUrl")
  const name = `retainer_${randomBytes(6).toString("hex")}`
  const onAdmin = (statement: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql.unsafe(statement)
    }).pipe(
      Effect.provide(PgClient.layer({ url: Redacted.make(admin), maxConnections: 1 })),
      Effect.orDie
    )
  yield* Effect.acquireRelease(onAdmin(`CREATE DATABASE ${name}`), () =>
    onAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  )
  const url = new URL(admin)
  url.pathname = `/${name}`
  return Redacted.make(url.href)
})

export const layerPostgres = Layer.unwrap(Effect.map(freshDatabase, (url) => layerServer(url)))
export const layerPglite = layerEmbedded(undefined)

/** The ports of SQL on a database that is migrated first. */
export const onDatabase = <E, R>(
  database: Layer.Layer<SqlClient.SqlClient | Sessions | CredentialWrites, E, R>
) =>
  layerSqlPorts.pipe(
    Layer.provideMerge(SecureRandom.layerWebCrypto),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(database)
  )
