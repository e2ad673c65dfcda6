/**
 * `retainer dev --test-clock`: time moves on request; due work runs at its own time before the
 * answer; mails are shown, and fail on request. Tests share the server, and time goes forward.
 */
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll } from "vitest"
import { type Server, stopServer } from "../support/process.ts"
import { agencyOn, callerOf, startTestServer } from "../support/testServer.ts"

let server: Server
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => stopServer(server))

const now = async (): Promise<number> =>
  Date.parse((await callerOf(server)("GET", "/test/clock")).body.now)
const advance = (seconds: number) =>
  callerOf(server)("POST", "/test/clock", { advance_seconds: seconds })
const mailsTo = async (address: string) =>
  (await callerOf(server)("GET", `/test/mails?to=${address}`)).body.data

const day = 86_400
const isoDay = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

describe("the test clock", () => {
  it("says loudly what it is, and stands until it is moved", async () => {
    assert.match(server.stdout(), /\*\*\* TEST CLOCK \*\*\*/)
    const before = await now()
    const { call } = await agencyOn(server)
    const first = await call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
    const second = await call("POST", "/v1/clients", { name: "Bob", email: "bob@x.example" })
    assert.strictEqual(Date.parse(first.body.created_at), before)
    const moved = await advance(1.5)
    assert.deepStrictEqual(
      [moved.status, Date.parse(moved.body.now), await now()],
      [200, before + 1500, before + 1500]
    )
    // Equal instants, newest first.
    const { body } = await call("GET", "/v1/clients")
    const ids = body.data.map(({ id }: { readonly id: string }) => id)
    assert.deepStrictEqual(ids, [second.body.id, first.body.id])
  })

  it("goes forward only, to an instant or by seconds", async () => {
    const call = callerOf(server)
    const at = await now()
    const refused = async (body: unknown) => {
      const answer = await call("POST", "/test/clock", body)
      return [answer.status, answer.body.error.message]
    }
    const told = new Date(at).toISOString()
    assert.deepStrictEqual(
      [
        await refused({ now: new Date(at - 1).toISOString() }),
        await refused({ now: new Date(at + 1001 * day * 1000).toISOString() }),
        await refused({ advance_seconds: -1 }),
        await refused({}),
        await refused({ advance_seconds: 1, now: told }),
        await refused({ days: 1 })
      ],
      [
        [422, `Time only moves forward: it is ${told}`],
        [422, `Time moves by at most 1000 days at once: it is ${told}`],
        [422, "advance_seconds: must not be negative"],
        [422, "now or advance_seconds: one is required"],
        [422, "now or advance_seconds: one is required"],
        [422, "days: is not known here"]
      ]
    )
    assert.strictEqual(await now(), at)
    const same = await call("POST", "/test/clock", { now: told })
    assert.deepStrictEqual(same.body, { now: told })
  })

  it("marks what is overdue and reminds of it, each as its day begins where the agency is", async () => {
    const options = { time_zone: "Asia/Tokyo", reminder_days: [3, 20] }
    const { call, sent } = await agencyOn(server, options)
    const due = isoDay((await now()) + 5 * day * 1000)
    const id = await sent("tokyo@x.example", due)
    await advance(40 * day)
    const { body: events } = await call("GET", "/v1/events?limit=100")
    const told = events.data
      .filter(({ type }: { readonly type: string }) => type === "invoice.overdue")
      .map(({ created_at }: { readonly created_at: string }) => created_at)
    // Midnight in Tokyo is 15:00 UTC of the day before.
    assert.deepStrictEqual(told, [`${due}T15:00:00.000Z`])
    const mails = await mailsTo("tokyo@x.example")
    const onDay = (days: number) =>
      `${isoDay(Date.parse(due) + (days - 1) * day * 1000)}T15:00:00.000Z`
    assert.deepStrictEqual(
      mails.slice(1).map(({ sent_at }: { readonly sent_at: string }) => sent_at),
      [onDay(3), onDay(20)]
    )
    assert.strictEqual((await call("GET", `/v1/invoices/${id}`)).body.status, "overdue")
  })

  it("forgets the answer of a repeated request after a day", async () => {
    const { call } = await agencyOn(server)
    const make = async () =>
      (
        await call(
          "POST",
          "/v1/clients",
          { name: "Ada", email: "ada@x.example" },
          { "idempotency-key": "once" }
        )
      ).body.id
    const first = await make()
    await advance(23 * 3600)
    assert.strictEqual(await make(), first)
    await advance(2 * 3600)
    assert.notStrictEqual(await make(), first)
  })

  it("books the late payment of the built-in processor", async () => {
    const { call, sent } = await agencyOn(server)
    const id = await sent("late@x.example")
    const url = (await call("GET", `/v1/invoices/${id}`)).body.processor_payment_url
    const paying = await call("POST", "/test/payments", { url, how: "late" })
    assert.strictEqual(paying.status, 204)
    await advance(5)
    const { body: paid } = await call("GET", `/v1/invoices/${id}`)
    assert.deepStrictEqual([paid.status, Date.parse(paid.paid_at)], ["paid", await now()])
    const again = await call("POST", "/test/payments", { url })
    assert.strictEqual(again.status, 422)
  })
})

