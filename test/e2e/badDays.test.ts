/**
 * Bad days: the database restarts under load, the mail server is away, a process is killed in the
 * middle of sends. Nothing acknowledged is lost, and every failure is in the envelope.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { startPostgres } from "../support/postgres.ts"
import { eventually, type Server, startServer, temporaryDirectory } from "../support/process.ts"
import { type Sink, startSmtp } from "../support/smtp.ts"

let postgres: Awaited<ReturnType<typeof startPostgres>>
let smtp: Sink
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let server: Server
let environment: Record<string, string>
let key: string

beforeAll(async () => {
  postgres = await startPostgres(["-c", "fsync=off"])
  smtp = await startSmtp()
  directory = await temporaryDirectory()
  environment = {
    DATABASE_URL: postgres.url,
    PROCESSOR: "test",
    SECRET_KEY: Buffer.alloc(32, 3).toString("base64"),
    DATA_DIR: directory.path,
    SMTP_URL: smtp.url,
    RATE_LIMIT: "off",
    LOG_LEVEL: "error"
  }
  server = await startServer(environment)
  const made = await createWorkspace(environment)
  key = made.api_key
})
afterAll(async () => {
  server.signal("SIGKILL")
  await server.ended
  await smtp.close()
  await postgres.remove()
  await directory.remove()
})

const call = (method: string, path: string, body?: unknown) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })

const createClient = async (): Promise<string> => {
  const response = await call("POST", "/v1/clients", { name: "A", email: "a@x.example" })
  const { id } = await response.json()
  return id
}

describe("a bad day", () => {
  it("PostgreSQL restarts under load: what was acknowledged is there, failures are enveloped", async () => {
    const acknowledged: string[] = []
    const failures: unknown[] = []
    let stop = false
    const writer = async (): Promise<void> => {
      while (!stop) {
        const response = await call("POST", "/v1/clients", { name: "A", email: "a@x.example" })
        const body = await response.json()
        if (response.status === 201) acknowledged.push(body.id)
        else failures.push({ status: response.status, ...body.error })
      }
    }
    const writers = Array.from({ length: 6 }, writer)
    await eventually(async () => (acknowledged.length > 100 ? true : undefined))
    await postgres.stop()
    await eventually(async () => (failures.length > 0 ? true : undefined))
    assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 503)
    assert.strictEqual((await fetch(`${server.url}/healthz`)).status, 200)
    await postgres.start()
    const before = acknowledged.length
    await eventually(async () => (acknowledged.length > before + 100 ? true : undefined))
    stop = true
    await Promise.all(writers)
    assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)
    for (const failure of failures) {
      assert.hasAllKeys(failure, ["code", "message", "status"])
      assert.deepInclude(failure, { code: "INTERNAL_ERROR", status: 500 })
    }
    const found = await Promise.all(acknowledged.map((id) => call("GET", `/v1/clients/${id}`)))
    assert.isTrue(found.every(({ status }) => status === 200))
  })

  it("the mail server refuses and the process is killed: each mail arrives, under one Message-ID", async () => {
    const client_id = await createClient()
    const line_items = [{ description: "x", quantity: 1, unit_price: 1 }]
    const drafts = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { id } = await (await call("POST", "/v1/invoices", { client_id, line_items })).json()
        return String(id)
      })
    )
    let refusing = true
    let offered = 0
    smtp.decide(() => {
      offered += 1
      return refusing && offered % 2 === 0 ? { code: 421, text: "not now" } : null
    })
    const sent = await Promise.all(drafts.map((id) => call("POST", `/v1/invoices/${id}/send`, {})))
    assert.isTrue(sent.every(({ status }) => status === 200))
    await eventually(async () => (offered >= 3 ? true : undefined))
    server.signal("SIGKILL")
    await server.ended
    refusing = false
    server = await startServer(environment)
    const idsOf = () =>
      smtp.mails.flatMap(({ raw }) => /^Message-ID: <(inv_\w+)\.sent@/im.exec(raw)?.[1] ?? [])
    await eventually(async () => (drafts.every((id) => idsOf().includes(id)) ? true : undefined))
    await eventually(async () => {
      const statuses = await Promise.all(
        drafts.map(
          async (id) => (await (await call("GET", `/v1/invoices/${id}`)).json()).delivery.status
        )
      )
      return statuses.every((status) => status === "sent") ? true : undefined
    })
    // Only a mail that was being sent at the kill may be sent twice.
    assert.isAtMost(idsOf().length, drafts.length + 4)
  }, 150_000)
})
