/**
 * Server time of the signed-in pages on PostgreSQL in a workspace of sample data: each page over one
 * connection, one request after another, with the statements of one request, and the longest that
 * another request waits while four people open the page, or while the workspace is exported. Usage:
 * `npx node scripts/bench/pages.ts [invoices] [requests] [text of a path]`; 10,000 and 100 by
 * default. Linux only.
 */
import { loadavg } from "node:os"
import { setTimeout } from "node:timers/promises"
import { startPostgres } from "../../test/support/postgres.ts"
import { makeVisitor, type Visitor } from "../../test/support/visitor.ts"
import { threadMillis } from "./processes.ts"
import { makeServed, ownerEmail, type Served } from "./served.ts"

const invoices = Number(process.argv[2] ?? 10_000)
const requests = Number(process.argv[3] ?? 100)
const text = process.argv[4] ?? ""
const database = "bench_pages"
const warmUp = 10

type Postgres = Awaited<ReturnType<typeof startPostgres>>

const idOf = async (served: Served, path: string): Promise<string> =>
  String((await served.ask("GET", path))["data"]?.[0]?.["id"])

/** The pages, with the objects of the sample that they show. */
const pathsOf = async (served: Served): Promise<ReadonlyArray<string>> => {
  const paid = await idOf(served, "/v1/invoices?status=paid&limit=1")
  const draft = await idOf(served, "/v1/invoices?status=draft&limit=1")
  const overdue = await idOf(served, "/v1/invoices?status=overdue&limit=1")
  const client = await idOf(served, "/v1/clients?limit=1")
  const project = await idOf(served, "/v1/projects?status=in_progress&limit=1")
  const states = ["open", "overdue", "draft", "paid", "all"].map((state) => `?state=${state}`)
  const sorts = ["?sort=due_date", "?sort=-total", `?client=${client}`, "?q=web"]
  const reports = ["revenue", "receivables", "projects", "taxes", "clients"]
  return [
    "/home",
    ...[...states, ...sorts].map((query) => `/invoices${query}`),
    ...[paid, draft, overdue].map((id) => `/invoices/${id}`),
    ...["pay", "remind", "again", "credit"].map((panel) => `/invoices/${overdue}?do=${panel}`),
    `/invoices/${draft}/edit`,
    "/invoices/new",
    ...["", "?sort=name", "?sort=seen", "?q=an"].map((query) => `/clients${query}`),
    ...["invoices", "projects", "history"].map((show) => `/clients/${client}?show=${show}`),
    `/clients/${client}/statement`,
    "/projects",
    `/projects/${project}`,
    ...reports.map((show) => `/reports?show=${show}`),
    ...["inv", "INV-0142", "a", "website"].map((q) => `/search?q=${q}`),
    ...["/invoices.csv?state=all", "/clients.csv", "/projects.csv"],
    "/account",
    ...["users", "mails", "audit", "api-keys", "workspace"].map((name) => `/settings/${name}`)
  ].filter((path) => path.includes(text))
}

/** Milliseconds of each request in order of size, and the processor time of one. */
const measure = async (visitor: Visitor, path: string, pids: ReadonlyArray<number>) => {
  const times: number[] = []
  const spent = () => pids.map(threadMillis)
  let start = spent()
  for (let at = 0; at < requests + warmUp; at++) {
    if (at === warmUp) start = spent()
    const before = performance.now()
    const { status, body } = await visitor.get(path)
    const time = performance.now() - before
    if (status !== 200 || body === "") throw new Error(`${path} is ${status}`)
    if (at >= warmUp) times.push(time)
  }
  const [server = 0, ...rows] = spent().map((end, at) => (end - (start[at] ?? 0)) / requests)
  return {
    times: times.sort((one, other) => one - other),
    server,
    database: rows.reduce((sum, part) => sum + part, 0)
  }
}

/** The longest look-up by a key, in milliseconds, among those made during the work. */
const longestBeside = async (served: Served, work: () => Promise<unknown>): Promise<number> => {
  let isOver = false
  let longest = 0
  const looking = async (): Promise<void> => {
    while (!isOver) {
      const before = performance.now()
      await served.ask("GET", "/v1/workspace")
      longest = Math.max(longest, performance.now() - before)
    }
  }
  const lookUps = looking()
  await work()
  isOver = true
  await lookUps
  return longest
}

