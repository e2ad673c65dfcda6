/**
 * Settings of a suite's servers and commands: their database and their folder. Both are new,
 * and gone when `remove` has ended.
 */
import { Effect, Exit, Redacted, Scope } from "effect"
import { type Environment, temporaryDirectory } from "./process.ts"
import { migratedDatabase } from "./storages.ts"

const newDatabase = async (database: typeof migratedDatabase) => {
  const scope = Scope.makeUnsafe()
  const url = Redacted.value(await Effect.runPromise(Scope.provide(database, scope)))
  return { url, remove: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/**
 * On a new database of the PostgreSQL that the suites share, which a server or a command opens in
 * no time; or on the one whose address is among the settings.
 */
export const placeOnPostgres = async (extra: Environment = {}, database = migratedDatabase) => {
  const directory = await temporaryDirectory()
  const given = extra["DATABASE_URL"]
  const { url, remove } =
    given === undefined ? await newDatabase(database) : { url: given, remove: async () => {} }
  const environment: Environment = {
    DATABASE_URL: url,
    PROCESSOR: "test",
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    DATA_DIR: directory.path,
    LOG_LEVEL: "warn",
    ...extra
  }
  return {
    path: directory.path,
    url,
    environment,
    remove: async () => {
      await directory.remove()
      await remove()
    }
  }
}
