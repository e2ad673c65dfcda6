/**
 * Fills a database through the command line and the API of an earlier release: clients, projects,
 * invoices in each state, payments, files, webhooks, keys and mails. What the release lacks is left
 * out. Returns when no mail and no webhook is due.
 */
import { existsSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import {
  type Environment,
  eventually,
  runNode,
  startServer,
  stopServer
} from "../../test/support/process.ts"
import {
  type Recorded,
  type ReleaseAccess,
  recordAnswers
} from "../../test/support/releaseAnswers.ts"

// biome-ignore lint/suspicious/noExplicitAny: a release answers JSON of its own form
type Json = any

const password = "correct horse battery"

/** The first of the paths that the release has. */
const entryOf = (folder: string, ...names: ReadonlyArray<string>): string => {
  const found = names.map((name) => join(folder, name)).find(existsSync)
  if (found === undefined) throw new Error(`${folder} has none of ${names.join(", ")}`)
  return found
}

/** The command line of the release; answers the JSON that it prints. */
export const cliOf =
  (folder: string, environment: Environment) =>
  async (...args: ReadonlyArray<string>): Promise<Json> => {
    const entry = entryOf(folder, "src/cli.ts", "src/cli/main.ts")
    const { code, stdout, stderr } = await runNode([entry, ...args, "--json"], environment)
    if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`)
    return JSON.parse(stdout)
  }

/** Answers null where the release has no such endpoint. */
const callerOf = (url: string, apiKey: string) => {
  const request = async (method: string, path: string, body?: object): Promise<Json> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(isForm || body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) })
    })
    const text = await answer.text()
    if (answer.ok) return text === "" ? {} : JSON.parse(text)
    if (answer.status === 404 || answer.status === 405) return null
    throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  }
  return request
}

type Call = ReturnType<typeof callerOf>

const makePeople = async (cli: ReturnType<typeof cliOf>): Promise<ReleaseAccess> => {
  const owner = { email: "olga@agency.example", password }
  const made = await cli(
    ...["workspace", "create", "--name", "Agency", "--currency", "EUR"],
    ...["--timezone", "Europe/Berlin", "--owner-name", "Olga Owner"],
    ...["--owner-email", owner.email, "--owner-password", password]
  )
  const within = ["--workspace", made.workspace_id]
  await cli("demo", "--size", "12", ...within)
  const member = ["--name", "Max Member", "--email", "max@agency.example", "--role", "member"]
  await cli("user", "create", ...member, ...within)
  const app = ["--name", "App", "--redirect-uri", "https://app.example/callback"]
  await cli("oauth-app", "create", ...app, ...within)
  const key = ["--name", "Reader", "--scopes", "clients:read"]
  const reader = await cli("api-key", "create", ...key, ...within)
  return {
    workspaceId: made.workspace_id,
    apiKey: made.api_key,
    readerKey: reader.api_key,
    owner
  }
}

const makeInvoices = async (call: Call, client: string): Promise<void> => {
  const invoiceOf = async (unit_price: number) =>
    (
      await call("POST", "/invoices", {
        client_id: client,
        line_items: [{ description: "Work", quantity: 2, unit_price }]
      })
    ).id
  const sent = await invoiceOf(10_000)
  await call("POST", `/invoices/${sent}/send`, { message: "Thank you" })
  await call("POST", `/invoices/${sent}/payments`, { amount: 5000, method: "bank_transfer" })
  await call("POST", `/invoices/${sent}/remind`, {})
  const paid = await invoiceOf(700)
  await call("POST", `/invoices/${paid}/send`, {})
  await call("POST", `/invoices/${paid}/payments`, { amount: 1400, method: "cash" })
  const void_ = await invoiceOf(300)
  await call("POST", `/invoices/${void_}/send`, {})
  await call("POST", `/invoices/${void_}/void`, {})
  const draft = await invoiceOf(900)
  await call("PATCH", `/invoices/${draft}`, { notes: "A draft", discount: 100 })
}

const makeWork = async (call: Call): Promise<void> => {
  const client = await call("POST", "/clients", { name: "Client", email: "client@x.example" })
  await call("POST", `/clients/${client.id}/invite`, {})
  await call("PATCH", `/clients/${client.id}`, { name: "Client & Sons" })
  const project = await call("POST", "/projects", { client_id: client.id, name: "Project" })
  await call("POST", `/projects/${project.id}/tasks`, { title: "Task" })
  const part = { name: "One", amount: 5000 }
  const milestone = await call("POST", `/projects/${project.id}/milestones`, part)
  if (milestone !== null) await call("POST", `/milestones/${milestone.id}/invoice`, {})
  const old = await call("POST", "/projects", { client_id: client.id, name: "Archived" })
  await call("DELETE", `/projects/${old.id}`)
  await makeInvoices(call, client.id)
  const form = new FormData()
  form.append("client_id", client.id)
  form.append("file", new File(["Hello"], "hello.txt", { type: "text/plain" }))
  await call("POST", "/files", form)
}

const startReceiver = async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

const isDelivered = async (call: Call, endpoint: string): Promise<true | undefined> => {
  const { data: invoices } = await call("GET", "/invoices?limit=100")
  const { data: deliveries } = await call(
    "GET",
    `/webhook_endpoints/${endpoint}/deliveries?limit=100`
  )
  const waits =
    invoices.some(({ delivery }: Json) => delivery?.status === "queued") ||
    deliveries.some(({ status }: Json) => status === "pending")
  return waits || deliveries.length === 0 ? undefined : true
}

export interface Sample extends ReleaseAccess {
  readonly recorded: Recorded
}

/** The release's processes have ended when this returns. */
export const fillRelease = async (folder: string, environment: Environment): Promise<Sample> => {
  const access = await makePeople(cliOf(folder, environment))
  const main = entryOf(folder, "src/main.ts", "src/process/main.ts")
  const server = await startServer(environment, [main])
  const { listening } = server.ready
  const url = String(listening)
  const call = callerOf(url, access.apiKey)
  const receiver = await startReceiver()
  const { id } = await call("POST", "/webhook_endpoints", { url: receiver.url })
  // No receiver listens there; its deliveries wait until it is enabled again.
  const dead = await call("POST", "/webhook_endpoints", {
    url: "http://127.0.0.1:9/",
    events: ["project.created"]
  })
  await makeWork(call)
  await call("PATCH", `/webhook_endpoints/${dead.id}`, { enabled: false })
  await eventually(() => isDelivered(call, id))
  const recorded = await recordAnswers(url, access)
  await stopServer(server)
  receiver.close()
  return { ...access, recorded }
}
