/** The search for the primary among hosts that refuse, stay silent, are in recovery, or are it. */

import { writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, inject } from "vitest"
import { layerPostgresServer } from "../../../../src/infra/postgres/Database.ts"
import { parseDatabaseUrl } from "../../../../src/infra/postgres/session/DatabaseUrl.ts"
import { makePrimaryHost } from "../../../../src/infra/postgres/session/PrimaryHost.ts"
import { startPostgres } from "../../../support/postgres.ts"
import { eventually } from "../../../support/process.ts"
import { freePort } from "../../../support/redis.ts"

let standby: Awaited<ReturnType<typeof startPostgres>>
const silent = createServer(() => {})
let refused: number

const primary = new URL(inject("postgresUrl"))
const portOf = (server: typeof silent): number => {
  const address = server.address()
  return address !== null && typeof address === "object" ? address.port : 0
}
const standbyHost = () => new URL(standby.url).host
const urlOf = (...hosts: ReadonlyArray<string>): string =>
  primary.href.replace(primary.host, hosts.join(","))
const searchIn = (...hosts: ReadonlyArray<string>) => {
  const url = parseDatabaseUrl(urlOf(...hosts))
  return makePrimaryHost(url?.hosts ?? [])
}

beforeAll(async () => {
  refused = await freePort()
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  standby = await startPostgres(["-c", "fsync=off"])
  await standby.stop()
  // In recovery without a primary: it waits for one, and answers reads.
  await writeFile(join(standby.directory, "data", "standby.signal"), "")
  // The package waits for the words of a primary.
  standby.start().catch(() => {})
  await eventually(() => standby.query("postgres", "SELECT 1").catch(() => undefined))
})
afterAll(async () => {
  silent.close()
  await standby.remove()
})

describe("several hosts", () => {
  it("the primary is found, wherever it stands", async () => {
    const others = [`127.0.0.1:${refused}`, `127.0.0.1:${portOf(silent)}`, standbyHost()]
    const last = await searchIn(...others, primary.host).find()
    assert.strictEqual(`${last.host}:${last.port}`, primary.host)
    const first = await searchIn(primary.host, ...others).find()
    assert.strictEqual(`${first.host}:${first.port}`, primary.host)
  })

  it("without a primary each host has its reason, and nothing secret", async () => {
    const search = searchIn(`127.0.0.1:${refused}`, standbyHost(), `127.0.0.1:${portOf(silent)}`)
    const error = await search.find().then(String, String)
    assert.include(error, `127.0.0.1:${refused}: connect ECONNREFUSED`)
    assert.include(error, `${standbyHost()}: is in recovery`)
    assert.include(error, `127.0.0.1:${portOf(silent)}: no answer within 2 s`)
    assert.notInclude(error, `${primary.password}@`)
  })

  const answer = (url: string) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql<{ port: number }>`SELECT inet_server_port() AS port`
    }).pipe(Effect.provide(layerPostgresServer(Redacted.make(url), { poolSize: 4 })))

  it.live("the pools connect to it", () =>
    Effect.gen(function* () {
      const rows = yield* answer(urlOf(standbyHost(), primary.host))
      assert.deepStrictEqual(rows, [{ port: Number(primary.port) }])
    })
  )

  it.live("a single host in recovery is refused", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(answer(urlOf(standbyHost())))
      assert.include(String(error.cause), "in recovery")
    })
  )
})
