/**
 * Moves a workspace with sample data from one PostgreSQL server to another: seconds of the command
 * and of its hold, and processor time of the command and of both servers.
 * `node scripts/bench/move.ts [invoices]`; Linux only.
 */
import { startPostgres } from "../../test/support/postgres.ts"
import { runCli, temporaryDirectory } from "../../test/support/process.ts"
import { cpuSeconds } from "./processes.ts"
import { ownerEmail, secretKey } from "./served.ts"

const invoices = process.argv[2] ?? "10000"

const installation = async () => {
  const postgres = await startPostgres([])
  const { path, remove } = await temporaryDirectory()
  const url = await postgres.createDatabase("retainer")
  return { postgres, path, url, stop: () => Promise.all([postgres.stop(), remove()]) }
}
const source = await installation()
const target = await installation()

const settings = {
  DATABASE_URL: source.url,
  DATA_DIR: source.path,
  SECRET_KEY: secretKey,
  PROCESSOR: "test"
}

const retainer = async (...words: ReadonlyArray<string>) => {
  const { code, stdout, stderr } = await runCli([...words, "--json"], settings)
  if (code !== 0) throw new Error(`retainer ${words.join(" ")} ended with ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

/** Processor time in seconds: of commands that have ended, and of each server. */
const used = async () => {
  const servers = [source, target].map(async ({ postgres }) => cpuSeconds(await postgres.pid()))
  const [here = 0, there = 0] = await Promise.all(servers)
  return { here, there, commands: cpuSeconds(process.pid) - here - there }
}

try {
  await retainer("migrate")
  const owner = ["--owner-name", "Bench", "--owner-email", ownerEmail]
  const place = ["--currency", "USD", "--timezone", "UTC"]
  const made = await retainer("workspace", "create", "--name", "Bench", ...place, ...owner)
  const id = made.workspace_id
  await retainer("demo", "--workspace", id, "--size", invoices)
  await source.postgres.tidy("retainer")

  const before = await used()
  const from = performance.now()
  const to = ["--to", target.url, "--to-data-dir", target.path]
  const moved = await retainer("workspace", "move", id, ...to, "--yes")
  const seconds = (performance.now() - from) / 1000
  const after = await used()
  const spent = (of: keyof typeof before) => (after[of] - before[of]).toFixed(1)
  console.log(
    `${invoices} invoices, ${moved.rows} rows: ${seconds.toFixed(1)} s, held ${moved.held_seconds} s;`,
    `processor time ${spent("commands")} s, source ${spent("here")} s, target ${spent("there")} s`
  )
} finally {
  await Promise.all([source.stop(), target.stop()])
}
