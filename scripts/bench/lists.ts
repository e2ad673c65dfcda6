/**
 * Whether a list takes longer in a large workspace: each list of the API in every combination of
 * its filters, on a thousand rows and on many, by HTTP over one connection each, by turns. Each
 * list is read twice: after a change of the workspace, from the database, and then from the cache.
 * If the small workspace has fewer rows than a page, the large one reads both that many and a page.
 * A quotient above the goal is measured a second time, because some of so many exceed it by chance.
 * Usage: `npx node scripts/bench/lists.ts [rows] [rounds] [rounds again] [server's URL]`; 1,000,000
 * rows take minutes to make, and stay in the databases `few` and `many` of a server that is given.
 * Linux only.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { loadavg } from "node:os"
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { startPostgres } from "../../test/support/postgres.ts"
import { type Cost, makeSide, type Side } from "./listSides.ts"
import { median } from "./measure.ts"

/** As many as the sample needs for its busy project. */
const few = 1024
const many = Number(process.argv[2] ?? 1_000_000)
const rounds = Number(process.argv[3] ?? 15)
const roundsAgain = Number(process.argv[4] ?? 61)
const given = process.argv[5]
const limit = 20
const goal = 1.5

const ways = ["drawn", "kept"] as const
type Way = (typeof ways)[number]
const measures = ["wall", "cpu", "database"] as const
type Sides = readonly [small: Side, large: Side]
/** Costs of the small and of the large workspace. */
type Pair = readonly [Cost, Cost]

interface Line {
  readonly name: string
  readonly rows: number
  readonly costs: Readonly<Record<Way, Pair>>
  readonly isAgain: boolean
}

const medianOf = (costs: ReadonlyArray<Cost>): Cost => ({
  wall: median(costs.map(({ wall }) => wall)),
  cpu: median(costs.map(({ cpu }) => cpu)),
  database: median(costs.map(({ database }) => database))
})

/** One list on both, by turns; the large one with a page of so many rows. */
const compared = async (sides: Sides, index: number, size: number, times: number) => {
  const turns = [
    { side: sides[0], size: limit, drawn: [] as Cost[], kept: [] as Cost[] },
    { side: sides[1], size, drawn: [] as Cost[], kept: [] as Cost[] }
  ] as const
  // Discards the first three: the connection plans the statement, and the cache is cold.
  for (let round = -3; round < times; round++) {
    // Always in this order: each then comes after the other, never after itself.
    for (const turn of turns) {
      await turn.side.change()
      for (const way of ways) {
        const cost = await turn.side.ask(index, turn.size)
        if (round >= 0) turn[way].push(cost)
      }
    }
  }
  const pair = (way: Way): Pair => [medianOf(turns[0][way]), medianOf(turns[1][way])]
  return { drawn: pair("drawn"), kept: pair("kept") }
}

const ratioOf = (of: keyof Cost, [small, large]: Pair): number => large[of] / small[of]

const isAbove = (of: keyof Cost, pair: Pair): boolean => ratioOf(of, pair) > goal

const lineOf = async (
  sides: Sides,
  index: number,
  { name, rows, size }: { readonly name: string; readonly rows: number; readonly size: number }
): Promise<Line> => {
  const costs = await compared(sides, index, size, rounds)
  // A cached read costs the database almost nothing, so its quotient has no meaning.
  const isDoubtful = measures.some((of) => isAbove(of, costs.drawn)) || isAbove("wall", costs.kept)
  if (!isDoubtful) return { name, rows, costs, isAgain: false }
  return { name, rows, costs: await compared(sides, index, size, roundsAgain), isAgain: true }
}

const shown = (title: string, way: Way, lines: ReadonlyArray<Line>) => {
  const again = lines.filter(({ isAgain }) => isAgain).length
  console.log(`\n${title}, ${way}: ${lines.length} lists, ${again} of them measured again`)
  for (const of of measures) {
    const ratios = lines.map(({ costs }) => ratioOf(of, costs[way]))
    const above = ratios.filter((ratio) => ratio > goal).length
    console.log(
      `${of}: half at most ${median(ratios).toFixed(2)} times, ${above} above ${goal}, most ${Math.max(...ratios).toFixed(2)}`
    )
  }
  const worst = lines.toSorted(
    (a, b) => ratioOf("wall", b.costs[way]) - ratioOf("wall", a.costs[way])
  )
  for (const { name, rows, costs, isAgain } of worst.slice(0, 12)) {
    const pair = costs[way]
    const [small, large] = pair
    const times = (of: keyof Cost) =>
      `${of} ${small[of].toFixed(2)} → ${large[of].toFixed(2)} (${ratioOf(of, pair).toFixed(2)})`
    console.log(
      `${measures.map(times).join(", ")} ms, ${isAgain ? roundsAgain : rounds} rounds, ${rows} rows  ${name}`
    )
  }
}

const isThere = (url: string, database: string): Promise<boolean> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const found = yield* sql`SELECT 1 FROM pg_database WHERE datname = ${database}`
    if (found.length === 0) yield* sql.unsafe(`CREATE DATABASE ${database}`)
    return found.length > 0
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(url) })), Effect.runPromise)

const opened = async (url: string, database: string, rows: number): Promise<Side> => {
  const isMade = await isThere(url, database)
  const its = new URL(url)
  its.pathname = `/${database}`
  return await makeSide(its.href, rows, isMade)
}

const measured = async (sides: Sides): Promise<void> => {
  const began = performance.now()
  const alike: Array<Line> = []
  const fewer: Array<Line> = []
  for (const [index, { name }] of sides[0].lists.entries()) {
    const { rows } = await sides[0].ask(index, limit)
    alike.push(await lineOf(sides, index, { name, rows, size: Math.max(1, rows) }))
    if (rows === limit) continue
    const large = await sides[1].ask(index, limit)
    if (large.rows <= rows) continue
    fewer.push(await lineOf(sides, index, { name, rows: large.rows, size: limit }))
  }
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  const load = loadavg().map((average) => average.toFixed(1))
  console.log(`Lists of ${few} and of ${many} rows, by HTTP over one connection each, by turns; medians of ${rounds} rounds,
of ${roundsAgain} where one of the figures was above ${goal} times with so many. ${minutes} minutes, load ${load.join(", ")}.`)
  for (const way of ways) shown("As many rows from both, at least one", way, alike)
  const title = `Those that give fewer than ${limit} of the small one, with a page of the large one`
  for (const way of ways) shown(title, way, fewer)
}

const removals: Array<() => Promise<void>> = []
try {
  const postgres = given === undefined ? await startPostgres([]) : undefined
  if (postgres !== undefined) removals.push(postgres.remove)
  const url = given ?? postgres?.url ?? ""
  const small = await opened(url, "few", few)
  removals.push(small.remove)
  const large = await opened(url, "many", many)
  removals.push(large.remove)
  await measured([small, large])
} finally {
  for (const remove of removals.toReversed()) await remove()
}
process.exit(0)