describe("mails of a test server", () => {
  it("fail as often as told, and are tried again when their time comes", async () => {
    const { call, sent } = await agencyOn(server)
    const failure = { kind: "temporary", count: 2, to: "Twice@x.example", reason: "full" }
    const told = await call("POST", "/test/mails/failures", failure)
    assert.deepStrictEqual([told.status, told.body], [201, failure])
    const id = await sent("twice@x.example")
    const delivery = async () => (await call("GET", `/v1/invoices/${id}`)).body.delivery
    const seen = []
    for (const seconds of [0, 4.999, 0.001, 10]) {
      await advance(seconds)
      seen.push(await delivery())
    }
    assert.deepStrictEqual(seen, [
      { status: "queued", attempts: 1, last_error: "full" },
      { status: "queued", attempts: 1, last_error: "full" },
      { status: "queued", attempts: 2, last_error: "full" },
      { status: "sent", attempts: 3, last_error: null }
    ])
    assert.deepStrictEqual((await call("GET", "/test/mails/failures")).body, { data: [] })
    assert.lengthOf(await mailsTo("twice@x.example"), 1)
  })

  it("are refused for good where told, until that is taken back", async () => {
    const { call, sent } = await agencyOn(server)
    await call("POST", "/test/mails/failures", { kind: "permanent", to: "never@x.example" })
    const statusOf = async (id: string) => {
      await advance(0)
      return (await call("GET", `/v1/invoices/${id}`)).body.delivery.status
    }
    const statuses = [
      await statusOf(await sent("never@x.example")),
      await statusOf(await sent("never@x.example")),
      await statusOf(await sent("other@x.example"))
    ]
    await call("DELETE", "/test/mails/failures")
    statuses.push(await statusOf(await sent("never@x.example")))
    assert.deepStrictEqual(statuses, ["failed", "failed", "sent", "sent"])
  })

  it("are shown whole: headers, texts, attachments with their bytes", async () => {
    const { call, sent } = await agencyOn(server)
    await sent("whole@x.example")
    await advance(0)
    const [mail, ...others] = await mailsTo("WHOLE@x.example")
    assert.lengthOf(others, 0)
    assert.deepStrictEqual(mail.to, { name: "Ada Byron", address: "whole@x.example" })
    assert.strictEqual(Date.parse(mail.sent_at), await now())
    assert.strictEqual(Date.parse(mail.headers.date), Math.floor((await now()) / 1000) * 1000)
    assert.strictEqual(mail.headers["auto-submitted"], "auto-generated")
    assert.match(mail.headers["message-id"], /^<.+@.+>$/)
    assert.include(mail.text, "50.00 USD")
    assert.include(mail.html, "<html")
    const { body: one } = await call("GET", `/test/mails/${mail.id}`)
    const [pdf] = one.attachments
    const bytes = Buffer.from(pdf.content, "base64")
    assert.deepStrictEqual(
      [pdf.filename, pdf.content_type, pdf.size, bytes.subarray(0, 5).toString()],
      ["INV-0001.pdf", "application/pdf", bytes.length, "%PDF-"]
    )
    const bySubject = await call("GET", "/test/mails?to=whole@x.example&subject=Reminder")
    assert.deepStrictEqual(bySubject.body, { data: [] })
    assert.strictEqual((await call("GET", "/test/mails?from=x")).status, 400)
    assert.strictEqual((await call("GET", "/test/mails/mail_0")).status, 404)
    assert.strictEqual((await call("DELETE", "/test/mails")).status, 204)
    assert.deepStrictEqual((await call("GET", "/test/mails")).body, { data: [] })
  })
})

