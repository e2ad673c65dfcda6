/** Two servers behind a real PgBouncer, in session and in transaction mode. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { afterAll, beforeAll } from "vitest"
import { layerPostgresServer } from "../../src/infra/postgres/Database.ts"
import { migrateTo } from "../../src/infra/sql/schema/Migrate.ts"
import { migration } from "../../src/infra/sql/schema/Migration.ts"
import { type OwnMigrations, ownMigrations } from "../../src/infra/sql/schema/Migrations.ts"
import { createIndex } from "../../src/infra/sql/schema/OnlineSteps.ts"
import { runContracts } from "../infra/sql/contracts.ts"
import { createWorkspace, runCliHere } from "../support/cliHere.ts"
import {
  made,
  makerOf,
  onTwoProcesses,
  requireNoGap,
  requireVerified,
  times
} from "../support/histories.ts"
import { useSql } from "../support/historiesSql.ts"
import { hasPgBouncer, type PoolMode, startPgBouncer } from "../support/pgbouncer.ts"
import { placeOnPostgres } from "../support/place.ts"
import { type Environment, eventually, startServer, stopServer } from "../support/process.ts"
import { migratedDatabase, onDatabase } from "../support/storages.ts"

/** A database behind a PgBouncer for a suite, and the settings that lead there. */
const usePooler = (mode: PoolMode, size: number) => {
  let started: Awaited<ReturnType<typeof start>> | undefined
  const start = async () => {
    const place = await placeOnPostgres()
    const pooler = await startPgBouncer(place.url, mode, size)
    return { place, pooler }
  }
  beforeAll(async () => {
    started = await start()
  })
  afterAll(async () => {
    await started?.pooler.stop()
    await started?.place.remove()
  })
  const running = () => {
    if (started === undefined) throw new Error("PgBouncer has not started")
    return started
  }
  return {
    directUrl: () => running().place.url,
    log: () => running().pooler.log(),
    environment: (): Environment => ({
      ...running().place.environment,
      DATABASE_URL: running().pooler.url
    })
  }
}

const modes: ReadonlyArray<readonly [PoolMode, number, (directUrl: string) => Environment]> = [
  ["session", 40, () => ({})],
  ["transaction", 8, (url) => ({ DATABASE_PREPARE: "false", DATABASE_DIRECT_URL: url })]
]

/** A migrated database of its own behind a PgBouncer. */
const layerPooled = (mode: PoolMode, size: number) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const directUrl = yield* migratedDatabase
      const { url } = yield* Effect.acquireRelease(
        Effect.promise(() => startPgBouncer(Redacted.value(directUrl), mode, size)),
        ({ stop }) => Effect.promise(stop)
      )
      const prepare = mode === "session"
      const past = prepare ? {} : { directUrl }
      return layerPostgresServer(Redacted.make(url), { prepare, ...past })
    })
  )

describe.skipIf(!hasPgBouncer).each(modes)("PgBouncer in %s mode", (mode, size) => {
  runContracts("the storage ports", onDatabase(layerPooled(mode, size)))
})

