/**
 * Writes the database that a release leaves behind to test/e2e/fixtures: sample data with a row
 * in nearly every table. Run it for each release, with an empty database on PostgreSQL 15, whose
 * pg_dump is on the PATH:
 *   npx node scripts/fixture.ts <version> <commit> <database url>
 */
import { execFileSync } from "node:child_process"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { runNode, startServer, stopServer, temporaryDirectory } from "../test/support/process.ts"
import {
  checkoutOf,
  type Fixture,
  fixtureSecretKey,
  fixturesFolder
} from "../test/support/release.ts"

const [version, commit, databaseUrl] = process.argv.slice(2)
if (version === undefined || commit === undefined || databaseUrl === undefined) {
  throw new Error("Usage: npx node scripts/fixture.ts <version> <commit> <database url>")
}

const folder = await checkoutOf(commit)
const data = await temporaryDirectory()
const environment = {
  DATABASE_URL: databaseUrl,
  DATA_DIR: data.path,
  SECRET_KEY: fixtureSecretKey,
  PROCESSOR: "test",
  RATE_LIMIT: "off",
  WEBHOOK_ALLOW_PRIVATE: "true"
}

const cli = async (...args: ReadonlyArray<string>) => {
  const { code, stdout, stderr } = await runNode(
    [join(folder, "src/cli.ts"), ...args, "--json"],
    environment
  )
  if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`)
  return JSON.parse(stdout)
}

const made = await cli(
  ...["workspace", "create", "--name", "Agency", "--currency", "EUR"],
  ...[
    "--timezone",
    "Europe/Berlin",
    "--owner-name",
    "Olga Owner",
    "--owner-email",
    "olga@agency.example"
  ]
)
await cli("demo", "--size", "24")
await cli(
  "user",
  "create",
  "--name",
  "Max Member",
  "--email",
  "max@agency.example",
  "--role",
  "member"
)
await cli("oauth-app", "create", "--name", "App", "--redirect-uri", "https://app.example/callback")

const server = await startServer(environment, [join(folder, "src/main.ts")])
const call = async (method: string, path: string, body?: object | FormData) => {
  const isForm = body instanceof FormData
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${made.api_key}`,
      ...(isForm || body === undefined ? {} : { "content-type": "application/json" })
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) })
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return await answer.json()
}

// No receiver listens there, so its deliveries wait for their next try.
await call("POST", "/webhook_endpoints", { url: "http://127.0.0.1:9/" })
const client = await call("POST", "/clients", { name: "Client", email: "client@x.example" })
await call("POST", `/clients/${client.id}/invite`, {})
const project = await call("POST", "/projects", { client_id: client.id, name: "Project" })
await call("POST", `/projects/${project.id}/tasks`, { title: "Task" })
const milestone = await call("POST", `/projects/${project.id}/milestones`, {
  name: "One",
  amount: 5000
})
await call("POST", `/milestones/${milestone.id}/invoice`, {})
const invoiceOf = (unit_price: number) =>
  call("POST", "/invoices", {
    client_id: client.id,
    line_items: [{ description: "Work", quantity: 2, unit_price }]
  })
const sent = await invoiceOf(10_000)
await call("POST", `/invoices/${sent.id}/send`, {})
await call("POST", `/invoices/${sent.id}/payments`, { amount: 5000, method: "bank_transfer" })
const paid = await invoiceOf(700)
await call("POST", `/invoices/${paid.id}/send`, {})
await call("POST", `/invoices/${paid.id}/payments`, { amount: 1400, method: "cash" })
const voided = await invoiceOf(300)
await call("POST", `/invoices/${voided.id}/void`, {})
const form = new FormData()
form.append("client_id", client.id)
form.append("file", new File(["Hello"], "hello.txt", { type: "text/plain" }))
await call("POST", "/files", form)
await stopServer(server)

/** Texts, bodies of functions and comments may hold a semicolon. */
const tokens = /'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*\n|^\\.*\n|;|[^'$;\\-]+|[\s\S]/gm

const statementsOf = (dump: string): ReadonlyArray<string> => {
  const statements: string[] = []
  let statement = ""
  for (const [token] of dump.matchAll(tokens)) {
    if (token.startsWith("--") || (token.startsWith("\\") && token.endsWith("\n"))) continue
    if (token !== ";") {
      statement += token
      continue
    }
    // The reader runs all statements in one transaction and sets its session itself.
    if (!/^\s*(?:SET|SELECT pg_catalog\.set_config)\b/.test(statement))
      statements.push(statement.trim())
    statement = ""
  }
  return statements
}

const sql = execFileSync(
  "pg_dump",
  [
    "--inserts",
    "--rows-per-insert=100",
    "--no-owner",
    "--no-privileges",
    "--no-comments",
    databaseUrl
  ],
  { encoding: "utf8", maxBuffer: 1 << 28 }
)
const fixture: Fixture = {
  statements: statementsOf(sql),
  workspaceId: made.workspace_id,
  apiKey: made.api_key
}
await mkdir(fixturesFolder, { recursive: true })
await writeFile(
  join(fixturesFolder, `${version}.json.gz`),
  gzipSync(JSON.stringify(fixture), { level: 9 })
)
await data.remove()
