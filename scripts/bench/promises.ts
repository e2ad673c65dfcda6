/**
 * The cost of each promise of a write: the processor time that a write saves without it. The first
 * line is a write with every promise; the others are the difference without one of them.
 * `node scripts/bench/promises.ts [seconds] [rounds]`, with `psql`.
 */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { startPostgres } from "../../test/support/postgres.ts"
import { endpoints } from "./endpoints.ts"
import { type Figures, measure, median, sideOf } from "./measure.ts"
import { makeServed } from "./served.ts"

const [seconds = 2, rounds = 3] = process.argv.slice(2).map(Number)
const names = ["PATCH /v1/projects/:id", "POST /v1/projects", "POST /v1/invoices"]

interface Promised {
  readonly name: string
  /** Statements that switch the promise off, and on again. */
  readonly off: string
  readonly on: string
}

/** Runs a statement for each row of a query that gives its text. */
const forEach = (query: string): string =>
  `DO $$ DECLARE statement text; BEGIN FOR statement IN ${query} LOOP EXECUTE statement; END LOOP; END $$`

const triggers = (name: string, functions: string): Promised => {
  const switched = (verb: string) =>
    forEach(`SELECT format('ALTER TABLE %s ${verb} TRIGGER %I', t.tgrelid::regclass, t.tgname)
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal AND p.proname ~ '${functions}'`)
  return { name, off: switched("DISABLE"), on: switched("ENABLE") }
}

const tables = (verbs: ReadonlyArray<string>): string =>
  verbs
    .map((verb) =>
      forEach(`SELECT format('ALTER TABLE %s ${verb}', oid::regclass) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
    )
    .join(";")

const promises: ReadonlyArray<Promised> = [
  {
    name: "event and audit line, chained by hashes",
    // Its row is not stored; nothing misses it then.
    off: `CREATE TABLE required AS SELECT pg_get_functiondef('must_change'::regproc) AS definition;
      CREATE OR REPLACE FUNCTION must_change(changed bigint, in_table text, in_key text)
        RETURNS boolean LANGUAGE sql AS 'SELECT changed >= 0';
      CREATE OR REPLACE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER a_skip BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION skip()`,
    on: `DROP TRIGGER a_skip ON events;
      ${forEach("SELECT definition FROM required")}; DROP TABLE required`
  },
  triggers(
    "sums of lists, reports and months, exact at once",
    "_(totals|months|taxes|analytics|draft)_"
  ),
  triggers("no cached answer after a change", "^move_.*_version$"),
  triggers("rules of an invoice in the database", "^(check_invoice|check_amount_paid)$"),
  triggers("workspaces that can move to another server", "^refuse_(held|moved)$"),
  {
    name: "foreign keys with workspace_id",
    off: tables(["DISABLE TRIGGER ALL", "ENABLE TRIGGER USER"]),
    on: tables(["ENABLE TRIGGER ALL"])
  },
  {
    name: "indexes of invoices for lists and reports",
    off: `CREATE TABLE dropped AS SELECT indexdef, indexname FROM pg_indexes
        WHERE tablename = 'invoices' AND indexdef NOT LIKE 'CREATE UNIQUE%';
      ${forEach("SELECT format('DROP INDEX %I', indexname) FROM dropped")}`,
    on: `${forEach("SELECT indexdef FROM dropped")}; DROP TABLE dropped`
  }
]

const database = "bench_promises"
const postgres = await startPostgres([])
const url = await postgres.createDatabase(database)
const run = promisify(execFile)
const execute = (sql: string) => run("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-c", sql, url])
const root = new URL("../..", import.meta.url).pathname
const served = await makeServed("here", root, url)
try {
  await served.seed(2000)
  await postgres.tidy(database)
  await served.start()
  const side = await sideOf(served)
  const options = { rounds: 1, seconds, connections: 32, database: await postgres.pid() }
  for (const endpoint of endpoints.filter(({ name }) => names.includes(name))) {
    const figures = async (): Promise<Pick<Figures, "cpu" | "databaseCpu">> => {
      const [measured] = (await measure(endpoint, [side], options)).sides
      if (measured === undefined) throw new Error(`${endpoint.name} was not measured`)
      return measured
    }
    const whole: Awaited<ReturnType<typeof figures>>[] = []
    const less = promises.map((): [cpu: number, databaseCpu: number][] => [])
    for (let round = 0; round < rounds; round++) {
      for (const [index, { off, on }] of promises.entries()) {
        const before = await figures()
        await execute(off)
        const without = await figures()
        await execute(on)
        whole.push(before)
        less[index]?.push([before.cpu - without.cpu, before.databaseCpu - without.databaseCpu])
      }
    }
    const of = (values: ReadonlyArray<number>) => median(values).toFixed(3)
    const all = `${of(whole.map(({ cpu }) => cpu))} + ${of(whole.map((one) => one.databaseCpu))}`
    console.log(`${endpoint.name}: ${all} ms, server + database`)
    for (const [index, { name }] of promises.entries()) {
      const saved = less[index] ?? []
      const [cpu, databaseCpu] = [saved.map(([one]) => one), saved.map(([, other]) => other)]
      console.log(`  ${of(cpu)} + ${of(databaseCpu)} ${name}`)
    }
  }
  await served.stop()
} finally {
  await served.remove()
  await postgres.remove()
}
