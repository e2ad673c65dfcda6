/**
 * Does anything grow? Measures how much mixed load the server takes, sends 60 % of it for half an
 * hour (or the first argument, in minutes), and prints memory, descriptors, connections, queues and
 * dead rows as it goes. Exits with 1 if one of them grew or a request failed. Linux only.
 */
import { readdirSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { startPostgres } from "../../test/support/postgres.ts"
import { eventually, temporaryDirectory } from "../../test/support/process.ts"
import { residentMiB } from "./processes.ts"
import { makeServed, type Served } from "./served.ts"
import { describeLook, growth, type Look } from "./soaked.ts"
import { sendMixed, startReceivers } from "./soakLoad.ts"

const minutes = Number(process.argv[2] ?? 30)
const looksWanted = 24
const share = 0.6
/** The first seconds compile; only the second measurement counts. */
const capacitySeconds = 20

/** Loaded into the server: at SIGUSR2 it collects garbage and appends what is left to the file. */
const heapReport = (file: string): string => `
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { appendFileSync } from "node:fs"
process.on("SIGUSR2", () => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  appendFileSync(${JSON.stringify(file)}, process.memoryUsage().heapUsed + "\\n")
})`

/** Rows that change often and do not get more: the tables that would bloat. */
const figures = `SELECT
  (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'retainer')::int AS connections,
  (SELECT count(*) FROM outbox WHERE state = 'pending')::int +
  (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending')::int +
  (SELECT count(*) FROM totals WHERE part <> 0)::int AS queued,
  (SELECT 100.0 * sum(n_dead_tup) / sum(n_dead_tup + n_live_tup)
    FROM pg_stat_user_tables)::float AS dead,
  (SELECT sum(pg_total_relation_size(relid)) / 1048576.0 FROM pg_stat_user_tables WHERE relname IN
    ('counters', 'workspace_versions', 'outbox', 'webhook_endpoints', 'totals'))::float AS hot`

type Figures = Required<Pick<Look, "connections" | "queued" | "dead" | "hot">>
type Postgres = Awaited<ReturnType<typeof startPostgres>>

const lookAt = async (served: Served, postgres: Postgres, file: string, at: number) => {
  const rss = residentMiB(served.pid())
  const descriptors = readdirSync(`/proc/${served.pid()}/fd`).length
  const [database] = await postgres.query<Figures>("postgres", figures)
  process.kill(served.pid(), "SIGUSR2")
  const heap = await eventually(async () => {
    const lines = (await readFile(file, "utf8").catch(() => "")).split("\n")
    return lines.length > at + 1 ? Number(lines[at]) / 1024 / 1024 : undefined
  })
  return { rss, heap, descriptors, ...database }
}

const directory = await temporaryDirectory()
const file = join(directory.path, "heap")
const receivers = await startReceivers()
Object.assign(process.env, {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(heapReport(file))}`,
  SMTP_URL: receivers.smtpUrl,
  WEBHOOK_ALLOW_PRIVATE: "true"
})
const postgres = await startPostgres([])
const removals = [directory.remove, async () => receivers.stop(), postgres.remove]
try {
  const root = new URL("../..", import.meta.url).pathname
  const served = await makeServed("soak", root, postgres.url)
  removals.push(served.remove)
  await served.seed(300)
  await served.start()
  await served.ask("POST", "/v1/webhook_endpoints", { url: receivers.webhookUrl })
  await sendMixed(served, capacitySeconds)
  const most = await sendMixed(served, capacitySeconds)
  const capacity = most.requests / most.seconds
  const rate = capacity * share
  console.log(`capacity ${capacity.toFixed(0)} requests/s, load ${rate.toFixed(0)} requests/s`)
  const start = performance.now()
  const looks: Look[] = []
  let requests = 0
  const failures = [...most.failures]
  for (let at = 0; at < looksWanted; at++) {
    const sent = await sendMixed(served, (minutes * 60) / looksWanted, rate)
    requests += sent.requests
    failures.push(...sent.failures)
    const minute = (performance.now() - start) / 60_000
    looks.push({ minute, ...(await lookAt(served, postgres, file, at)) })
    const said = looks.slice(-1).map(describeLook)
    console.log(`${minute.toFixed(1)} min: ${requests} requests, ${said}`)
  }
  const grown = growth(looks)
  console.log(grown ?? "nothing grew")
  for (const failure of failures) console.log(`failed: ${failure}`)
  if (grown !== undefined || failures.length > 0) process.exitCode = 1
  await served.stop()
} finally {
  for (const remove of removals.toReversed()) await remove()
}
