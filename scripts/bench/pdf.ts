/**
 * Does drawing invoices hold up other requests? Eight clients download PDFs from the real server while
 * a ninth reads one project after the other; its latency is compared with that of a quiet server, side
 * by side in one run. Prints the ratio of the medians and of the 99th percentiles.
 */
import {
  firstKey,
  startServer,
  stopServer,
  temporaryDirectory
} from "../../test/support/process.ts"

const seconds = 5

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

const client = await post("/v1/clients", { name: "Ada", email: "ada@x.example" })
const project = await post("/v1/projects", { name: "P", client_id: client.id })
const line_items = Array.from({ length: 40 }, (_, index) => ({
  description: `Work of week ${index + 1}, described in a few words`,
  quantity: 1.5,
  unit_price: 9500
}))
const invoice = await post("/v1/invoices", { client_id: client.id, line_items })

const get = async (path: string): Promise<void> => {
  await (await fetch(`${server.url}${path}`, { headers })).arrayBuffer()
}

/** Milliseconds of one read after the other. */
const measure = async (): Promise<{ median: number; p99: number; reads: number }> => {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const start = performance.now()
    await get(`/v1/projects/${project.id}`)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0
  return { median: at(0.5), p99: at(0.99), reads: times.length }
}

await get(`/v1/invoices/${invoice.id}/pdf`)
await measure()
const quiet = await measure()
let downloads = 0
let busy = true
const downloaders = Array.from({ length: 8 }, async () => {
  while (busy) {
    await get(`/v1/invoices/${invoice.id}/pdf`)
    downloads += 1
  }
})
const loaded = await measure()
busy = false
await Promise.all(downloaders)
await stopServer(server)
await directory.remove()

const show = (value: number) => value.toFixed(2)
console.log(
  `quiet:  median ${show(quiet.median)} ms, p99 ${show(quiet.p99)} ms, ${quiet.reads} reads`
)
console.log(
  `loaded: median ${show(loaded.median)} ms, p99 ${show(loaded.p99)} ms, ${loaded.reads} reads beside ${downloads} downloads`
)
console.log(
  `ratio:  median ${show(loaded.median / quiet.median)}, p99 ${show(loaded.p99 / quiet.p99)}`
)
