/**
 * Whether a list takes longer in a large workspace: each list in every combination of its filters, on a thousand rows
 * and on many, by turns on one server, through the repositories. Where the small one has fewer rows than a page, the
 * large one is asked for as many, and for a page too: the two are told apart. Prints how many take more than 1.5 times
 * as long, and the worst. Usage: `npx node scripts/bench/lists.ts [rows] [rounds] [server's URL]`; 1,000,000 rows take
 * minutes to make, and stay in the databases `few` and `many` of a server that is given. Linux only.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { readFileSync } from "node:fs"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { SecureRandomNode } from "../../src/infra/crypto/SecureRandomNode.ts"
import { layerServer } from "../../src/infra/sql/Database.ts"
import { migrate } from "../../src/infra/sql/Migrations.ts"
import { layerSqlPorts } from "../../src/infra/sql/SqlPorts.ts"
import { foldTotals } from "../../src/infra/sql/Totals.ts"
import { listReads, type Read } from "../../test/support/listReads.ts"
import { manyRows, namesOf } from "../../test/support/manyRows.ts"
import { startPostgres } from "../../test/support/postgres.ts"

/** As many as the sample needs for its busy project. */
const few = 1024
const many = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 11)
const given = process.argv[4]
const limit = 20
const goal = 1.5
const tables = ["clients", "projects", "invoices", "payments", "files", "tasks", "totals"]

const layerOf = (url: string) =>
  layerSqlPorts.pipe(
    Layer.provideMerge(SecureRandomNode),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    // One connection reads, so that the process which answers is known.
    Layer.provideMerge(layerServer(Redacted.make(url), 4))
  )

/** The lists of a database, by how many rows a page has, and the server's process that answers them. */
const readsOf = Effect.fnUntraced(function* (url: string, rows: number, isMade: boolean) {
  const context = yield* Layer.build(Layer.fresh(layerOf(url)))
  const made = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    if (!isMade) {
      yield* manyRows(rows)
      yield* foldTotals(sql)
      // One by one: a statement has a quarter of a minute.
      for (const table of tables) yield* sql`VACUUM ANALYZE ${sql(table)}`
    }
    const pages: Array<ReadonlyArray<Read>> = []
    for (let size = 1; size <= limit; size++) {
      pages.push(yield* listReads(namesOf(rows), rows, size))
    }
    const [server] = yield* sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`
    return { pages, pid: server?.pid ?? 0 }
  })
  return yield* Effect.provideContext(made, context)
})

type Reads = Effect.Success<ReturnType<typeof readsOf>>

interface Cost {
  readonly wall: number
  /** Processor time of this process and of the server's. */
  readonly cpu: number
}

const serverCpu = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6

/** Milliseconds of one list, and how many rows it gave. */
const once = Effect.fnUntraced(function* ({ pages, pid }: Reads, index: number, size = limit) {
  const list = pages[Math.max(1, size) - 1]?.[index]?.list
  if (list === undefined) return yield* Effect.die(`no list ${index}`)
  const [before, own, began] = [serverCpu(pid), process.cpuUsage(), performance.now()]
  const { items } = yield* list
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(own)
  return { wall, cpu: (user + system) / 1000 + serverCpu(pid) - before, rows: items.length }
})

const quantile = (times: ReadonlyArray<number>, part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN

/** The second decile of both costs: other work only adds to them. */
const lowest = (costs: ReadonlyArray<Cost>) => ({
  wall: quantile(
    costs.map(({ wall }) => wall),
    0.2
  ),
  cpu: quantile(
    costs.map(({ cpu }) => cpu),
    0.2
  )
})

/** One list on both, by turns; the large one with a page of so many rows. */
const compared = Effect.fnUntraced(function* (
  [small, large]: readonly [Reads, Reads],
  index: number,
  size: number
) {
  const [one, other]: readonly [Array<Cost>, Array<Cost>] = [[], []]
  // The first three are not counted: the connection plans them anew.
  for (let round = -3; round < rounds; round++) {
    const costs = [yield* once(small, index), yield* once(large, index, size)] as const
    if (round < 0) continue
    one.push(costs[0])
    other.push(costs[1])
  }
  return [lowest(one), lowest(other)] as const
})

interface Line {
  readonly name: string
  readonly rows: number
  readonly costs: Effect.Success<ReturnType<typeof compared>>
}

const ratioOf = (of: keyof Cost, { costs: [one, other] }: Line) => other[of] / one[of]

const shown = (title: string, lines: ReadonlyArray<Line>) => {
  console.log(`\n${title}: ${lines.length} lists`)
  for (const kind of ["wall", "cpu"] as const) {
    const ratios = lines.map((line) => ratioOf(kind, line))
    const above = ratios.filter((ratio) => ratio > goal).length
    const most = quantile(ratios, 1 - 1 / Math.max(2, ratios.length))
    console.log(
      `${kind}: half at most ${quantile(ratios, 0.5).toFixed(2)} times, ${above} above ${goal}, most ${most.toFixed(2)}`
    )
  }
  for (const line of lines.toSorted((a, b) => ratioOf("cpu", b) - ratioOf("cpu", a)).slice(0, 12)) {
    const [one, other] = line.costs
    const times = (of: keyof Cost) => `${one[of].toFixed(2)} → ${other[of].toFixed(2)}`
    console.log(
      `${ratioOf("cpu", line).toFixed(2)}  cpu ${times("cpu")}, wall ${times("wall")} ms, ${line.rows} rows  ${line.name}`
    )
  }
}

const program = Effect.gen(function* () {
  const url =
    given ??
    (yield* Effect.acquireRelease(
      Effect.promise(() => startPostgres([])),
      ({ remove }) => Effect.promise(remove)
    )).url
  const admin = yield* Layer.build(Layer.fresh(layerServer(Redacted.make(url))))
  const opened = Effect.fnUntraced(function* (database: string, rows: number) {
    const sql = Context.get(admin, SqlClient.SqlClient)
    const found = yield* sql`SELECT 1 FROM pg_database WHERE datname = ${database}`
    if (found.length === 0) yield* sql.unsafe(`CREATE DATABASE ${database}`)
    const its = new URL(url)
    its.pathname = `/${database}`
    return yield* readsOf(its.href, rows, found.length > 0)
  })
  const both = [yield* opened("few", few), yield* opened("many", many)] as const
  const alike: Array<Line> = []
  const fewer: Array<Line> = []
  for (const [index, { name }] of (both[0].pages[0] ?? []).entries()) {
    const { rows } = yield* once(both[0], index)
    alike.push({ name, rows, costs: yield* compared(both, index, rows) })
    if (rows === limit) continue
    const large = yield* once(both[1], index)
    if (large.rows <= rows) continue
    fewer.push({ name, rows: large.rows, costs: yield* compared(both, index, limit) })
  }
  console.log(`lists of ${few} and of ${many} rows, ${rounds} rounds each, second decile`)
  shown("as many rows from both, at least one", alike)
  shown(`those that give fewer than ${limit} of the small one, with a page of the large one`, fewer)
})

await Effect.runPromise(Effect.scoped(program))
process.exit(0)
