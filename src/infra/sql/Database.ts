/**
 * The one SQL client, on a PostgreSQL server or on the embedded PGlite. Instants, names and JSON come
 * and go the same way on both.
 */

import { PgClient } from "@effect/sql-pg"
import { PGlite } from "@electric-sql/pglite"
import { Effect, Layer, type Redacted, String as Text } from "effect"
import { wireOf } from "./PgliteBridge.ts"

const naming = {
  transformQueryNames: Text.camelToSnake,
  transformResultNames: Text.snakeToCamel,
  // Documents are stored as they are: their keys are data.
  transformJson: false,
  applicationName: "retainer"
} as const

/** A PostgreSQL server, version 15 or later. Statements of many fibers share few connections. */
export const layerServer = (url: Redacted.Redacted) =>
  PgClient.layer({
    ...naming,
    url,
    multiplex: true,
    maxConnections: 10,
    idleTimeout: "1 minute",
    connectTimeout: "5 seconds",
    startupParameters: {
      statement_timeout: "15000",
      lock_timeout: "10000",
      idle_in_transaction_session_timeout: "30000",
      timezone: "UTC"
    }
  })

/** A PGlite in this process: in the directory, or in memory where none is given. */
export const layerEmbedded = (directory: string | undefined) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => PGlite.create(directory === undefined ? {} : { dataDir: directory })),
        (pglite) => Effect.promise(() => pglite.close())
      )
      return PgClient.layer({
        ...naming,
        stream: () => wireOf(database),
        maxConnections: 1,
        username: "postgres",
        database: "postgres"
      })
    })
  )
