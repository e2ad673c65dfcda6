/**
 * Measures Retainer on a throw-away PostgreSQL: against what pgbench reaches there, and with
 * `--against COMMIT` against itself at another commit, in turn. Prints the table of
 * docs/performance.md; Linux only.
 */
import { parseArgs } from "node:util"
import { startPostgres } from "../test/support/postgres.ts"
import { type Checkout, checkOut } from "./bench/checkout.ts"
import { endpoints } from "./bench/endpoints.ts"
import { lookupLimit } from "./bench/limit.ts"
import { measure, median, type Row, sideOf } from "./bench/measure.ts"
import { residentMiB } from "./bench/processes.ts"
import { makeServed, type Served } from "./bench/served.ts"
import { type Process, type Result, tableOf } from "./bench/table.ts"

const usage = `npm run bench -- [--against COMMIT] [--quick] [--json] [--only TEXT,…] [--rounds 3] [--seconds 4]
  [--size 2000] [--rest 9]
  --against  measures this tree and COMMIT in turn, and tells the ratio of both
  --quick    one round of a second on 200 invoices: good for what is wrong by a factor
  --json     the figures as JSON in place of the table
  --only     endpoints whose name contains one of the texts
  --size     invoices of the sample data;  --rest  seconds after the start at which memory is at rest`

const { values } = parseArgs({
  options: {
    against: { type: "string" },
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string" },
    seconds: { type: "string" },
    size: { type: "string" },
    rest: { type: "string" },
    help: { type: "boolean", default: false }
  }
})
const { quick } = values
const numberOf = (text: string | undefined, fallback: number): number => {
  const number = text === undefined ? fallback : Number(text)
  if (!(number >= 0)) throw new Error(`${text} is no number`)
  return number
}
const rounds = numberOf(values.rounds, quick ? 1 : 3)
const seconds = numberOf(values.seconds, quick ? 1 : 4)
const size = numberOf(values.size, quick ? 200 : 2000)
const rest = numberOf(values.rest, quick ? 4 : 9)
const wanted = endpoints.filter(
  ({ name }) => values.only?.split(",").some((text) => name.includes(text)) ?? true
)

const removals: Array<() => Promise<void>> = []
const removeAll = async (): Promise<void> => {
  for (let remove = removals.pop(); remove !== undefined; remove = removals.pop()) await remove()
}
const tell = (text: string): void => console.error(text)

/** Started three times, the last of which is measured on. */
const begin = async (served: Served): Promise<{ startSeconds: number; restMiB: number }> => {
  const starts = [await served.start()]
  for (let again = 1; again < (quick ? 1 : 3); again++) {
    await served.stop()
    starts.push(await served.start())
  }
  await new Promise((resolve) => setTimeout(resolve, rest * 1000))
  return { startSeconds: median(starts), restMiB: residentMiB(served.pid()) }
}

const main = async (): Promise<Result> => {
  const flags = ["fsync=on", "shared_buffers=256MB", "max_wal_size=4GB", "autovacuum=off"]
  const postgres = await startPostgres(flags.flatMap((flag) => ["-c", flag]))
  removals.push(postgres.remove)
  const here = { name: "here", root: new URL("..", import.meta.url).pathname }
  const trees: Array<Pick<Checkout, "name" | "root">> = [here]
  if (values.against !== undefined) {
    const other = await checkOut(values.against)
    removals.push(other.remove)
    trees.push(other)
  }
  const servers: Served[] = []
  const starts: Array<{ startSeconds: number; restMiB: number }> = []
  let url = ""
  for (const { name, root } of trees) {
    url = await postgres.createDatabase(`bench_${name}`)
    const served = await makeServed(name, root, url)
    removals.push(served.remove)
    await served.seed(size)
    // Nothing else does: autovacuum would come in the middle of one of both.
    await postgres.tidy(`bench_${name}`)
    servers.push(served)
    starts.push(await begin(served))
    tell(`${name} serves`)
  }
  const [first] = trees
  const limit = await lookupLimit(url.replace(/[^/]+$/, `bench_${first?.name}`), seconds)
  const sides = await Promise.all(servers.map(sideOf))
  const options = { rounds, seconds, connections: 32, database: await postgres.pid() }
  const rows: Row[] = []
  for (const endpoint of wanted) {
    rows.push(await measure(endpoint, sides, options))
    tell(`${endpoint.name} done`)
  }
  const processes = servers.flatMap((served, index): ReadonlyArray<Process> => {
    const start = starts[index]
    const afterMiB = residentMiB(served.pid())
    return start === undefined ? [] : [{ name: served.name, ...start, afterMiB }]
  })
  for (const served of servers) await served.stop()
  return { rows, processes, ...(limit === undefined ? {} : { limit }) }
}

if (values.help) {
  console.log(usage)
} else {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void removeAll().finally(() => process.exit(130)))
  }
  try {
    const result = await main()
    console.log(values.json ? JSON.stringify(result, null, 2) : tableOf(result))
  } finally {
    await removeAll()
  }
}
