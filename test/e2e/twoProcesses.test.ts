/** Two servers that sweep and deliver at once, and receivers that are slow or fail. */
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { afterAll } from "vitest"
import { type Json, usePair } from "../support/pair.ts"
import { eventually, runCli } from "../support/process.ts"

const { call, running, sentInvoice } = usePair()

const receivers: HttpServer[] = []
afterAll(() => {
  for (const server of receivers) {
    server.closeAllConnections()
    server.close()
  }
})

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A receiver that records messages; `delay` delays its answers. */
const receiver = async (answers: (count: number) => Promise<number>) => {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => {
      body += chunk
    })
    request.on("end", async () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      )
      received.push({ headers, body })
      response.writeHead(await answers(received.length)).end()
    })
  })
  receivers.push(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

describe("two processes", () => {
  it("sweep at once: every invoice overdue once, the log without a gap", async () => {
    const due = { issue_date: "2026-01-01", due_date: "2026-01-02" }
    const invoices = await Promise.all(Array.from({ length: 12 }, () => sentInvoice(due)))
    for (const invoice of invoices) assert.strictEqual(invoice.status, "overdue")
    const swept = await Promise.all(
      Array.from({ length: 3 }, () => runCli(["sweep", "--json"], running().environment))
    )
    const counts = swept.map(({ stdout }) => Number(JSON.parse(stdout).overdue))
    assert.isAtMost(
      counts.reduce((sum, count) => sum + count, 0),
      12
    )
    const all: Json[] = []
    for (;;) {
      const { data } = (await call("GET", `/v1/events?limit=100&after=${all.length}`)).body
      all.push(...data)
      if (data.length === 0) break
    }
    assert.deepStrictEqual(
      all.map(({ sequence }) => sequence),
      all.map((_, index) => index + 1)
    )
    for (const { id } of invoices) {
      assert.lengthOf(
        all.filter(({ type, data }) => type === "invoice.overdue" && data.object.id === id),
        1
      )
    }
  })

  it("deliver each event once to each receiver; a slow one holds up nobody", async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = await receiver(async () => {
      await held
      return 200
    })
    const fast = await receiver(async () => 200)
    const failing = await receiver(async (count) => (count === 1 ? 500 : 200))
    const create = async (url: string) =>
      (await call("POST", "/v1/webhook_endpoints", { url, events: ["client.created"] })).body
    const [, fastEndpoint] = [await create(slow.url), await create(fast.url)]
    const failingEndpoint = await create(failing.url)
    for (let i = 0; i < 20; i++) {
      await call("POST", "/v1/clients", { name: `C${i}`, email: "c@x.example" })
    }
    await eventually(async () => (fast.received.length >= 20 ? true : undefined))
    // The slow one still holds its first.
    assert.lengthOf(slow.received, 1)
    await eventually(async () => (failing.received.length >= 21 ? true : undefined))
    assert.lengthOf(fast.received, 20)
    const ids = fast.received.map(({ headers }) => headers["webhook-id"])
    assert.strictEqual(new Set(ids).size, 20)
    for (const { headers, body } of fast.received) {
      new Webhook(fastEndpoint.secret).verify(body, headers)
    }
    assert.strictEqual(
      new Set(failing.received.map(({ headers }) => headers["webhook-id"])).size,
      20
    )
    const path = `/v1/webhook_endpoints/${failingEndpoint.id}/deliveries?limit=100`
    const delivered = await eventually(async () => {
      const { data } = (await call("GET", path)).body
      return data.every(({ status }: Json) => status === "delivered") ? data : undefined
    })
    const retried = delivered.filter(({ attempts }: Json) => attempts.length === 2)
    assert.lengthOf(retried, 1)
    assert.strictEqual(retried[0].attempts[0].status_code, 500)
    release()
    await eventually(async () => (slow.received.length >= 20 ? true : undefined))
  })
})
