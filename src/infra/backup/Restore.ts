/**
 * Restores a backup into the data directory, whose lock the caller holds. The backup is unpacked
 * beside the data, checked, opened and migrated, and only then swapped in.
 */
import { randomBytes } from "node:crypto"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { Data, Effect, Stream } from "effect"
import { layerEmbedded } from "../postgres/Database.ts"
import { migrate } from "../sql/schema/Migrate.ts"
import { latestMigration, newestMigration } from "../sql/schema/Migrations.ts"
import { syncTree } from "../storage/SyncFolder.ts"
import { ArchiveRefused, type Manifest, printable, unpack } from "./Archive.ts"
import { isThere, parts, replaceParts, restorePrefix } from "./Swap.ts"

/** The problem continues a sentence that begins with the name of the backup. */
class BackupRefused extends Data.TaggedError("BackupRefused")<{
  readonly problem: string
}> {}

export const hasDatabase = (directory: string) =>
  Effect.promise(() => isThere(join(directory, "db")))

const newer = (version: string): ArchiveRefused =>
  new ArchiveRefused(`was made by version ${version}, whose database is newer than this one's`)

/** Runs before anything is written. */
const judge = ({ migration, version }: Manifest): void => {
  if (migration > latestMigration) throw newer(version)
}

/** The parts of the backup; it does not list empty folders, which are created here. */
const completed = async (folder: string): Promise<ReadonlyArray<(typeof parts)[number]>> => {
  if (!(await isThere(join(folder, "db", "PG_VERSION")))) {
    throw new ArchiveRefused("has no database")
  }
  for (const name of ["files", "mail"]) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  }
  const hasKey = await isThere(join(folder, "secret.key"))
  return parts.filter((part) => part !== "secret.key" || hasKey)
}

interface Restored {
  readonly manifest: Manifest
  /** Migrations applied to the restored database. */
  readonly applied: ReadonlyArray<string>
  readonly hasKey: boolean
}

export const restoreBackup = <E>(
  directory: string,
  bytes: Stream.Stream<Uint8Array, E>,
  hasOwnKey: boolean
) =>
  Effect.gen(function* () {
    const name = `${restorePrefix}${randomBytes(4).toString("hex")}`
    const folder = join(directory, name)
    yield* Effect.acquireRelease(
      Effect.promise(() => mkdir(folder, { mode: 0o700 })),
      () => Effect.promise(() => rm(folder, { recursive: true, force: true }))
    )
    const { manifest, found } = yield* Effect.tryPromise({
      try: async () => {
        const manifest = await unpack(Stream.toAsyncIterable(bytes), folder, judge)
        return { manifest, found: await completed(folder) }
      },
      catch: (error) =>
        new BackupRefused({
          problem:
            error instanceof ArchiveRefused
              ? error.message
              : printable(`cannot be restored: ${error instanceof Error ? error.message : error}`)
        })
    })
    const hasKey = found.includes("secret.key")
    if (!hasKey && !hasOwnKey) {
      return yield* new BackupRefused({
        problem:
          "has no secret key: set SECRET_KEY to that of its database, or put its secret.key " +
          "into DATA_DIR"
      })
    }
    const applied = yield* Effect.gen(function* () {
      // The manifest may be wrong: the database itself decides.
      if ((yield* Effect.orElseSucceed(newestMigration, () => 0)) > latestMigration) {
        return yield* new BackupRefused({ problem: newer(manifest.version).message })
      }
      return yield* migrate
    }).pipe(Effect.provide(layerEmbedded(join(folder, "db"))))
    // The embedded database never calls fsync.
    yield* Effect.promise(() => syncTree(folder))
    yield* Effect.uninterruptible(Effect.promise(() => replaceParts(directory, name, found)))
    const restored: Restored = { manifest, applied, hasKey }
    return restored
  }).pipe(Effect.scoped)
