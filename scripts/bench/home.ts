/**
 * Server time of `GET /home` on PostgreSQL in a workspace of many invoices: session, reads and
 * rendering in this process, without a socket, one request after another.
 * Usage: `npx node scripts/bench/home.ts [invoices] [requests]`; 10,000 and 200 by default.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { loadavg } from "node:os"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { WorkspaceId } from "../../src/domain/Ids.ts"
import { ProcessorTest } from "../../src/infra/payments/ProcessorTest.ts"
import { layerPostgresServer } from "../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { noSubject, rest } from "../../src/infra/sql/lists/Totals.ts"
import { layerSqlPorts } from "../../src/infra/sql/SqlPorts.ts"
import { migrate } from "../../src/infra/sql/schema/Migrate.ts"
import { layerMemoryPorts } from "../../src/testing/MemoryPorts.ts"
import {
  layerRetainerMemoryOn,
  memoryBaseUrl,
  ownerPassword,
  RetainerMemory
} from "../../src/testing/RetainerMemory.ts"
import { manyRows } from "../../test/support/manyRows.ts"
import { startPostgres } from "../../test/support/postgres.ts"
import { makeVisitor } from "../../test/support/visitor.ts"
import { threadMillis } from "./processes.ts"

const invoices = Number(process.argv[2] ?? 10_000)
const requests = Number(process.argv[3] ?? 200)
const ownerEmail = "owner@bench.example"

const total = (kind: string, columns: string, where: string, groups: string) => `
  INSERT INTO totals (workspace_id, kind, subject, label, status, day, year, part, items, amount, other)
  SELECT workspace_id, '${kind}', ${columns} FROM invoices i WHERE ${where} GROUP BY ${groups}`
const isOpen = "i.status IN ('sent', 'overdue')"
const due = `CASE WHEN ${isOpen} THEN ${rest} ELSE 0 END`
const none = `'${noSubject}'::uuid`

/** The totals of the rows, whose triggers did not run. */
const totals: ReadonlyArray<string> = [
  total(
    "invoices",
    `${none}, currency, status, '-infinity', 0, 0, count(*), sum(${due}), 0`,
    "true",
    "1, 4, 5"
  ),
  total("due_days", `${none}, currency, '', due_date, 0, 0, 0, sum(${rest}), 0`, isOpen, "1, 4, 6"),
  total(
    "issued",
    `${none}, currency, '', issue_date, 0, 0, 0, sum(total), 0`,
    "status NOT IN ('draft', 'void')",
    "1, 4, 6"
  ),
  total(
    "client",
    `client_id, currency, '', '-infinity', 0, 0, 0, 0, sum(${rest})`,
    isOpen,
    "1, 3, 4"
  )
]

/** Milliseconds of each request in order of size, and the processor time of one. */
const measure = Effect.gen(function* () {
  const sql = yield* MaintenanceClient
  const app = yield* RetainerMemory
  yield* app.workspace({ ownerEmail })
  const { workspaceId } = yield* manyRows(invoices)
  yield* Effect.forEach(totals, (statement) => sql.unsafe(statement), { discard: true })
  // The owner signs in to the workspace of the rows: a password's hash depends on the address.
  yield* sql`INSERT INTO users (workspace_id, id, name, email, role, password_hash)
    SELECT ${WorkspaceId.toUuid(workspaceId)}, id, name, email, role, password_hash FROM users
    WHERE email = ${ownerEmail}`
  yield* sql`UPDATE users SET removed_at = now()
    WHERE email = ${ownerEmail} AND workspace_id <> ${WorkspaceId.toUuid(workspaceId)}`
  for (const table of ["invoices", "totals", "events", "mails", "clients"]) {
    yield* sql`VACUUM ANALYZE ${sql(table)}`
  }
  const visitor = makeVisitor(app.fetch, memoryBaseUrl)
  yield* Effect.promise(() => visitor.signIn(ownerEmail, ownerPassword))
  const backends = yield* sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database()`
  const spent = () => [process.pid, ...backends.map(({ pid }) => pid)].map(threadMillis)
  return yield* Effect.promise(async () => {
    const times: number[] = []
    let start = spent()
    for (let at = 0; at < requests + 20; at++) {
      if (at === 20) start = spent()
      const before = performance.now()
      const { status, body } = await visitor.get("/home")
      const time = performance.now() - before
      if (status !== 200 || !body.includes("figures")) throw new Error(`Home is ${status}`)
      if (at >= 20) times.push(time)
    }
    const [server = 0, ...database] = spent().map((end, at) => (end - (start[at] ?? 0)) / requests)
    return {
      times: times.sort((one, other) => one - other),
      server,
      database: database.reduce((sum, part) => sum + part, 0)
    }
  })
})

const server = await startPostgres([])
try {
  const url = await server.createDatabase("home")
  const database = layerPostgresServer(Redacted.make(url))
  await Effect.runPromise(Effect.provide(migrate, database))
  const storage = layerSqlPorts.pipe(
    Layer.provideMerge(SecureRandom.layerWebCrypto),
    Layer.provideMerge(database)
  )
  const app = layerRetainerMemoryOn(ProcessorTest, Layer.merge(layerMemoryPorts, storage))
  const {
    times,
    server: cpu,
    database: rows
  } = await Effect.runPromise(Effect.provide(measure, Layer.provideMerge(app, database)))
  const share = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
  process.stdout.write(
    `${invoices} invoices, ${times.length} requests: median ${share(0.5)} ms, ` +
      `p95 ${share(0.95)} ms; processor ${cpu.toFixed(1)} ms here and ${rows.toFixed(1)} ms in the ` +
      `database; load ${loadavg()[0]?.toFixed(1)}\n`
  )
} finally {
  await server.remove()
}
