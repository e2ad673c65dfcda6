/**
 * Does memory grow? Sends every kind of request to a throw-away PostgreSQL for ten minutes (or the
 * first argument), prints memory twelve times, and exits with 1 if it grew. Linux only.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { startPostgres } from "../../test/support/postgres.ts"
import { eventually, temporaryDirectory } from "../../test/support/process.ts"
import { endpoints, sampleOf } from "./endpoints.ts"
import { residentMiB } from "./processes.ts"
import { sendAll } from "./sender.ts"
import { makeServed, type Served } from "./served.ts"
import { growth, type Look } from "./soaked.ts"

const minutes = Number(process.argv[2] ?? 10)
const looksWanted = 12

/** Loaded into the server: at SIGUSR2 it collects garbage and appends what is left to the file. */
const told = (file: string): string => `
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { appendFileSync } from "node:fs"
process.on("SIGUSR2", () => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  appendFileSync(${JSON.stringify(file)}, process.memoryUsage().heapUsed + "\\n")
})`

const look = async (served: Served, file: string, minute: number, count: number): Promise<Look> => {
  const rss = residentMiB(served.pid())
  process.kill(served.pid(), "SIGUSR2")
  const heap = await eventually(async () => {
    const lines = (await readFile(file, "utf8").catch(() => "")).split("\n")
    return lines.length > count + 1 ? Number(lines[count]) / 1024 / 1024 : undefined
  })
  return { minute, rss, heap }
}

/** A second of each kind, by sixteen connections; answers how many were sent. */
const mixed = async (served: Served): Promise<number> => {
  const sample = await sampleOf(served)
  let requests = 0
  for (const endpoint of endpoints) {
    const lines = await endpoint.lines(served, sample, 20)
    const once = endpoint.once === true
    const target = { url: served.url(), key: served.key(), lines }
    const sent = await sendAll({ ...target, connections: 16, seconds: 1, once })
    requests += sent.requests
    if (sent.bad > 0) console.log(`${endpoint.name}: ${sent.bad} of ${sent.requests} failed`)
  }
  return requests
}

const directory = await temporaryDirectory()
const file = join(directory.path, "heap")
process.env["NODE_OPTIONS"] = `--import=data:text/javascript,${encodeURIComponent(told(file))}`
const postgres = await startPostgres([])
const removals = [directory.remove, postgres.remove]
try {
  const root = new URL("../..", import.meta.url).pathname
  const served = await makeServed("soak", root, postgres.url)
  removals.push(served.remove)
  await served.seed(300)
  await served.start()
  const start = performance.now()
  const minute = () => (performance.now() - start) / 60_000
  const looks: Look[] = []
  let requests = 0
  while (minute() < minutes) {
    requests += await mixed(served)
    if (minute() < ((looks.length + 1) * minutes) / looksWanted) continue
    const now = await look(served, file, minute(), looks.length)
    looks.push(now)
    const memory = `RSS ${now.rss.toFixed(0)} MiB, alive ${now.heap.toFixed(1)} MiB`
    console.log(`${now.minute.toFixed(1)} min: ${requests} requests, ${memory}`)
  }
  const grown = growth(looks)
  console.log(grown ?? "nothing grew")
  if (grown !== undefined) process.exitCode = 1
  await served.stop()
} finally {
  for (const remove of removals.toReversed()) await remove()
}
