/**
 * Where servers and commands of a suite run: the settings that name their database and their folder. Both are new,
 * and gone when `remove` has ended.
 */
import { Effect, Exit, Redacted, Scope } from "effect"
import { type Environment, temporaryDirectory } from "./process.ts"
import { migratedDatabase } from "./storages.ts"

/** On a database of the PostgreSQL that the suites share: opening it takes a server or a command no time. */
export const placeOnPostgres = async (extra: Environment = {}, database = migratedDatabase) => {
  const scope = Scope.makeUnsafe()
  const directory = await temporaryDirectory()
  const url = Redacted.value(await Effect.runPromise(Scope.provide(database, scope)))
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
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}
