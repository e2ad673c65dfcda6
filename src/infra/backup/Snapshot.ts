/**
 * Snapshot of the embedded database and the files beside it at one moment, copied while the copy
 * has the database's only connection. Immutable files are linked, so that others wait for the
 * database's copy alone.
 */
import { randomBytes } from "node:crypto"
import { constants, copyFile, link, mkdir, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { Database } from "../postgres/Database.ts"
import { MaintenanceClient } from "../postgres/ReadClient.ts"
import { control } from "../postgres/Statements.ts"
import { newestMigration } from "../sql/schema/Migrations.ts"
import { snapshotPrefix } from "./Swap.ts"

/** Files of one folder that are copied concurrently. */
const batch = 16

const isWhole = (name: string): boolean => !name.endsWith(".part")

/** Maps the files of a folder to the same places in another; does nothing without the folder. */
const eachFile = async (
  from: string,
  to: string,
  put: (from: string, to: string) => Promise<void>
): Promise<void> => {
  const entries = await readdir(from, { withFileTypes: true }).catch(() => undefined)
  if (entries === undefined) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  const files = entries.filter((entry) => entry.isFile() && isWhole(entry.name))
  for (let index = 0; index < files.length; index += batch) {
    const some = files.slice(index, index + batch)
    await Promise.all(some.map(({ name }) => put(join(from, name), join(to, name))))
  }
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    await eachFile(join(from, name), join(to, name), put)
  }
}

/** Copy-on-write on file systems that support it. */
const copy = (from: string, to: string): Promise<void> =>
  copyFile(from, to, constants.COPYFILE_FICLONE)

const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copy(from, to))

const take = async (directory: string, folder: string, withKey: boolean): Promise<void> => {
  await eachFile(join(directory, "db"), join(folder, "db"), copy)
  await eachFile(join(directory, "files"), join(folder, "files"), linkOrCopy)
  await eachFile(join(directory, "mail"), join(folder, "mail"), linkOrCopy)
  if (withKey) await copy(join(directory, "secret.key"), join(folder, "secret.key"))
}

interface Snapshot {
  readonly folder: string
  /** The newest migration in it. */
  readonly migration: number
}

/** The snapshot is removed when the scope ends. */
export const takeSnapshot = Effect.fn("Backup.takeSnapshot")(function* (
  directory: string,
  withKey: boolean
): Effect.fn.Return<
  Snapshot,
  never,
  Scope.Scope | Database | MaintenanceClient | SqlClient.SqlClient
> {
  const folder = join(directory, `${snapshotPrefix}${randomBytes(4).toString("hex")}`)
  yield* Effect.acquireRelease(
    Effect.promise(() => mkdir(folder, { mode: 0o700 })),
    () => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )
  const sql = yield* MaintenanceClient
  const { connections } = yield* Database
  // The checkpoint under the lock has less to write, so that others wait shorter.
  yield* Effect.orDie(sql`CHECKPOINT`)
  const migration = yield* Effect.orElseSucceed(newestMigration, () => 0)
  yield* connections.open.pipe(
    Effect.tap(({ query }) => query(control("CHECKPOINT"))),
    // Uninterruptible: after an interruption others could change files that are still being copied.
    Effect.andThen(Effect.uninterruptible(Effect.promise(() => take(directory, folder, withKey)))),
    Effect.scoped,
    Effect.orDie
  )
  return { folder, migration }
})
