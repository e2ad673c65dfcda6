/**
 * What every earlier release left behind, under this code: its database on PostgreSQL, its data
 * folder and its backup answer every GET as they answered then, and take changes. `npm test` opens
 * what the oldest release left; `RELEASES=all` opens all.
 */
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { layerPostgresServer } from "../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { runCliHere } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import {
  type Environment,
  startServer,
  stopServer,
  temporaryDirectory
} from "../support/process.ts"
import {
  checkoutOf,
  type DataFolder,
  type Fixture,
  fixtureSecretKey,
  loadFixture,
  type Release,
  readDataFolder,
  readFixture,
  releases,
  unpackDataFolder
} from "../support/release.ts"
import { compareAnswers } from "../support/releaseAnswers.ts"
import { baseUrl, startServerAt } from "../support/serverAt.ts"
import { freshDatabase } from "../support/storages.ts"
import { makeVisitor } from "../support/visitor.ts"

const isShort = process.env["RELEASES"] !== "all"
const [oldest] = releases

const load = (url: string, fixture: Fixture) =>
  Effect.flatMap(MaintenanceClient, (sql) => loadFixture(sql, fixture)).pipe(
    Effect.provide(layerPostgresServer(Redacted.make(url))),
    Effect.runPromise
  )

/** The public address is that of the recorded links; the socket has another port. */
const atSocket = (url: string, request: Request): Request =>
  new Request(request.url.replace(baseUrl, url), request)

const statusOf = async (url: string, key: string): Promise<number> =>
  (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).status

/** What this version answers otherwise on purpose. */
const otherwise = {
  // A draft is judged by what its document would be now.
  any: /\.document_warnings$/,
  // Links are shorter since 0.2.0, and stand in no event; those that were mailed open.
  "0.1.0": /\.processor_payment_url$/
}

/** Answers, keys, passwords and payment links of the release, and a change. */
const requireSame = async (name: Release, url: string, left: Fixture | DataFolder) => {
  const isFree = (path: string): boolean =>
    otherwise.any.test(path) || (name === "0.1.0" && otherwise[name].test(path))
  assert.deepStrictEqual(await compareAnswers(url, left, left.recorded, isFree), [])
  const { apiKey, readerKey, owner, recorded } = left
  assert.deepStrictEqual(
    [
      await statusOf(`${url}/v1/clients`, readerKey),
      await statusOf(`${url}/v1/invoices`, readerKey),
      await statusOf(`${url}/v1/clients`, `${apiKey.slice(0, -1)}!`)
    ],
    [200, 403, 401]
  )
  const visitor = makeVisitor((request) => fetch(atSocket(url, request)), baseUrl)
  assert.strictEqual((await visitor.signIn(owner.email, owner.password)).status, 200)
  const links = Object.values(recorded.answers).flatMap(({ processor_payment_url: link }) =>
    typeof link === "string" ? [new URL(link).pathname] : []
  )
  assert.isNotEmpty(links)
  for (const link of links) assert.strictEqual((await visitor.get(link)).status, 200, link)
  const written = await fetch(`${url}/v1/clients`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "New", email: "new@x.example" })
  })
  assert.strictEqual(written.status, 201)
}

const requireSound = async (environment: Environment) => {
  const verified = await runCliHere(["verify", "--json"], environment)
  assert.deepStrictEqual([JSON.parse(verified.stdout).first_difference, verified.code], [null, 0])
  const doctor = await runCliHere(["doctor", "--totals", "--json"], environment)
  assert.deepStrictEqual(JSON.parse(doctor.stdout).totals, [])
}

describe.each(releases)("what %s left behind", (name) => {
  it.skipIf(isShort && name !== oldest)("is answered the same on PostgreSQL", async () => {
    const fixture = readFixture(name)
    const place = await placeOnPostgres({ SECRET_KEY: fixtureSecretKey }, freshDatabase)
    await load(place.url, fixture)
    const server = await startServerAt(fixture.recorded.at, {
      databaseUrl: place.url,
      dataDir: place.path,
      secretKeys: fixtureSecretKey
    })
    await requireSame(name, server.url, fixture)
    await server.stop()
    await requireSound(place.environment)
    await place.remove()
  })

  it.skipIf(isShort && name !== oldest)("is answered the same from its data folder", async () => {
    const left = readDataFolder(name)
    const directory = await temporaryDirectory()
    unpackDataFolder(name, directory.path)
    const dataDir = join(directory.path, "data")
    const server = await startServerAt(left.recorded.at, { dataDir })
    await requireSame(name, server.url, left)
    await server.stop()
    await requireSound({ DATA_DIR: dataDir, LOG_LEVEL: "warn" })
    await directory.remove()
  })

  it.skipIf(isShort || !readDataFolder(name).hasBackup)("is restored from its backup", async () => {
    const left = readDataFolder(name)
    const directory = await temporaryDirectory()
    unpackDataFolder(name, directory.path)
    const backup = join(directory.path, "backup.tar")
    execFileSync("gzip", ["-1", backup])
    const dataDir = join(directory.path, "restored")
    const environment = { DATA_DIR: dataDir, LOG_LEVEL: "warn" }
    const restored = await runCliHere(["restore", `${backup}.gz`, "--json"], environment)
    assert.strictEqual(restored.code, 0, restored.stderr)
    const server = await startServerAt(left.recorded.at, { dataDir })
    await requireSame(name, server.url, left)
    await server.stop()
    await requireSound(environment)
    await directory.remove()
  })

  // Later releases serve beside this one: upgrade.test.ts.
  it.skipIf(isShort || name === "0.3.0")(
    "takes no change of a process of it any more",
    async () => {
      const fixture = readFixture(name)
      const place = await placeOnPostgres({ SECRET_KEY: fixtureSecretKey }, freshDatabase)
      await load(place.url, fixture)
      await runCliHere(["migrate"], place.environment)
      const folder = await checkoutOf(fixture.commit, "own packages")
      const old = await startServer({ ...place.environment, BASE_URL: baseUrl }, [
        join(folder, "src/main.ts")
      ])
      const url = String(old.ready["listening"])
      const headers = { authorization: `Bearer ${fixture.apiKey}` }
      assert.strictEqual((await fetch(`${url}/v1/clients`, { headers })).status, 200)
      const written = await fetch(`${url}/v1/clients`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ name: "Lost", email: "lost@x.example" })
      })
      assert.strictEqual(written.status, 500)
      const { stdout, stderr } = await stopServer(old)
      assert.include(`${stdout}${stderr}`, "This database belongs to Retainer 0.3.0 or later")
      await requireSound(place.environment)
      await place.remove()
    }
  )
})
