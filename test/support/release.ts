/**
 * The previous release: its code from the history of the repository, and a database that it wrote
 * (`scripts/fixture.ts`). Both change with each release; earlier fixtures stay.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

const root = new URL("../../", import.meta.url).pathname

export const releaseBefore = {
  version: "0.3.0",
  commit: "7d28d2bdd408f8f4146d1b9f479b75ba75e11c88"
}

/** A shallow clone does not have the commit. */
export const hasReleaseBefore =
  spawnSync("git", ["cat-file", "-e", `${releaseBefore.commit}^{commit}`], { cwd: root }).status ===
  0

/** A folder with the sources of a commit, with the packages of this checkout. */
export const checkoutOf = async (commit: string): Promise<string> => {
  const folder = join(root, ".generated/releases", commit)
  if (existsSync(folder)) return folder
  await mkdir(join(folder, ".."), { recursive: true })
  const making = await mkdtemp(join(folder, "../making-"))
  const archive = execFileSync("git", ["archive", commit, "src", "package.json"], {
    cwd: root,
    maxBuffer: 1 << 28
  })
  execFileSync("tar", ["-x", "-C", making], { input: archive })
  await symlink(join(root, "node_modules"), join(making, "node_modules"))
  // A concurrent run may have created it first.
  await rename(making, folder).catch(() => rm(making, { recursive: true }))
  return folder
}

/** The key that encrypted a fixture's secrets. */
export const fixtureSecretKey = Buffer.alloc(32).toString("base64")

export interface Fixture {
  /** Statements that fill an empty database. */
  readonly statements: ReadonlyArray<string>
  readonly workspaceId: string
  readonly apiKey: string
}

export const fixturesFolder = join(root, "test/e2e/fixtures")

export const readFixture = (version: string): Fixture => {
  const file = join(fixturesFolder, `${version}.json.gz`)
  return JSON.parse(gunzipSync(readFileSync(file)).toString())
}

/** Fills an empty database with the fixture in one transaction, functions first. */
export const loadFixture = (sql: SqlClient.SqlClient, { statements }: Fixture) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SET LOCAL check_function_bodies = off`
      for (const statement of statements) yield* sql.unsafe(statement)
    })
  )
