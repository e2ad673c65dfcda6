/**
 * Folders for servers whose start is not what is tested: the database is there, migrated and empty.
 */
import { cp } from "node:fs/promises"
import { join } from "node:path"
import { inject } from "vitest"
import { temporaryDirectory } from "./process.ts"

/**
 * Makes the folder a DATA_DIR with a migrated database: the server has its first start there all
 * the same.
 */
export const putDatabaseIn = (dataDir: string): Promise<void> =>
  cp(join(inject("embedded"), "db"), join(dataDir, "db"), { recursive: true })

export const migratedDirectory = async () => {
  const directory = await temporaryDirectory()
  await putDatabaseIn(directory.path)
  return directory
}
