/**
 * Many at once on a real PostgreSQL and two processes: numbers without a gap, one mail, one
 * migration.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import { eventually, type Server, startServer, stopServer } from "../support/process.ts"
import { type Sink, startSmtp } from "../support/smtp.ts"
import { freshDatabase } from "../support/storages.ts"

let place: Awaited<ReturnType<typeof placeOnPostgres>>
let smtp: Sink
let servers: ReadonlyArray<Server>
let key: string

beforeAll(async () => {
  smtp = await startSmtp()
  place = await placeOnPostgres({ SMTP_URL: smtp.url }, freshDatabase)
  // Both find an empty database: one migrates, the other waits.
  servers = await Promise.all([startServer(place.environment), startServer(place.environment)])
  const made = await createWorkspace(place.environment, { timezone: "Europe/Berlin" })
  key = made.api_key
})

afterAll(async () => {
  await Promise.all(servers.map(stopServer))
  await smtp.close()
  await place.remove()
})

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

const call = async (method: string, path: string, body?: unknown, server = 0): Promise<Json> => {
  const response = await fetch(`${servers[server]?.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, body: await response.json() }
}

/**
 * Repeats what was answered 429, as a client does: nothing was written, and on a machine that is
 * busy otherwise a queue may be longer than its patience.
 */
const callUntilTaken = async (...request: Parameters<typeof call>): Promise<Json> => {
  const answer = await call(...request)
  return answer.status === 429 ? callUntilTaken(...request) : answer
}

