/**
 * Getting paid on real processes: Stripe by its SDK against a local stand-in, two servers that sweep
 * and deliver at once, receivers that are slow, and repeats across a restart of the database.
 */
import { createServer, type Server as HttpServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll } from "vitest"
import { startPostgres } from "../support/postgres.ts"
import { eventually, runCli, type Server, startServer, stopServer } from "../support/process.ts"
import { completedSession, startStripe } from "../support/stripe.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

const webhookSecret = "whsec_test"
let postgres: Awaited<ReturnType<typeof startPostgres>>
let stripe: Awaited<ReturnType<typeof startStripe>>
let servers: ReadonlyArray<Server>
let environment: Record<string, string>
let key: string
let workspaceId: string
const receivers: HttpServer[] = []

interface Answer {
  readonly status: number
  readonly body: Json
  readonly headers: Headers
}

const call = async (
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {}
): Promise<Answer> => {
  const response = await fetch(`${servers[0]?.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === "" ? null : JSON.parse(text),
    headers: response.headers
  }
}

const sentInvoice = async (fields: object = {}): Promise<Json> => {
  const client = (await call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
  const { body } = await call("POST", "/v1/invoices", {
    client_id: client.id,
    line_items: [{ description: "W", quantity: 1, unit_price: 1000 }],
    ...fields
  })
  await call("POST", `/v1/invoices/${body.id}/send`, {})
  return (await call("GET", `/v1/invoices/${body.id}`)).body
}

const get = async (id: string): Promise<Json> => (await call("GET", `/v1/invoices/${id}`)).body

const tell = async (message: { readonly body: string; readonly signature: string }) => {
  const response = await fetch(`${servers[0]?.url}/processor/stripe`, {
    method: "POST",
    body: message.body,
    headers: { "stripe-signature": message.signature, "content-type": "application/json" }
  })
  return response.status
}

interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** A receiver that keeps what came; `delay` holds its answers back. */
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

beforeAll(async () => {
  postgres = await startPostgres([])
  stripe = await startStripe(webhookSecret)
  environment = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: Buffer.alloc(32, 9).toString("base64"),
    RATE_LIMIT: "off",
    LOG_LEVEL: "error",
    PROCESSOR: "stripe",
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
    WEBHOOK_ALLOW_PRIVATE: "true"
  }
  servers = await Promise.all([startServer(environment), startServer(environment)])
  const made = await runCli(
    "workspace create --name W --plan scale --currency EUR --timezone UTC --owner-name O --owner-email o@x.example --json".split(
      " "
    ),
    environment
  )
  key = JSON.parse(made.stdout).api_key
  workspaceId = JSON.parse(made.stdout).workspace_id
})

afterAll(async () => {
  await Promise.all(servers.map(stopServer))
  for (const server of receivers) {
    server.closeAllConnections()
    server.close()
  }
  stripe.close()
  await postgres.remove()
})

describe("Stripe", () => {
  it("leads to Checkout for the rest, once, and only a signed message books", async () => {
    const invoice = await sentInvoice()
    await call("POST", `/v1/invoices/${invoice.id}/payments`, { amount: 300 })
    const checkout = () =>
      fetch(`${invoice.processor_payment_url}/checkout`, { redirect: "manual" })
    const [first, second] = [await checkout(), await checkout()]
    assert.strictEqual(first.status, 303)
    assert.match(first.headers.get("location") ?? "", /^https:\/\/checkout\.stripe\.example\/cs_/)
    assert.strictEqual(second.headers.get("location"), first.headers.get("location"))
    const session = stripe.sessions.at(-1)
    assert.strictEqual(session?.fields.get("line_items[0][price_data][unit_amount]"), "700")
    assert.strictEqual(session?.fields.get("line_items[0][price_data][currency]"), "eur")
    assert.strictEqual(session?.fields.get("metadata[invoice_id]"), invoice.id)
    // Coming back proves nothing: Stripe is asked, and says that the session is open.
    const back = session?.fields.get("success_url")?.replace("{CHECKOUT_SESSION_ID}", session.id)
    const comeBack = async () => await (await fetch(back ?? "")).text()
    assert.notInclude(await comeBack(), "under way")
    assert.include(await comeBack(), "/checkout")
    if (session === undefined) throw new Error("no session")
    session.status = "complete"
    session.payment_status = "paid"
    for (const page of [await comeBack(), await (await checkout()).text()]) {
      assert.notInclude(page, "/checkout")
    }
    assert.include(await comeBack(), "A payment is under way")
    const elsewhere = `${servers[1]?.url}${new URL(invoice.processor_payment_url).pathname}`
    assert.include(await (await fetch(elsewhere)).text(), "A payment is under way")
    assert.strictEqual((await get(invoice.id)).status, "sent")

    const paid = {
      intent: "pi_a",
      amount: 700,
      workspaceId,
      invoiceId: invoice.id,
      session: session.id
    }
    const event = completedSession({ eventId: "evt_a", ...paid })
    const forged = stripe.message(event, { secret: "whsec_other" })
    const old = stripe.message(event, { timestamp: Math.floor(Date.now() / 1000) - 600 })
    const genuine = stripe.message(event)
    assert.strictEqual(await tell(forged), 400)
    assert.strictEqual(await tell(old), 400)
    assert.strictEqual(await tell({ ...genuine, body: genuine.body.replace("700", "7000") }), 400)
    assert.strictEqual(await tell({ ...genuine, signature: "" }), 400)
    assert.strictEqual((await get(invoice.id)).status, "sent")
    const statuses = await Promise.all(Array.from({ length: 20 }, () => tell(genuine)))
    assert.deepStrictEqual([...new Set(statuses)], [200])
    const again = completedSession({
      eventId: "evt_b",
      type: "checkout.session.async_payment_succeeded",
      ...paid
    })
    assert.strictEqual(await tell(stripe.message(again)), 200)
    const shown = await get(invoice.id)
    assert.deepInclude(shown, { status: "paid", amount_paid: 1000 })
    const list = (await call("GET", `/v1/invoices/${invoice.id}/payments`)).body
    assert.deepStrictEqual(
      list.data.map(({ amount, method }: Json) => [amount, method]),
      [
        [700, "card"],
        [300, null]
      ]
    )
    const page = await (await fetch(invoice.processor_payment_url)).text()
    assert.include(page, "This invoice is paid")
    assert.notInclude(page, "/checkout")
    assert.strictEqual(
      (await checkout()).headers.get("location"),
      new URL(invoice.processor_payment_url).pathname
    )
  })

  it("keeps what a void invoice, another currency or too much brings as credit", async () => {
    const [open, voided] = [await sentInvoice(), await sentInvoice()]
    await call("POST", `/v1/invoices/${voided.id}/void`)
    const send = (fields: object) =>
      tell(
        stripe.message(
          completedSession({
            eventId: `evt_${Math.random()}`,
            intent: `pi_${Math.random()}`,
            amount: 1000,
            workspaceId,
            invoiceId: open.id,
            ...fields
          })
        )
      )
    assert.strictEqual(await send({ invoiceId: voided.id }), 200)
    assert.strictEqual(await send({ currency: "usd" }), 200)
    assert.strictEqual(await send({ paymentStatus: "unpaid" }), 200)
    assert.strictEqual(await send({ amount: 1500 }), 200)
    assert.strictEqual(await send({ invoiceId: "inv_01h2xcejqtf2nbrexx3vqjhp41" }), 200)
    assert.strictEqual(await send({ workspaceId: "nonsense" }), 200)
    assert.deepInclude(await get(open.id), { status: "paid", amount_paid: 1000 })
    assert.deepInclude(await get(voided.id), { status: "void", amount_paid: 0 })
    const events = (await call("GET", "/v1/events?limit=100")).body.data
    assert.lengthOf(
      events.filter(({ type }: Json) => type === "invoice.credit_recorded"),
      3
    )
  })

  it("says so where Stripe does not answer, and takes nothing", async () => {
    const invoice = await sentInvoice()
    stripe.fail(true)
    const refused = await fetch(`${invoice.processor_payment_url}/checkout`)
    stripe.fail(false)
    assert.strictEqual(refused.status, 503)
    assert.include(await refused.text(), "Nothing was taken")
  })
})

describe("two processes", () => {
  it("sweep at once: every invoice overdue once, the log without a gap", async () => {
    const due = { issue_date: "2026-01-01", due_date: "2026-01-02" }
    const invoices = await Promise.all(Array.from({ length: 12 }, () => sentInvoice(due)))
    for (const invoice of invoices) assert.strictEqual(invoice.status, "overdue")
    const swept = await Promise.all(
      Array.from({ length: 3 }, () => runCli(["sweep", "--json"], environment))
    )
    const counts = swept.map(({ stdout }) => Number(JSON.parse(stdout).overdue))
    assert.isAtMost(
      counts.reduce((sum, count) => sum + count, 0),
      12
    )
    const all: Json[] = []
    for (;;) {
      const { data, meta } = (await call("GET", `/v1/events?limit=100&after=${all.length}`)).body
      all.push(...data)
      if (data.length < meta.limit) break
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

describe("repeats", () => {
  it("a hundred twins over two processes: one row, one answer", async () => {
    const before = (await call("GET", "/v1/clients")).body.meta.total
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const response = await fetch(`${servers[index % 2]?.url}/v1/clients`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${key}`,
            "content-type": "application/json",
            "idempotency-key": "a hundred twins"
          },
          body: JSON.stringify({ name: "Twin", email: "t@x.example" })
        })
        return { status: response.status, text: await response.text() }
      })
    )
    assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201])
    assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
    assert.strictEqual((await call("GET", "/v1/clients")).body.meta.total, before + 1)
  })

  it("PostgreSQL restarts under load: repeating every failed create leaves one row each", async () => {
    const names = Array.from({ length: 240 }, (_, index) => `Repeat ${index}`)
    let failures = 0
    let done = 0
    const create = async (name: string): Promise<string> => {
      for (;;) {
        const answer = await call(
          "POST",
          "/v1/clients",
          { name, email: "r@x.example" },
          { "idempotency-key": `restart ${name}` }
        ).catch(() => undefined)
        if (answer?.status === 201) {
          done += 1
          return String(answer.body.id)
        }
        failures += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const queue = [...names]
    const made = new Map<string, string>()
    const worker = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        made.set(name, await create(name))
      }
    }
    const workers = Array.from({ length: 8 }, worker)
    await eventually(async () => (done > 40 ? true : undefined))
    await postgres.stop()
    await eventually(async () => (failures > 0 ? true : undefined))
    await postgres.start()
    await Promise.all(workers)
    assert.strictEqual(made.size, names.length)
    const stored: Json[] = []
    let cursor = ""
    for (;;) {
      const { data, meta } = (await call("GET", `/v1/clients?limit=100${cursor}`)).body
      stored.push(...data.filter(({ name }: Json) => name.startsWith("Repeat ")))
      if (meta.next_cursor === null) break
      cursor = `&cursor=${meta.next_cursor}`
    }
    assert.strictEqual(stored.length, names.length)
    assert.deepStrictEqual(
      Object.fromEntries(stored.map(({ name, id }) => [name, id])),
      Object.fromEntries(made)
    )
  })
})
