/**
 * The main job on the real process and the embedded database: the typed client over TCP, a real
 * SMTP server, a kill, a restart and an orderly stop.
 */
import { readdir, readFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import PostalMime from "postal-mime"
import { afterAll, beforeAll } from "vitest"
import { makeClient, type RetainerClient } from "../../src/client.ts"
import { pdfPages } from "../support/pdf.ts"
import { eventually, runCli, startServer, stopServer } from "../support/process.ts"
import { useServer } from "../support/server.ts"
import { type Sink, startSmtp } from "../support/smtp.ts"

let smtp: Sink
beforeAll(async () => {
  smtp = await startSmtp()
})
const service = useServer(() => ({
  SMTP_URL: smtp.url,
  MAIL_FROM: "billing@agency.example",
  LOG_LEVEL: "info"
}))
/** Without an SMTP server. */
const startAgain = () => service.startAgain({ DATA_DIR: service.path })
afterAll(() => smtp.close())

const withClient = <A, E>(use: (client: RetainerClient) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(
    makeClient({ baseUrl: service.server.url, apiKey: service.key }).pipe(
      Effect.flatMap(use),
      Effect.provide(FetchHttpClient.layer)
    )
  )

/** A request in progress: the server waits for its body. */
const startSlowRequest = async (url: string, token: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ""
  socket.on("data", (chunk) => {
    received += chunk.toString()
  })
  const body = '{"name":"Slow","email":"slow@x.example"}'
  socket.write(
    `POST /v1/clients?query=secret HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      "Content-Type: application/json\r\nExpect: 100-continue\r\n" +
      `Content-Length: ${body.length}\r\n\r\n`
  )
  await eventually(async () => (received.includes("100 Continue") ? true : undefined))
  received = ""
  return {
    finish: async () => {
      socket.write(body)
      const answer = await eventually(async () => (received.includes("}") ? received : undefined))
      socket.destroy()
      return answer
    }
  }
}

describe("the main job", () => {
  it("prints what to try, on stdout alone", () => {
    assert.include(service.server.stdout(), "owner@demo-agency.example")
    assert.include(
      service.server.stdout(),
      `curl -H "Authorization: Bearer ${service.key}" ${service.server.url}/v1/projects`
    )
    assert.include(service.server.stdout(), "not a power cut")
    assert.deepInclude(service.server.ready, {
      database: "embedded",
      mail: "smtp",
      url: service.server.url
    })
  })

  it("makes a client, a project and an invoice, sends it, and the mail arrives", async () => {
    const { invoice, sent } = await withClient((api) =>
      Effect.gen(function* () {
        const client = yield* api.clients.create({
          payload: { name: "Zoë Brontë", email: "zoe@client.example", company: "Łódź Studio" }
        })
        const project = yield* api.projects.create({
          payload: { name: "Website", client_id: client.id }
        })
        const created = yield* api.invoices.create({
          payload: {
            client_id: client.id,
            project_id: project.id,
            tax_rate: 0.1,
            line_items: [{ description: "Design", quantity: 1, unit_price: 12_000 }]
          }
        })
        const result = yield* api.invoices.send({
          params: { id: created.id },
          payload: { message: "Thank you for your trust" }
        })
        return { invoice: created, sent: result }
      })
    )
    assert.deepInclude(sent, { id: invoice.id, status: "sent", sent_to: "zoe@client.example" })
    const received = await eventually(async () => smtp.mails[0])
    assert.deepStrictEqual(
      [received.from, received.to],
      ["billing@agency.example", ["zoe@client.example"]]
    )
    const mail = await PostalMime.parse(received.raw)
    assert.strictEqual(mail.subject, "Invoice INV-0001 from Demo Agency: 132.00 USD")
    assert.strictEqual(mail.messageId, `<${invoice.id}.sent@127.0.0.1>`)
    assert.deepInclude(mail.to?.[0], { name: "Zoë Brontë", address: "zoe@client.example" })
    assert.include(mail.text ?? "", "Thank you for your trust")
    const link = /http:\/\/\S+\/pay\/\S+/.exec(mail.text ?? "")?.[0] ?? ""
    assert.include(mail.html ?? "", `href="${link}"`)
    const attachment = mail.attachments[0]
    assert.deepStrictEqual(
      [attachment?.filename, attachment?.mimeType],
      ["INV-0001.pdf", "application/pdf"]
    )
    if (!(attachment?.content instanceof ArrayBuffer)) return assert.fail("no PDF")
    const [page = ""] = await pdfPages(new Uint8Array(attachment.content))
    for (const text of [
      "INV-0001",
      "Łódź Studio",
      "Zoë Brontë",
      "Design",
      "132.00 USD",
      "page 1 of 1"
    ]) {
      assert.include(page, text)
    }
    const html = await (await fetch(link)).text()
    assert.include(html, "INV-0001")
    assert.include(html, "</svg>due ")

    const read = await eventually(() =>
      withClient((api) => api.invoices.get({ params: { id: invoice.id } })).then((found) =>
        found.delivery?.status === "sent" ? found : undefined
      )
    )
    assert.deepStrictEqual(read.delivery, { status: "sent", attempts: 1, last_error: null })
    const pdf = await withClient((api) =>
      api.invoices.pdf({ params: { id: invoice.id }, query: {} })
    )
    assert.deepStrictEqual(new Uint8Array(attachment.content), pdf.body)
  })

  it("fails with typed errors", async () => {
    const errors = await withClient((api) =>
      Effect.gen(function* () {
        const missing = yield* Effect.flip(api.clients.get({ params: { id: "client_x" } }))
        const [first] = (yield* api.invoices.list({ query: {} })).data
        const twice = yield* Effect.flip(
          api.invoices.send({ params: { id: first?.id ?? "" }, payload: {} })
        )
        return [missing._tag, twice._tag, twice.message]
      })
    )
    assert.deepStrictEqual(errors, [
      "ResourceNotFound",
      "Unprocessable",
      "Invoice INV-0001 is sent and cannot be sent; it can be voided or paid or credited"
    ])
    const refused = await Effect.runPromise(
      makeClient({ baseUrl: service.server.url, apiKey: "rk_wrong" }).pipe(
        Effect.flatMap((api) => Effect.flip(api.clients.list({ query: {} }))),
        Effect.provide(FetchHttpClient.layer)
      )
    )
    assert.strictEqual(refused._tag, "Unauthorized")
  })

  it("voids another", async () => {
    const voided = await withClient((api) =>
      Effect.gen(function* () {
        const [client] = (yield* api.clients.list({ query: {} })).data
        if (client === undefined) return yield* Effect.die("no client")
        const { id } = yield* api.invoices.create({
          payload: {
            client_id: client.id,
            line_items: [{ description: "Mistake", quantity: 1, unit_price: 1 }]
          }
        })
        return yield* api.invoices.void({ params: { id }, payload: { reason: "Mistake" } })
      })
    )
    assert.deepInclude(voided, { status: "void", number: "INV-0002" })
  })

  it("keeps a second process out of its directory", async () => {
    // A command is run by the server that holds it.
    const cli = await runCli(["migrate", "--json"], { DATA_DIR: service.path })
    assert.strictEqual(cli.code, 0, cli.stderr)
    assert.deepStrictEqual(JSON.parse(cli.stdout), { applied: [] })
    const second = await startServer({ DATA_DIR: service.path }).then(
      () => "started",
      (error: unknown) => String(error)
    )
    assert.include(second, "in use by process")
    assert.strictEqual((await fetch(`${service.server.url}/readyz`)).status, 200)
  })

  it("loses nothing that it acknowledged when it is killed", async () => {
    const acknowledged: string[] = []
    const create = (name: string) =>
      withClient((api) => api.clients.create({ payload: { name, email: "a@x.example" } }))
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 1000; n++) {
        const created = await create(`w${writer}-${n}`).catch(() => undefined)
        if (created === undefined) return
        acknowledged.push(created.id)
      }
    })
    await eventually(async () => (acknowledged.length >= 60 ? true : undefined))
    service.server.signal("SIGKILL")
    await service.server.ended
    await Promise.all(writers)
    await startAgain()
    assert.notInclude(service.server.stdout(), "rk_")
    const found = await Promise.all(
      acknowledged.map((id) => withClient((api) => api.clients.get({ params: { id } })))
    )
    assert.strictEqual(found.length, acknowledged.length)
  })

  it("writes mails as files where there is no SMTP server", async () => {
    assert.deepInclude(service.server.ready, { mail: "files" })
    await withClient((api) =>
      Effect.gen(function* () {
        const [client] = (yield* api.clients.list({ query: {} })).data
        return yield* api.clients.invite({
          params: { id: client?.id ?? "" },
          payload: { message: "Welcome" }
        })
      })
    )
    const folder = join(service.path, "mail")
    const file = await eventually(async () =>
      (await readdir(folder).catch((): string[] => [])).find((name) => name.endsWith(".eml"))
    )
    const mail = await PostalMime.parse(await readFile(join(folder, file)))
    assert.strictEqual(mail.subject, "Demo Agency invites you to the client portal")
    assert.include(mail.text ?? "", "Welcome")
    assert.include(mail.text ?? "", `${service.server.url}/portal/invitations/`)
    const list = await (await fetch(`${service.server.url}/dev/mail`)).text()
    assert.include(list, `href="/dev/mail/${file}"`)
    assert.include(await (await fetch(`${service.server.url}/dev/mail/${file}`)).text(), "Welcome")
    const html = await fetch(`${service.server.url}/dev/mail/${file}/html`)
    assert.match(
      html.headers.get("content-security-policy") ?? "",
      /sandbox;.*frame-ancestors 'none'/
    )
    for (const name of ["nope.eml", "..%2Fsecret.key", "%2e%2e"]) {
      assert.strictEqual((await fetch(`${service.server.url}/dev/mail/${name}`)).status, 404)
    }
  })

  it("has nothing of a test server's own", async () => {
    const seen = await Promise.all(
      ["clock", "mails", "mails/failures", "payments", "workspaces"].flatMap((name) =>
        ["GET", "POST", "DELETE"].map(
          async (method) => (await fetch(`${service.server.url}/test/${name}`, { method })).status
        )
      )
    )
    assert.deepStrictEqual([...new Set(seen)], [404])
  })

  it("stops at SIGTERM with code 0, however often it is asked", async () => {
    const running = await startSlowRequest(service.server.url, service.key)
    service.server.signal("SIGTERM")
    service.server.signal("SIGTERM")
    service.server.signal("SIGINT")
    const answer = await running.finish()
    assert.match(answer, /^HTTP\/1\.1 201 Created/)
    const { code, stderr } = await service.server.ended
    assert.strictEqual(code, 0)
    // Logs name requests, never secrets or queries.
    assert.include(stderr, "/v1/clients")
    for (const secret of [service.key, "?query=", "slow@x.example", "/pay/c"])
      assert.notInclude(stderr, secret)
    await startAgain()
    assert.strictEqual((await stopServer(service.server)).code, 0)
  })
})
