/**
 * Cost of a PDF, and the latency of other requests while PDFs are drawn. Prints milliseconds of a
 * client for a document that is drawn and for one that is read again, one after the other; then
 * eight clients download new documents while a ninth reads one project after the other, and its
 * latency is compared with that of a quiet server, side by side in one run.
 */
import {
  firstKey,
  startServer,
  stopServer,
  temporaryDirectory
} from "../../test/support/process.ts"

const lines = Number(process.argv[2] ?? 40)
const seconds = 5
const one = 100
/** More than are drawn in that time. */
const many = 500

const directory = await temporaryDirectory()
const server = await startServer({ DATA_DIR: directory.path, RATE_LIMIT: "off", LOG_LEVEL: "none" })
const headers = {
  authorization: `Bearer ${firstKey(server)}`,
  "content-type": "application/json"
}
const post = async (path: string, body: object) =>
  (
    await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  ).json()

const get = async (path: string): Promise<void> => {
  await (await fetch(`${server.url}${path}`, { headers })).arrayBuffer()
}

const client = await post("/v1/clients", { name: "Ada", email: "ada@x.example" })
const project = await post("/v1/projects", { name: "P", client_id: client.id })
const weeks = ["Design", "Research", "Hosting", "Support", "Quality", "Workshop", "Migration"]

/** Paths of documents that were never drawn, no two of them with the same words. */
const documents: string[] = []
for (let number = 0; number < many + 2 * one; number++) {
  const line_items = Array.from({ length: lines }, (_, index) => ({
    description: `${weeks[(number + index) % weeks.length]} of week ${number + index}, in a few words`,
    quantity: 1.5,
    unit_price: 9500 + number
  }))
  const { id } = await post("/v1/invoices", { client_id: client.id, line_items })
  documents.push(`/v1/invoices/${id}/pdf`)
}

interface Measured {
  readonly median: number
  readonly p99: number
  readonly reads: number
}

/** Milliseconds of one read after the other, while there is a next. */
const measure = async (next: (read: number) => string | undefined): Promise<Measured> => {
  const times: number[] = []
  for (let path = next(0); path !== undefined; path = next(times.length)) {
    const start = performance.now()
    await get(path)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { median: at(0.5), p99: at(0.99), reads: times.length }
}

const reads = (): ((read: number) => string | undefined) => {
  const end = performance.now() + seconds * 1000
  return () => (performance.now() < end ? `/v1/projects/${project.id}` : undefined)
}

// The first threads start, and code gets warm.
for (const path of documents.splice(0, one)) await get(path)
await measure(reads())

const fresh = documents.splice(0, one)
const drawn = await measure((read) => fresh[read])
const again = await measure((read) => fresh[read])
const quiet = await measure(reads())
let downloads = 0
let isBusy = true
const downloaders = Array.from({ length: 8 }, async () => {
  for (let path = documents.pop(); isBusy && path !== undefined; path = documents.pop()) {
    await get(path)
    downloads += 1
  }
})
const loaded = await measure(reads())
isBusy = false
await Promise.all(downloaders)
await stopServer(server)
await directory.remove()

const show = (value: number) => value.toFixed(2)
const row = (name: string, { median, p99, reads: count }: Measured, more = "") =>
  console.log(
    `${name.padEnd(8)} median ${show(median)} ms, p99 ${show(p99)} ms, ${count} reads${more}`
  )
row("drawn", drawn)
row("again", again)
row("quiet", quiet)
row(
  "loaded",
  loaded,
  ` beside ${downloads} drawings${documents.length === 0 ? ", all there were" : ""}`
)
console.log(
  `ratio    median ${show(loaded.median / quiet.median)}, p99 ${show(loaded.p99 / quiet.p99)}`
)
