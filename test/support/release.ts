/**
 * Earlier releases: their code from the history of the repository, and what each left behind
 * (`scripts/fixture.ts`): a database on PostgreSQL, a data folder, a backup, and its answers.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { constants, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from "node:zlib"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Recorded, ReleaseAccess } from "./releaseAnswers.ts"

const root = new URL("../../", import.meta.url).pathname

export const releaseBefore = {
  version: "0.3.0" as const,
  commit: "7d28d2bdd408f8f4146d1b9f479b75ba75e11c88"
}

/** A shallow clone does not have the commit. */
export const hasReleaseBefore =
  spawnSync("git", ["cat-file", "-e", `${releaseBefore.commit}^{commit}`], { cwd: root }).status ===
  0

type Packages = "own packages" | "packages of this checkout"

const addPackages = async (packages: Packages, folder: string): Promise<void> => {
  if (packages === "packages of this checkout") {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"))
    return
  }
  // Its Node is that of this checkout.
  const options = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
  execFileSync("npm", ["ci", ...options], { cwd: folder, stdio: "inherit" })
}

/** A folder with the sources of a commit and the packages that it runs with. */
export const checkoutOf = async (
  commit: string,
  packages: Packages = "packages of this checkout"
): Promise<string> => {
  const name = packages === "own packages" ? `${commit}-own` : commit
  const folder = join(root, ".generated/releases", name)
  if (existsSync(folder)) return folder
  await mkdir(join(folder, ".."), { recursive: true })
  const making = await mkdtemp(join(folder, "../making-"))
  const parts = ["src", "package.json", "package-lock.json"]
  const archive = execFileSync("git", ["archive", commit, ...parts], {
    cwd: root,
    maxBuffer: 1 << 28
  })
  execFileSync("tar", ["-x", "-C", making], { input: archive })
  await addPackages(packages, making)
  // A concurrent run may have created it first.
  await rename(making, folder).catch(() => rm(making, { recursive: true }))
  return folder
}

/** The key that encrypted the secrets of a fixture on PostgreSQL. */
export const fixtureSecretKey = Buffer.alloc(32).toString("base64")

interface LeftBehind extends ReleaseAccess {
  readonly commit: string
  readonly recorded: Recorded
}

export interface Fixture extends LeftBehind {
  /** Statements that fill an empty database. */
  readonly statements: ReadonlyArray<string>
}

export interface DataFolder extends LeftBehind {
  /** Releases before 0.2.0-643839c have no command for it. */
  readonly hasBackup: boolean
}

const fixturesFolder = join(root, "test/e2e/fixtures")

/** Releases that left something behind, oldest first; of 0.2.0 also later commits. */
export const releases = ["0.1.0", "0.2.0", "0.2.0-643839c", "0.2.0-59d46b3", "0.3.0"] as const
export type Release = (typeof releases)[number]

const fileOf = (name: Release, end: string): string => join(fixturesFolder, `${name}${end}`)
const readJson = (file: string) => JSON.parse(gunzipSync(readFileSync(file)).toString())

export const readFixture = (name: Release): Fixture => readJson(fileOf(name, ".json.gz"))
export const readDataFolder = (name: Release): DataFolder =>
  readJson(fileOf(name, ".folder.json.gz"))

/** Covers two folders: the system catalogs are alike in each, and lie megabytes apart. */
const windowLog = 28

/** A tar of the folder. Each but the oldest is stored as what it adds to the oldest. */
const readPacked = (name: Release): Buffer =>
  zstdDecompressSync(readFileSync(fileOf(name, ".folder.tar.zst")), {
    ...(name === releases[0] ? {} : { dictionary: readPacked(releases[0]) }),
    params: { [constants.ZSTD_d_windowLogMax]: windowLog }
  })

/** Unpacks `data` and, where the release has one, `backup.tar`. */
export const unpackDataFolder = (name: Release, into: string): void => {
  execFileSync("tar", ["-x", "-C", into], { input: readPacked(name) })
}

/** `packed` is a tar. */
export const writeFixture = async (
  name: Release,
  fixture: Fixture,
  folder: DataFolder,
  packed: Uint8Array
): Promise<void> => {
  const json = (value: object) => gzipSync(JSON.stringify(value), { level: 9 })
  await writeFile(fileOf(name, ".json.gz"), json(fixture))
  await writeFile(fileOf(name, ".folder.json.gz"), json(folder))
  const bytes = zstdCompressSync(packed, {
    ...(name === releases[0] ? {} : { dictionary: readPacked(releases[0]) }),
    params: {
      // Higher levels find fewer of the distant matches.
      [constants.ZSTD_c_compressionLevel]: 12,
      [constants.ZSTD_c_windowLog]: windowLog,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1
    }
  })
  await writeFile(fileOf(name, ".folder.tar.zst"), bytes)
}

/** Fills an empty database with the fixture in one transaction, functions first. */
export const loadFixture = (sql: SqlClient.SqlClient, { statements }: Fixture) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL check_function_bodies = off`
      for (const statement of statements) yield* sql.unsafe(statement)
    })
  )
