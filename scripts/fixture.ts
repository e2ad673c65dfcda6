/**
 * Writes what a release leaves behind to test/e2e/fixtures: its database on PostgreSQL, its data
 * folder with the embedded database, its backup, and its answers to every GET. Run it for each
 * release of `releases` in release.ts, with an empty database on PostgreSQL 15, whose pg_dump is on
 * the PATH:
 *   npx node scripts/fixture.ts <name> <commit> <database url>
 */
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Environment, temporaryDirectory } from "../test/support/process.ts"
import {
  checkoutOf,
  type DataFolder,
  type Fixture,
  fixtureSecretKey,
  releases,
  writeFixture
} from "../test/support/release.ts"
import { dumpDatabase } from "./releases/dump.ts"
import { cliOf, fillRelease } from "./releases/sampleData.ts"

const [given, commit, databaseUrl] = process.argv.slice(2)
const name = releases.find((one) => one === given)
if (name === undefined || commit === undefined || databaseUrl === undefined) {
  throw new Error("Usage: npx node scripts/fixture.ts <name> <commit> <database url>")
}

/** The release with the packages of its own lock file. */
const folder = await checkoutOf(commit, "own packages")

const settings: Environment = {
  BASE_URL: "http://127.0.0.1:3000",
  PORT: "0",
  PROCESSOR: "test",
  RATE_LIMIT: "off",
  WEBHOOK_ALLOW_PRIVATE: "true",
  LOG_LEVEL: "warn"
}

const onPostgres = async (): Promise<Fixture> => {
  const data = await temporaryDirectory()
  const environment = {
    ...settings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: data.path,
    SECRET_KEY: fixtureSecretKey
  }
  const sample = await fillRelease(folder, environment)
  await data.remove()
  return { ...sample, commit, statements: dumpDatabase(databaseUrl) }
}

/** The folder as the stopped server left it, with the bytes of its backup where it can make one. */
const embedded = async (): Promise<{ folder: DataFolder; packed: Uint8Array }> => {
  const work = await temporaryDirectory()
  const environment = { ...settings, DATA_DIR: join(work.path, "data") }
  const sample = await fillRelease(folder, environment)
  const backup = join(work.path, "backup.tar")
  const hasBackup = existsSync(join(folder, "src/cli/BackupCommands.ts"))
  if (hasBackup) {
    await cliOf(folder, environment)("backup", `${backup}.gz`)
    execFileSync("gunzip", [`${backup}.gz`])
  }
  const parts = ["data", ...(hasBackup ? ["backup.tar"] : [])]
  const packed = execFileSync("tar", ["-c", "-C", work.path, ...parts], { maxBuffer: 1 << 30 })
  await work.remove()
  return { folder: { ...sample, commit, hasBackup }, packed }
}

const { folder: dataFolder, packed } = await embedded()
await writeFixture(name, await onPostgres(), dataFolder, packed)
