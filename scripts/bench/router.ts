/**
 * CPU that the router adds to a request: its own user and system time under a load of plain reads,
 * divided by their number. The cell is a bare HTTP server in another process, so that nothing else
 * is measured. Linux only: `node scripts/bench/router.ts [requests]`.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { Agent, request } from "node:http"

const total = Number(process.argv[2] ?? 20_000)
const callers = 16

/** Answers as a cell does to a read: headers and some kilobytes of JSON. */
const cell = `
  const body = JSON.stringify({ data: "x".repeat(4000) })
  const headers = { "content-type": "application/json", "x-request-id": "req_1", etag: '"e"' }
  const server = require("node:http").createServer((request, response) => {
    request.resume()
    response.writeHead(200, { ...headers, "content-length": body.length }).end(body)
  })
  server.keepAliveTimeout = 620000
  server.listen(0, "127.0.0.1", () => console.log("ready " + server.address().port))`

const started = async (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let text = ""
  for await (const chunk of child.stdout) {
    text += String(chunk)
    if (text.includes("ready ")) break
  }
  child.stdout.resume()
  return { child, text }
}

/** User and system time in ms; the kernel counts in hundredths of a second. */
const cpuOf = ({ pid }: ChildProcess): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const agent = new Agent({ keepAlive: true, maxSockets: callers })
const headers = { authorization: `Bearer rk_eu1_${"0".repeat(38)}`, accept: "application/json" }

const get = async (url: string): Promise<void> => {
  const sent = request(`${url}/v1/invoices?limit=20`, { agent, headers })
  sent.end()
  const [response] = await once(sent, "response")
  if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}`)
  response.resume()
  await once(response, "end")
}

const load = async (url: string, count: number): Promise<void> => {
  let left = count
  const call = async (): Promise<void> => {
    while (left-- > 0) await get(url)
  }
  await Promise.all(Array.from({ length: callers }, call))
}

const upstream = await started(["-e", cell])
const port = /ready (\d+)/.exec(upstream.text)?.[1]
const router = await started(["src/cli/main.ts", "router"], {
  ...{ CELLS: `eu1=http://127.0.0.1:${port}`, PORT: "0", LOG_LEVEL: "warn" }
})
const url = String(JSON.parse(/ready (\{.*\})/.exec(router.text)?.[1] ?? "{}").url)
try {
  await load(url, Math.ceil(total / 4))
  const before = cpuOf(router.child)
  await load(url, total)
  const millis = cpuOf(router.child) - before
  console.log(`${(millis / total).toFixed(3)} ms of CPU a request, over ${total} requests`)
} finally {
  router.child.kill("SIGTERM")
  upstream.child.kill("SIGTERM")
  agent.destroy()
}
