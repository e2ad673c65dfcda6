/**
 * The secret key is replaced on a real server: nothing that people and programs hold stops working.
 */

import { readdir, readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import PostalMime from "postal-mime"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace, runCliHere } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import { eventually, runCli, type Server, startServer, stopServer } from "../support/process.ts"
import { freePort } from "../support/redis.ts"
import { makeVisitor } from "../support/visitor.ts"

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever JSON came
type Json = any

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64")
const password = "correct horse battery"
const callback = "https://app.example/callback"

let place: Awaited<ReturnType<typeof placeOnPostgres>>
let server: Server
let port: number
let apiKey: string
const webhooks: Array<{ headers: Record<string, string>; body: string }> = []
const receiver = createServer((request, response) => {
  let body = ""
  request.on("data", (chunk) => {
    body += String(chunk)
  })
  request.on("end", () => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    )
    webhooks.push({ headers, body })
    response.end()
  })
})

const environment = (secretKey: string) => ({
  ...place.environment,
  PORT: String(port),
  SECRET_KEY: secretKey,
  WEBHOOK_ALLOW_PRIVATE: "true"
})

const restart = async (secretKey: string) => {
  await stopServer(server)
  server = await startServer(environment(secretKey))
}

const call = async (method: string, path: string, body?: object, more = {}): Promise<Json> => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json", ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, headers: response.headers, ...(await response.json()) }
}

const statusOf = async (url: string) => (await fetch(url)).status

const linkInMail = (about: string) =>
  eventually(async () => {
    const folder = join(place.path, "mail")
    for (const name of (await readdir(folder).catch(() => [])).filter((one) =>
      /\.eml$/.test(one)
    )) {
      const { text = "" } = await PostalMime.parse(await readFile(join(folder, name)))
      const link = [...text.matchAll(/https?:\/\/\S+/g)].find(([url]) => url.includes(about))?.[0]
      if (link !== undefined) return link
    }
    return undefined
  })

const doctor = async (secretKey: string): Promise<Json> => {
  const { stdout } = await runCliHere(["doctor", "--json"], environment(secretKey))
  return JSON.parse(stdout)
}

beforeAll(async () => {
  place = await placeOnPostgres()
  port = await freePort()
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
})
afterAll(async () => {
  await stopServer(server)
  receiver.close()
  await place.remove()
})

describe("replacing the secret key", () => {
  it("keeps links, sessions, forms, cursors, tokens, webhooks and kept answers", async () => {
    const { workspace_id, api_key } = await createWorkspace(environment(key(1)), {
      "owner-password": password
    })
    apiKey = api_key
    const registered = await runCli(
      `oauth-app create --workspace ${workspace_id} --name App --redirect-uri ${callback} --json`.split(
        " "
      ),
      environment(key(1))
    )
    const app = JSON.parse(registered.stdout)
    server = await startServer(environment(key(1)))

    const endpoint = await call("POST", "/v1/webhook_endpoints", {
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    })
    const repeated = { "idempotency-key": "once" }
    const client = await call("POST", "/v1/clients", { name: "A", email: "a@x.example" }, repeated)
    const second = await call("POST", "/v1/clients", { name: "B", email: "b@x.example" })
    await call("POST", `/v1/clients/${client.id}/invite`, {})
    const invoice = await call("POST", "/v1/invoices", {
      client_id: client.id,
      line_items: [{ description: "x", quantity: 1, unit_price: 100 }]
    })
    await call("POST", `/v1/invoices/${invoice.id}/send`, {})
    const sent = await call("GET", `/v1/invoices/${invoice.id}`)
    const invitation = await linkInMail("/invitations/")
    const page = await call("GET", "/v1/clients?limit=1")
    const owner = makeVisitor(fetch, server.url)
    await owner.signIn("o@x.example", password)
    const openForm = await owner.get("/settings/api-keys")
    const search = `client_id=${app.client_id}&redirect_uri=${encodeURIComponent(callback)}`
    const consent = await owner.get(
      `/oauth/authorize?response_type=code&scope=clients:read&state=s&${search}`
    )
    const action = /<form method="post" action="([^"]+)" class="row"/.exec(consent.body)?.[1] ?? ""
    const allowed = await owner.submit(consent, action.replaceAll("&amp;", "&"), {
      decision: "allow"
    })
    const token = async (given: Readonly<Record<string, string>>): Promise<Json> => {
      const { client_id, client_secret } = app
      const response = await fetch(`${server.url}/v1/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ client_id, client_secret, ...given })
      })
      return await response.json()
    }
    const code = new URL(allowed.leftFor ?? "").searchParams.get("code") ?? ""
    const first = await token({ grant_type: "authorization_code", code, redirect_uri: callback })
    const refresh = { grant_type: "refresh_token", refresh_token: first.refresh_token }
    const successor = await token(refresh)
    assert.match(successor.refresh_token, /^rrt_/)

    await restart(`${key(2)},${key(1)}`)

    // The same refresh within half a minute: the same successor, though the key is another.
    assert.strictEqual((await token(refresh)).refresh_token, successor.refresh_token)
    assert.strictEqual(await statusOf(sent.processor_payment_url), 200)
    const again = await call("GET", `/v1/invoices/${invoice.id}`)
    assert.notStrictEqual(again.processor_payment_url, sent.processor_payment_url)
    assert.strictEqual(await statusOf(again.processor_payment_url), 200)
    assert.strictEqual(await statusOf(invitation), 200)
    const rest = await call("GET", `/v1/clients?limit=1&cursor=${page.meta.next_cursor}`)
    assert.deepStrictEqual([page.data[0].id, rest.data[0].id], [second.id, client.id])
    const replayed = await call(
      "POST",
      "/v1/clients",
      { name: "A", email: "a@x.example" },
      repeated
    )
    assert.strictEqual(replayed.id, client.id)
    assert.strictEqual(replayed.headers.get("idempotent-replayed"), "true")
    assert.strictEqual((await owner.get("/settings/users")).path, "/settings/users")
    assert.match((await owner.submit(openForm, "/sign-out")).path, /^\/sign-in/)

    const report = await (async () => {
      await stopServer(server)
      return await doctor(`${key(2)},${key(1)}`)
    })()
    assert.deepStrictEqual(
      report.keys.map(({ position, needed_by }: Json) => [position, needed_by.webhook_secrets]),
      [
        [1, 1],
        [2, 0]
      ]
    )
    assert.include(report.keys[1].needed_by, {
      kept_answers: 1,
      invitation_links: 1,
      payment_links: 1
    })
    const missing = (await doctor(key(2))).checks.find(({ name }: Json) => name === "keys")
    assert.isFalse(missing.ok)
    assert.include(missing.detail, report.keys[1].id)

    // Without the old key its links are dead; the webhook's secret was renewed in time.
    server = await startServer(environment(key(2)))
    assert.strictEqual(await statusOf(sent.processor_payment_url), 404)
    assert.strictEqual(await statusOf(again.processor_payment_url), 200)
    webhooks.length = 0
    await call("POST", `/v1/webhook_endpoints/${endpoint.id}/test`)
    const told = await eventually(async () => webhooks[0])
    new Webhook(endpoint.secret).verify(told.body, told.headers)
  })
})