describe("webhooks of a test server", () => {
  it("are tried again when time moves, signed by the time that their receiver has", async () => {
    const seen: Array<{ readonly body: string; readonly headers: Record<string, string> }> = []
    const receiver = createServer((incoming, response) => {
      let body = ""
      incoming.on("data", (chunk: Buffer) => {
        body += chunk.toString()
      })
      incoming.on("end", () => {
        const headers = Object.entries(incoming.headers).map(([name, value]) => [
          name,
          String(value)
        ])
        seen.push({ body, headers: Object.fromEntries(headers) })
        response.writeHead(seen.length === 1 ? 503 : 204).end()
      })
    })
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
    const { port } = receiver.address() as AddressInfo
    try {
      const { call } = await agencyOn(server)
      const { body: endpoint } = await call("POST", "/v1/webhook_endpoints", {
        url: `http://127.0.0.1:${port}/`
      })
      await call("POST", "/v1/clients", { name: "Ada", email: "ada@x.example" })
      await advance(0)
      assert.lengthOf(seen, 1)
      await advance(day)
      assert.lengthOf(seen, 2)
      const last = seen.at(-1)
      const event: unknown = new Webhook(endpoint.secret).verify(
        last?.body ?? "",
        last?.headers ?? {}
      )
      assert.propertyVal(event, "type", "client.created")
    } finally {
      receiver.close()
    }
  })
})

describe("who may ask a test server", () => {
  it("is a program of this machine: no page, no other name, no proxy, no form", async () => {
    const call = callerOf(server)
    const at = await now()
    const statusWith = async (headers: Record<string, string>) =>
      (await call("POST", "/test/clock", { advance_seconds: 60 }, headers)).status
    const statusAs = (host: string) =>
      new Promise((resolve, reject) => {
        request(`${server.url}/test/mails`, { headers: { host } }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on("error", reject)
          .end()
      })
    assert.deepStrictEqual(
      [await statusAs("evil.example"), await statusAs("localhost:80"), await statusAs("[::1]")],
      [403, 200, 200]
    )
    assert.deepStrictEqual(
      [
        await statusWith({ origin: "http://evil.example" }),
        await statusWith({ origin: server.url }),
        await statusWith({ "sec-fetch-site": "cross-site" }),
        await statusWith({ "sec-fetch-site": "same-origin" }),
        await statusWith({ "x-forwarded-for": "127.0.0.1" }),
        await statusWith({ "content-type": "text/plain" })
      ],
      [403, 403, 403, 403, 403, 400]
    )
    const large = await call("POST", "/test/clock", { now: "x".repeat(20_000) })
    assert.deepStrictEqual(large.body.error, {
      code: "BAD_REQUEST",
      message: "The body is over the limit of 16 KiB",
      status: 400
    })
    assert.strictEqual(await now(), at)
  })
})