const createClient = async (): Promise<string> =>
  (await call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body.id

/** The kinds of the invoice's events, oldest first. */
const eventsOf = async (id: string): Promise<ReadonlyArray<string>> => {
  const types: string[] = []
  for (let after = 0; ; ) {
    const { data, meta } = (await call("GET", `/v1/events?limit=100&after=${after}`)).body
    types.push(...data.flatMap((event: Json) => (event.data.object.id === id ? [event.type] : [])))
    if (data.length === 0) return types
    after = meta.next_after
  }
}

describe("two processes on one PostgreSQL", () => {
  it("are both ready and say so", async () => {
    for (const server of servers) {
      assert.deepInclude(server.ready, { database: "postgresql" })
      assert.notInclude(server.stdout(), "rk_")
      assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)
    }
  })

  it("give 100 concurrent invoices numbers without a gap, failing creates between", async () => {
    const client_id = await createClient()
    const line_items = [{ description: "x", quantity: 1, unit_price: 1 }]
    const unknown = "client_01h2xcejqtf2nbrexx3vqjhp41"
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) =>
        callUntilTaken(
          "POST",
          "/v1/invoices",
          index % 3 === 2
            ? {
                client_id: index % 2 === 0 ? unknown : client_id,
                line_items: index % 2 === 0 ? line_items : []
              }
            : { client_id, line_items },
          index % 2
        )
      )
    )
    const created = answers.filter(({ status }) => status === 201)
    assert.strictEqual(created.length, 100)
    assert.strictEqual(answers.filter(({ status }) => status === 422).length, 50)
    const numbers = created.map(({ body }) => body.number).sort()
    const expected = Array.from({ length: 100 }, (_, i) => `INV-${String(i + 1).padStart(4, "0")}`)
    assert.deepStrictEqual(numbers, expected)
  })

  it("answer 50 concurrent sends of one draft with one 200, and one mail", async () => {
    const client_id = await createClient()
    const { body } = await call("POST", "/v1/invoices", {
      client_id,
      line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
    })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        call("POST", `/v1/invoices/${body.id}/send`, {}, index % 2)
      )
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepStrictEqual(statuses, [200, ...Array.from({ length: 49 }, () => 422)])
    await eventually(async () => {
      const { delivery } = (await call("GET", `/v1/invoices/${body.id}`)).body
      return delivery.status === "sent" ? true : undefined
    })
    assert.strictEqual(smtp.mails.filter(({ raw }) => raw.includes(`${body.id}.sent@`)).length, 1)
  })

  it("send or void at once: the void stands, and the log tells who was first", async () => {
    const client_id = await createClient()
    for (let round = 0; round < 10; round++) {
      const { body } = await call("POST", "/v1/invoices", {
        client_id,
        line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
      })
      const [sent, voided] = await Promise.all([
        callUntilTaken("POST", `/v1/invoices/${body.id}/send`, {}, round % 2),
        callUntilTaken("POST", `/v1/invoices/${body.id}/void`, {}, (round + 1) % 2)
      ])
      assert.strictEqual(voided.status, 200)
      assert.include([200, 422], sent.status)
      const after = (await call("GET", `/v1/invoices/${body.id}`)).body
      assert.strictEqual(after.status, "void")
      assert.deepStrictEqual(
        (await eventsOf(body.id)).filter((type) => type !== "invoice.delivery_failed"),
        sent.status === 200
          ? ["invoice.created", "invoice.sent", "invoice.voided"]
          : ["invoice.created", "invoice.voided"]
      )
    }
  })

  it("send or edit at once: whoever is first, an edit after the send is refused", async () => {
    const client_id = await createClient()
    for (let round = 0; round < 10; round++) {
      const { body } = await call("POST", "/v1/invoices", {
        client_id,
        line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
      })
      const [sent, patched] = await Promise.all([
        call("POST", `/v1/invoices/${body.id}/send`, {}, 0),
        call("PATCH", `/v1/invoices/${body.id}`, { discount: 1 }, 1)
      ])
      assert.strictEqual(sent.status, 200)
      const total = (await call("GET", `/v1/invoices/${body.id}`)).body.total
      assert.strictEqual(total, patched.status === 200 ? 0 : 1)
      assert.include([200, 422], patched.status)
    }
  })

  it("tries a mail again that the server put off, with the same Message-ID", async () => {
    const client_id = await createClient()
    const invoice = {
      client_id,
      line_items: [{ description: "x", quantity: 1, unit_price: 1 }]
    }
    const { body } = await call("POST", "/v1/invoices", invoice)
    let putOff = false
    smtp.decide((raw) => {
      if (putOff || !raw.includes(`${body.id}.sent@`)) return null
      putOff = true
      return { code: 451, text: "come again" }
    })
    await call("POST", `/v1/invoices/${body.id}/send`, {})
    const queued = await eventually(async () => {
      const { delivery } = (await call("GET", `/v1/invoices/${body.id}`)).body
      return delivery.attempts === 1 ? delivery : undefined
    })
    assert.strictEqual(queued.status, "queued")
    assert.include(queued.last_error, "451")
    const delivered = await eventually(async () => {
      const { delivery } = (await call("GET", `/v1/invoices/${body.id}`)).body
      return delivery.status === "sent" ? delivery : undefined
    })
    assert.strictEqual(delivered.attempts, 2)

    smtp.decide(() => ({ code: 550, text: "no such user" }))
    const refused = (await call("POST", "/v1/invoices", invoice)).body
    await call("POST", `/v1/invoices/${refused.id}/send`, {})
    const failed = await eventually(async () => {
      const { delivery } = (await call("GET", `/v1/invoices/${refused.id}`)).body
      return delivery.status === "failed" ? delivery : undefined
    })
    assert.strictEqual(failed.attempts, 1)
    assert.include(failed.last_error, "550")
    smtp.decide(() => null)
  })

  it("measure their connections and what became of mails", async () => {
    const metrics = await eventually(async () => {
      const texts = await Promise.all(
        servers.map(async ({ url }) => (await fetch(`${url}/metrics`)).text())
      )
      const text = texts.join("\n")
      return text.includes("database_connections{") ? text : undefined
    })
    assert.match(metrics, /mail_outcomes_total\{outcome="delivered"\} [1-9]/)
    assert.match(metrics, /mail_outcomes_total\{outcome="refused"\} [1-9]/)
  })

  it("say 503 on /readyz before they stop, and end with code 0", async () => {
    const third = await startServer(place.environment)
    third.signal("SIGTERM")
    await eventually(async () => {
      const { status } = await fetch(`${third.url}/readyz`)
      return status === 503 ? true : undefined
    })
    const alive = await fetch(`${third.url}/v1/clients`, {
      headers: { authorization: `Bearer ${key}` }
    })
    assert.strictEqual(alive.status, 200)
    assert.strictEqual((await third.ended).code, 0)
  })

  it("share their cursors and links", async () => {
    const page = await call("GET", "/v1/invoices?limit=1", undefined, 0)
    const next = await call(
      "GET",
      `/v1/invoices?limit=1&cursor=${page.body.meta.next_cursor}`,
      undefined,
      1
    )
    assert.strictEqual(next.status, 200)
  })
})
