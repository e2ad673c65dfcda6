/**
 * Lock contention: latency of requests that do not need a locked row. Fifty clients change one
 * invoice whose row is locked for eight seconds, while another workspace reads and creates and a
 * balancer checks readiness. Their latency is compared with that of a quiet server, side by side in
 * one run.
 */
import { outsider } from "../../test/support/locks.ts"
import { startPostgres } from "../../test/support/postgres.ts"
import {
  eventually,
  runCli,
  startServer,
  stopServer,
  temporaryDirectory
} from "../../test/support/process.ts"

const heldFor = 8000

const directory = await temporaryDirectory()
const postgres = await startPostgres([])
const environment = {
  DATABASE_URL: postgres.url,
  PROCESSOR: "test",
  SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  DATA_DIR: directory.path,
  RATE_LIMIT: "off",
  LOG_LEVEL: "none"
}
const server = await startServer(environment)
const workspace = async (name: string): Promise<string> => {
  const words = `workspace create --name ${name} --plan scale --currency EUR --timezone UTC`
  const owner = `--owner-name O --owner-email ${name}@x.example --json`
  return JSON.parse((await runCli(`${words} ${owner}`.split(" "), environment)).stdout).api_key
}
const acme = await workspace("acme")
const other = await workspace("other")

const ask = async (key: string, method: string, path: string, body?: object) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, text: await response.text() }
}
const ada = { name: "Ada", email: "ada@x.example" }
const client = JSON.parse((await ask(acme, "POST", "/v1/clients", ada)).text)
const line_items = [{ description: "Work", quantity: 1, unit_price: 9500 }]
const invoice = JSON.parse(
  (await ask(acme, "POST", "/v1/invoices", { client_id: client.id, line_items })).text
)

const kinds = {
  "GET /v1/clients": () => ask(other, "GET", "/v1/clients?limit=1"),
  "POST /v1/clients": () => ask(other, "POST", "/v1/clients", ada),
  "GET /readyz": () => ask(other, "GET", "/readyz")
}

/** Sorted milliseconds of one request after the other, for each kind, while `busy`. */
const measure = async (busy: () => boolean) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(kinds).map(async ([name, request]) => {
        const times: number[] = []
        while (busy()) {
          const start = performance.now()
          const { status } = await request()
          if (status >= 300) throw new Error(`${name} answered ${status}`)
          times.push(performance.now() - start)
        }
        return [name, times.sort((a, b) => a - b)] as const
      })
    )
  )

const during = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  return () => performance.now() < end
}

await measure(during(2000))
const quiet = await measure(during(heldFor))
const database = outsider(postgres.url)
const release = await database.hold(invoice.id)
const patches = Array.from({ length: 50 }, () =>
  ask(acme, "PATCH", `/v1/invoices/${invoice.id}`, { notes: "changed" })
)
await eventually(async () => ((await database.waiting()) > 0 ? true : undefined))
const beside = await measure(during(heldFor))
await release()
const outcomes = Map.groupBy(await Promise.all(patches), ({ status }) => status)
await stopServer(server)
await postgres.remove()
await directory.remove()

const show = (times: ReadonlyArray<number> = []): string => {
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${(times.at(-1) ?? 0).toFixed(1)} ms (${times.length})`
}
for (const name of Object.keys(kinds)) {
  console.log(`${name.padEnd(16)} quiet:  ${show(quiet[name])}`)
  console.log(`${"".padEnd(16)} beside: ${show(beside[name])}`)
}
console.log(
  `the 50 PATCHes:  ${[...outcomes].map(([status, all]) => `${all.length} × ${status}`).join(", ")}`
)