const openedByFour = (visitor: Visitor, path: string) => async (): Promise<void> => {
  const open = async (): Promise<void> => {
    for (let at = 0; at < requests / 10; at++) await visitor.get(path)
  }
  await Promise.all([open(), open(), open(), open()])
}

const leave = "/settings/leave"

/** From the request for an export to its archive. */
const exported = (visitor: Visitor, postgres: Postgres) => async (): Promise<void> => {
  await visitor.submit(await visitor.get(leave), `${leave}/export`)
  const pending = "SELECT 1 FROM workspace_exports WHERE status = 'pending'"
  while ((await postgres.query(database, pending)).length > 0) await setTimeout(100)
}

/** The text that the server has logged since it was last emptied. */
let log = ""
let logged = (): void => {}

/** The number of statements that a request sends, from the database's log. */
const statementsOf = async (
  visitor: Visitor,
  path: string,
  postgres: Postgres
): Promise<number> => {
  const marked = async (mark: string): Promise<string> => {
    await postgres.query(database, `SELECT '${mark}'`)
    while (!log.includes(mark)) await new Promise<void>((resolve) => (logged = resolve))
    const text = log
    log = ""
    return text
  }
  await visitor.get(path)
  await marked("the page begins")
  await visitor.get(path)
  const statements = (await marked("the page ends")).match(/LOG: {2}(?:execute|statement)/g)
  return (statements?.length ?? 0) - 1
}

const report = async (served: Served, postgres: Postgres): Promise<void> => {
  const password = await served.seed(invoices)
  await postgres.tidy(database)
  await served.start()
  const visitor = makeVisitor(fetch, served.url())
  await visitor.signIn(ownerEmail, password)
  const backends = await postgres.query<{ pid: number }>(
    database,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
  )
  const pids = [served.pid(), ...backends.map(({ pid }) => pid)]
  // The sample leaves parts of totals that the server folds in its first minute.
  const parts = "SELECT count(*)::int AS parts FROM totals WHERE part <> 0"
  while (((await postgres.query<{ parts: number }>(database, parts))[0]?.parts ?? 0) > 500) {
    await visitor.get("/home")
  }
  console.log(
    "| page | median, ms | p95, ms | server, ms | database, ms | statements | beside, ms |"
  )
  console.log("| --- | --- | --- | --- | --- | --- | --- |")
  for (const path of await pathsOf(served)) {
    const { times, ...cpu } = await measure(visitor, path, pids)
    const share = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
    await postgres.query(database, "ALTER SYSTEM SET log_statement = 'all'")
    await postgres.query(database, "SELECT pg_reload_conf()")
    // Workers may ask for their jobs meanwhile.
    const counts: number[] = []
    while (counts.length < 3) counts.push(await statementsOf(visitor, path, postgres))
    await postgres.query(database, "ALTER SYSTEM RESET log_statement")
    await postgres.query(database, "SELECT pg_reload_conf()")
    const cells = [
      share(0.5),
      share(0.95),
      cpu.server.toFixed(1),
      cpu.database.toFixed(1),
      Math.min(...counts),
      (await longestBeside(served, openedByFour(visitor, path))).toFixed(0)
    ]
    console.log(`| ${path} | ${cells.join(" | ")} |`)
  }
  const beside = await longestBeside(served, exported(visitor, postgres))
  console.log(`\nBeside an export of the workspace: ${beside.toFixed(0)} ms`)
  console.log(`\n${invoices} invoices, ${requests} requests each; load ${loadavg()[0]?.toFixed(1)}`)
}

const postgres = await startPostgres([], (message) => {
  log += message
  logged()
})
try {
  const url = await postgres.createDatabase(database)
  const served = await makeServed("here", new URL("../..", import.meta.url).pathname, url)
  try {
    await report(served, postgres)
  } finally {
    await served.remove()
  }
} finally {
  await postgres.remove()
}
