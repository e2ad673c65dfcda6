/**
 * Latency of other requests during hostile bodies. For each kind, 200 bodies of 1 MiB are sent to
 * the real server at once, by a thread of its own, beside one ordinary read after the other and one
 * /readyz after the other. Prints medians and maxima in wall time and in the event loop's time
 * (equal on an idle machine), and the server's memory. Linux only.
 */
import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import {
  firstKey,
  startServer,
  stopServer,
  temporaryDirectory
} from "../../test/support/process.ts"
import { threadMillis } from "./processes.ts"

const bodies = 200
const size = 1_048_576
const form = "application/x-www-form-urlencoded"

const filled = (before: string, item: string, after = ""): string => {
  const room = size - before.length - after.length
  return before + item.repeat(Math.floor(room / item.length)) + after
}

const unknownKeys = (): string => {
  let text = '{"k":1'
  for (let index = 0; text.length < size - 20; index++) text += `,"k${index}":1`
  return `${text}}`
}

/** As large as a body may be that is decoded to its end. */
const lines = (wrong: boolean): string =>
  JSON.stringify({
    client_id: "client_01h2xcejqtf2nbrexx3vqjhp41",
    line_items: Array.from({ length: 200 }, () => ({
      description: "x".repeat(wrong ? 5100 : 1990),
      quantity: wrong ? "1" : 1,
      unit_price: 1
    }))
  })

interface Kind {
  readonly name: string
  readonly path: string
  readonly body: string
  readonly headers?: Record<string, string>
}

const kinds: ReadonlyArray<Kind> = [
  { name: "small, to compare", path: "/v1/clients", body: '{"nam":1}' },
  { name: "line_items bomb", path: "/v1/invoices", body: filled('{"line_items":[', "{},", "{}]}") },
  {
    name: "bomb under a key",
    path: "/v1/invoices",
    body: filled('{"line_items":[', "{},", "{}]}"),
    headers: { "idempotency-key": "k" }
  },
  {
    name: "events bomb",
    path: "/v1/webhook_endpoints",
    body: filled('{"events":[', '"x",', '"x"]}')
  },
  { name: "unknown keys", path: "/v1/clients", body: unknownKeys() },
  {
    name: "deep nesting",
    path: "/v1/clients",
    body: `{"name":${"[".repeat(size / 2 - 10)}${"]".repeat(size / 2 - 10)}}`
  },
  { name: "one long text", path: "/v1/clients", body: filled('{"name":"', "x", '"}') },
  { name: "one text of escapes", path: "/v1/clients", body: filled('{"name":"', '\\"', '"}') },
  { name: "blanks", path: "/v1/clients", body: filled("{", " ", "}") },
  { name: "200 long lines, wrong", path: "/v1/invoices", body: lines(true) },
  { name: "200 long lines, fit", path: "/v1/invoices", body: lines(false) },
  { name: "form of a&a&a", path: "/sign-in", body: filled("a", "&a"), headers: { form } }
]

interface Target {
  readonly url: string
  readonly authorization: string
  readonly cookie: string
}

const attack = async ({ path, body, headers }: Kind, to: Target): Promise<number> => {
  const { authorization, cookie, url } = to
  const own =
    headers?.["form"] === undefined
      ? { authorization, "content-type": "application/json", ...headers }
      : { "content-type": headers["form"], cookie, origin: url }
  const response = await fetch(`${url}${path}`, { method: "POST", headers: own, body })
  await response.arrayBuffer()
  return response.status
}

/** The sending thread: receives the index of a kind and returns the answers. */
const attacker = (to: Target): void => {
  parentPort?.on("message", async (index: number) => {
    const kind = kinds[index]
    if (kind === undefined) return
    const statuses = await Promise.all(Array.from({ length: bodies }, () => attack(kind, to)))
    parentPort?.postMessage([...new Set(statuses)].join(","))
  })
}

const main = async (): Promise<void> => {
  const directory = await temporaryDirectory()
  const server = await startServer({
    DATA_DIR: directory.path,
    RATE_LIMIT: "off",
    LOG_LEVEL: "none"
  })
  const authorization = `Bearer ${firstKey(server)}`
  const { pid } = server.ready

  const rss = (): number =>
    Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)]).toString()) / 1024

  /** Time of the server's event loop. */
  const ran = (): number => threadMillis(Number(pid))

  const visit = await fetch(`${server.url}/sign-in`)
  const cookie = visit.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")

  const read = async (path: string): Promise<void> => {
    await (await fetch(`${server.url}${path}`, { headers: { authorization } })).arrayBuffer()
  }

  const shown = (times: ReadonlyArray<number>): string => {
    const sorted = times.toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0
    return `${median.toFixed(1)} to ${(sorted.at(-1) ?? 0).toFixed(0)} ms`
  }

  /** Times of sequential reads until the stop signal. */
  const watch = (path: string) => {
    const times: number[] = []
    const loops: number[] = []
    const state = { busy: true }
    const ended = (async () => {
      while (state.busy) {
        const [start, before] = [performance.now(), ran()]
        await read(path)
        times.push(performance.now() - start)
        loops.push(ran() - before)
      }
    })()
    return async () => {
      state.busy = false
      await ended
      return `${shown(times)} (loop ${shown(loops)}, ${times.length} reads)`
    }
  }

  const measure = async (name: string, work: () => Promise<string>): Promise<void> => {
    const stops = [watch("/v1/clients"), watch("/readyz")]
    await read("/v1/clients")
    const start = performance.now()
    const before = ran()
    const outcome = await work()
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const [reads, ready] = await Promise.all(stops.map((stop) => stop()))
    console.log(
      `${name.padEnd(22)} ${outcome} in ${seconds} s, loop ran ${(ran() - before).toFixed(0)} ms | GET ${reads} | readyz ${ready} | ${rss().toFixed(0)} MiB`
    )
  }

  for (let count = 0; count < 200; count++) await read("/v1/clients")
  await measure("quiet", async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    return "-"
  })
  const target: Target = { url: server.url, authorization, cookie }
  const sender = new Worker(new URL(import.meta.url), { workerData: target })
  for (const [index, { name }] of kinds.entries()) {
    await measure(name, async () => {
      sender.postMessage(index)
      const [statuses] = await once(sender, "message")
      return String(statuses)
    })
  }
  await sender.terminate()
  await stopServer(server)
  await directory.remove()
}

if (isMainThread) await main()
else attacker(workerData)
