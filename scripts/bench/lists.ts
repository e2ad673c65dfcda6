/**
 * Whether a list takes longer in a large workspace: each list in every combination of its filters, on a thousand rows
 * and on many, by turns on one server, through the repositories. Prints how many take more than 1.5 times as long,
 * and the worst. Usage: `npx node scripts/bench/lists.ts [rows] [rounds]`; 1,000,000 rows take minutes to make.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { SecureRandomNode } from "../../src/infra/crypto/SecureRandomNode.ts"
import { layerServer } from "../../src/infra/sql/Database.ts"
import { migrate } from "../../src/infra/sql/Migrations.ts"
import { layerSqlPorts } from "../../src/infra/sql/SqlPorts.ts"
import { foldTotals } from "../../src/infra/sql/Totals.ts"
import { listReads } from "../../test/support/listReads.ts"
import { manyRows } from "../../test/support/manyRows.ts"
import { startPostgres } from "../../test/support/postgres.ts"

/** As many as the sample needs for its busy project. */
const few = 1024
const many = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 11)
const limit = 20
const goal = 1.5

const layerOf = (url: string) =>
  layerSqlPorts.pipe(
    Layer.provideMerge(SecureRandomNode),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(layerServer(Redacted.make(url)))
  )

/** The lists of a new database with so many rows. */
const readsOf = Effect.fnUntraced(function* (url: string, rows: number) {
  const context = yield* Layer.build(Layer.fresh(layerOf(url)))
  const made = Effect.gen(function* () {
    const rowsMade = yield* manyRows(rows)
    const sql = yield* SqlClient.SqlClient
    yield* foldTotals(sql)
    yield* sql`VACUUM ANALYZE`
    return yield* listReads(rowsMade, rows, limit)
  })
  return yield* Effect.provideContext(made, context)
})

const milliseconds = Effect.fnUntraced(function* (list: Effect.Effect<unknown>) {
  const began = performance.now()
  yield* list
  return performance.now() - began
})

const quantile = (times: ReadonlyArray<number>, part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN

const program = Effect.gen(function* () {
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startPostgres([])),
    ({ remove }) => Effect.promise(remove)
  )
  const admin = yield* Layer.build(Layer.fresh(layerServer(Redacted.make(server.url))))
  const urlOf = Effect.fnUntraced(function* (database: string) {
    const sql = Context.get(admin, SqlClient.SqlClient)
    yield* sql.unsafe(`CREATE DATABASE ${database}`)
    const url = new URL(server.url)
    url.pathname = `/${database}`
    return url.href
  })
  const small = yield* readsOf(yield* urlOf("few"), few)
  const large = yield* readsOf(yield* urlOf("many"), many)
  const lines: Array<{ readonly low: number; readonly median: number; readonly text: string }> = []
  for (const [index, { name, list }] of small.entries()) {
    const other = large[index]
    if (other === undefined) continue
    const times: { readonly few: Array<number>; readonly many: Array<number> } = {
      few: [],
      many: []
    }
    // The first two are not counted: the connection plans them anew.
    for (let round = -2; round < rounds; round++) {
      const one = yield* milliseconds(list)
      const two = yield* milliseconds(other.list)
      if (round < 0) continue
      times.few.push(one)
      times.many.push(two)
    }
    const ratioAt = (part: number) => quantile(times.many, part) / quantile(times.few, part)
    const shown = [times.few, times.many].map((of) =>
      [0.2, 0.5].map((part) => quantile(of, part).toFixed(2)).join("/")
    )
    lines.push({
      low: ratioAt(0.2),
      median: ratioAt(0.5),
      text: `${shown.join(" → ")} ms  ${name}`
    })
  }
  const summary = (of: "low" | "median") => {
    const ratios = lines.map((line) => line[of])
    const above = ratios.filter((ratio) => ratio > goal).length
    return `half at most ${quantile(ratios, 0.5).toFixed(2)} times as long, ${above} above ${goal}`
  }
  console.log(`${lines.length} lists of ${few} and of ${many} rows, ${rounds} rounds each`)
  console.log(`by the median: ${summary("median")}`)
  console.log(`by the second decile, which other work disturbs less: ${summary("low")}`)
  console.log("the worst, with second decile and median:")
  const worst = lines.toSorted((one, other) => other.low - one.low).slice(0, 30)
  for (const { low, text } of worst) console.log(`${low.toFixed(2)}  ${text}`)
})

await Effect.runPromise(Effect.scoped(program))
process.exit(0)
