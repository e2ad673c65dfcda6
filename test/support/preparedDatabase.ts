/**
 * The embedded database, migrated once and copied from then on: a suite that is not about
 * migrations begins with a copy. Runs share it by a hash of everything that determines its schema.
 */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

const root = new URL("../../", import.meta.url).pathname
const kept = join(root, "node_modules/.cache/retainer-databases")

/** The migrations, and by the lock file the versions of those who run them. */
const version = async (): Promise<string> => {
  const folder = join(root, "src/infra/sql")
  const migrations = (await readdir(join(folder, "migrations"))).sort()
  const hash = createHash("sha256")
  for (const file of [
    join(root, "package-lock.json"),
    join(folder, "schema/Migrations.ts"),
    ...migrations.map((name) => join(folder, "migrations", name))
  ]) {
    hash.update(await readFile(file))
  }
  return hash.digest("hex").slice(0, 16)
}

/** Loaded only where something is to be made: a run of one file would wait for it. */
const makeIn = async (folder: string): Promise<void> => {
  const { Effect } = await import("effect")
  const { PGlite } = await import("@electric-sql/pglite")
  const { layerEmbedded } = await import("../../src/infra/postgres/Database.ts")
  const { migrate } = await import("../../src/infra/sql/schema/Migrate.ts")
  const dataDir = join(folder, "db")
  await Effect.runPromise(migrate.pipe(Effect.provide(layerEmbedded(dataDir)), Effect.scoped))
  const pglite = await PGlite.create({ dataDir })
  const dump = await pglite.dumpDataDir("none")
  await pglite.close()
  await writeFile(join(folder, "db.tar"), Buffer.from(await dump.arrayBuffer()))
}

/** Answers the folder that holds it, as the files of a DATA_DIR (`db`) and as a dump (`db.tar`). */
export const prepareDatabase = async (): Promise<string> => {
  const folder = join(kept, await version())
  if (existsSync(folder)) return folder
  await mkdir(kept, { recursive: true })
  const making = await mkdtemp(join(kept, "making-"))
  await makeIn(making)
  // Another run may have been faster.
  await rename(making, folder).catch(() => rm(making, { recursive: true }))
  for (const name of await readdir(kept)) {
    const isOld = join(kept, name) !== folder && !name.startsWith("making-")
    if (isOld) await rm(join(kept, name), { recursive: true, force: true })
  }
  return folder
}