describe.skipIf(!hasPgBouncer).each(modes)("PgBouncer in %s mode", (mode, size, settings) => {
  const pooler = usePooler(mode, size)
  const service = onTwoProcesses(() => ({
    ...settings(pooler.directUrl()),
    DATABASE_URL: pooler.environment()["DATABASE_URL"] ?? ""
  }))
  const sql = useSql(pooler.directUrl)
  const make = makerOf(service)

  it("numbers are gapless and the log is whole under concurrent callers", async () => {
    const client = await make.client()
    const run = times(16, async (caller) => {
      for (let round = 0; round < 12; round++) {
        const body = {
          client_id: client.id,
          line_items: [{ description: "x", quantity: 1, unit_price: 100 }]
        }
        const headers = { "idempotency-key": `${caller}-${round}` }
        const { id } = await made(service.call(caller, "POST", "/v1/invoices", { body, headers }))
        const repeated = await made(
          service.call(caller + 1, "POST", "/v1/invoices", { body, headers })
        )
        assert.strictEqual(repeated.id, id)
        await made(service.call(caller, "POST", `/v1/invoices/${id}/send`, { body: {} }))
        await made(service.call(caller + 1, "GET", `/v1/invoices/${id}`))
      }
    })
    // The log of the servers has the cause of a 500.
    const logs = () => service.running().servers.map(({ stderr }) => stderr())
    await run.catch((error: unknown) => assert.fail(`${error}\n${logs().join("\n")}`))
    assert.strictEqual(await requireNoGap(service), 16 * 12)
    // The workers of both processes have sent each mail.
    await eventually(async () =>
      (await sql.count("mails WHERE status = 'sent'")) === 16 * 12 ? true : undefined
    )
    await requireVerified(service)
    for (const { stderr } of service.running().servers) assert.strictEqual(stderr(), "")
  })

  it("a change that waits for a lock too long is refused, and changes nothing", async () => {
    const client = await make.client({ name: "Before" })
    const project = await make.project(client.id, { name: "Before" })
    for (const [table, { id }] of [
      ["clients", client],
      ["projects", project]
    ] as const) {
      const release = await sql.hold(`SELECT 1 FROM ${table} WHERE name = 'Before' FOR UPDATE`)
      const path = `/v1/${table}/${id}`
      const { status } = await service.send(0, "PATCH", path, { body: { name: "After" } })
      await release()
      assert.strictEqual(status, 429, table)
      const { name } = await made(service.call(1, "GET", path))
      assert.strictEqual(name, "Before")
    }
  })

  it("a revoked key is refused by every process, which has used it", async () => {
    const { stdout } = await service.cli(
      `api-key create --workspace ${service.running().workspaceId} --name gone --scopes all --json`
    )
    const { api_key: key } = JSON.parse(stdout)
    const list = (process: number) => service.send(process, "GET", "/v1/clients", { key })
    for (const process of [0, 1, 0, 1]) assert.strictEqual((await list(process)).status, 200)
    await sql.rows(`UPDATE api_keys SET revoked_at = now() WHERE name = 'gone'`)
    for (const process of [0, 1]) assert.strictEqual((await list(process)).status, 401)
  })

  it("is ready", async () => {
    for (const process of [0, 1]) {
      assert.strictEqual((await service.send(process, "GET", "/readyz", { key: null })).status, 200)
    }
  })
})

describe.skipIf(!hasPgBouncer)("a pooler in transaction mode", () => {
  const pooler = usePooler("transaction", 8)
  const sql = useSql(pooler.directUrl)

  it("lets migrations through, with their online steps", async () => {
    const one = migration({
      alters: ["clients"],
      statements: ["ALTER TABLE clients ADD COLUMN nickname text"],
      online: [createIndex("clients_nicknames", "clients (workspace_id, nickname)")]
    })
    const own: OwnMigrations = {
      ...ownMigrations,
      later: [...ownMigrations.later, { id: 9000, name: "9000_one", load: Effect.succeed(one) }]
    }
    const url = Redacted.make(pooler.environment()["DATABASE_URL"] ?? "")
    const applied = await migrateTo(own).pipe(
      Effect.provide(layerPostgresServer(url, { prepare: false, poolSize: 4 })),
      Effect.runPromise
    )
    assert.deepStrictEqual(applied, ["9000_one"])
  })

  it("is not used for sessions: the start says which setting is missing", async () => {
    const { code, stderr } = await startServer(pooler.environment()).then(stopServer, (error) => ({
      code: 1,
      stderr: String(error)
    }))
    assert.strictEqual(code, 1)
    assert.include(stderr, "DATABASE_PREPARE=false")
  })

  it("has timeouts from the role, by the statements that migrate prints", async () => {
    const environment = { ...pooler.environment(), DATABASE_PREPARE: "false" }
    await createWorkspace(environment)
    const warned = await startServer(environment)
    assert.include((await stopServer(warned)).stderr, "has no statement_timeout")

    const { stdout } = await runCliHere(["migrate", "--json"], environment)
    const { alter_role: statements } = JSON.parse(stdout)
    const printed = (await runCliHere(["migrate"], environment)).stdout
    for (const statement of statements) assert.include(printed.split("\n"), statement)
    assert.lengthOf(statements, 6)

    for (const statement of statements) await sql.rows(statement)
    // Sessions have the settings with which they began.
    await sql.rows(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    const configured = await startServer(environment)
    assert.notInclude((await stopServer(configured)).stderr, "has no statement_timeout")
  })
})
