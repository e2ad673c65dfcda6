/**
 * Requests that never reach a router, on a raw socket; configuration; a database that goes away.
 */
import { connect } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { beforeAll } from "vitest"
import { runCliHere } from "../support/cliHere.ts"
import { eventually, runCli, startServer } from "../support/process.ts"
import { useServer } from "../support/server.ts"
import { makeVisitor } from "../support/visitor.ts"

const service = useServer(() => ({ LOG_LEVEL: "info", LOG_FORMAT: "json" }))

/**
 * Answers to clients that are too slow: begun before all else, because a server is patient for so
 * long.
 */
let slow: Promise<ReadonlyArray<string>>

beforeAll(async () => {
  slow = Promise.all([
    exchange("GET /v1/projects HTTP/1.1\r\nHost: x\r\nX-Slow:", false),
    exchange(
      `POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\n` +
        "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
      false
    )
  ])
})

/** Everything received until the server closes; an open client side may send more. */
const exchange = (bytes: string, isWhole = true): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.server.url)
    const socket = connect(Number(port), hostname, () =>
      isWhole ? socket.end(bytes) : socket.write(bytes)
    )
    let received = ""
    socket.on("data", (chunk) => {
      received += chunk.toString()
    })
    socket.on("close", () => resolve(received))
    socket.on("error", reject)
  })

const envelopeOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4)).error

describe("broken HTTP gets the envelope", () => {
  it.each([
    ["garbage", "GARBAGE\r\n\r\n"],
    ["two Hosts", "GET /v1/projects HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n"],
    [
      "two Authorizations",
      "GET /v1/projects HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer KEY\r\nauthorization: Bearer KEY\r\n\r\n"
    ],
    ["no Host", "GET /v1/projects HTTP/1.1\r\n\r\n"],
    ["HTTP/0.9", "GET /v1/projects\r\n\r\n"],
    [
      "a length beside chunks",
      "POST /v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    ],
    [
      "a header that is too long",
      `GET /v1/projects HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`
    ],
    [
      "an unknown expectation",
      "GET /v1/projects HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n"
    ],
    [
      "two lengths",
      "POST /v1/clients HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}"
    ],
    [
      "a broken chunk",
      "POST /v1/clients HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer KEY\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    ]
  ])("%s", async (_, bytes) => {
    const answer = await exchange(bytes.replaceAll("KEY", service.key))
    assert.match(answer, /^HTTP\/1\.1 400 /)
    assert.match(answer, /\r\nx-request-id: req_[0-9a-z]{26}\r\n/i)
    assert.deepInclude(envelopeOf(answer), { code: "BAD_REQUEST", status: 400 })
  })

  it("takes an upgrade for an ordinary request, and HEAD for a GET without its body", async () => {
    const upgraded = await exchange(
      "GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
    )
    assert.match(upgraded, /^HTTP\/1\.1 200 /)
    const head = await exchange("HEAD /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert.match(head, /^HTTP\/1\.1 200 /)
    assert.isTrue(head.endsWith("\r\n\r\n"))
  })
})

describe("text that PostgreSQL cannot store", () => {
  const secret = "a\u0000@b.example"
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${service.server.url}${path}`, { redirect: "manual", ...init })
  const form = (fields: Readonly<Record<string, string>>): RequestInit => ({
    method: "POST",
    body: new URLSearchParams(fields)
  })
  const basic = { authorization: `Basic ${Buffer.from("a\0:b\0").toString("base64")}` }

  it.each([
    ["/v1/oauth/token", form({ grant_type: "refresh_token", refresh_token: "\0" })],
    ["/v1/oauth/token", { ...form({ grant_type: "refresh_token" }), headers: basic }],
    [
      "/oauth/token",
      form({ grant_type: "authorization_code", client_id: "\0", client_secret: "\0", code: "\0" })
    ],
    ["/oauth/revoke", form({ token: "\0", client_id: "\0", client_secret: "\0" })],
    ["/oauth/authorize?response_type=code&client_id=%00&redirect_uri=%00&state=%00", {}],
    ["/assets/logos/%00", {}],
    ["/assets/apps/a%00b", {}],
    ["/files/%00?token=%00", {}],
    ["/pay/%00", {}],
    ["/pay/a%00b/invoice.pdf", {}],
    ["/portal/invitations/%00", {}],
    ["/invitations/a%00b", {}],
    ["/password/%00", {}],
    ["/dev/mail/%00", {}],
    ["/settings/users/%00", {}]
  ] as const)("is refused by %s", async (path, init) => {
    const { status } = await ask(path, init)
    assert.isBelow(status, 500)
    assert.isAtLeast(status, 300)
  })

  it.each([
    ["/sign-in", { email: secret, password: "x" }],
    ["/sign-in/forgot", { email: secret }],
    ["/portal", { email: secret }]
  ] as const)("is refused by the form of %s", async (path, fields) => {
    const visitor = makeVisitor(fetch, service.server.url)
    const page = await visitor.get(path)
    const [, action = ""] =
      /<form[^>]* action="([^"]*)"[^>]*>(?:(?!<\/form>).)*name="email"/s.exec(page.body) ?? []
    const refused = await visitor.submit(page, action, fields)
    assert.strictEqual(refused.status, 422)
  })
})

describe("logs", () => {
  it("are one JSON object a line on stderr, without query or key", async () => {
    const key = service.key
    const before = service.server.stderr().length
    await fetch(`${service.server.url}/v1/projects?limit=7`, {
      headers: { authorization: `Bearer ${key}` }
    })
    await fetch(`${service.server.url}/pay/secret-token-of-a-link`)
    // Other tests of this file request such paths too: only later lines count.
    await eventually(async () => {
      const later = service.server.stderr().slice(before)
      return later.includes('"/v1/projects"') && later.includes("/pay/…") ? true : undefined
    })
    const lines = service.server.stderr().trim().split("\n")
    for (const line of lines) assert.isObject(JSON.parse(line))
    for (const secret of [key, "limit=7", "secret-token-of-a-link"]) {
      assert.notInclude(service.server.stderr(), secret)
    }
  })
})

describe("configuration", () => {
  it.each([
    ["PORT", { PORT: "http" }],
    ["PORT", { PORT: "70000" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://x" }],
    ["SECRET_KEY", { DATABASE_URL: "postgres://u@h/d" }],
    ["SECRET_KEY", { SECRET_KEY: "short" }],
    ["BASE_URL", { BASE_URL: "https://x.example/path" }],
    ["BASE_URL", { BASE_URL: "ftp://x.example" }],
    ["PORTAL_URL", { PORTAL_URL: "nowhere" }],
    ["PORTAL_URL", { PORTAL_URL: "http://x.example/", BASE_URL: "http://x.example" }],
    ["AUTH_URL", { AUTH_URL: "https://auth.example/path" }],
    ["PROCESSOR", { PROCESSOR: "paypal" }],
    ["STRIPE_WEBHOOK_SECRET", { PROCESSOR: "stripe", STRIPE_SECRET_KEY: "sk_test_x" }],
    ["STRIPE_API_URL", { STRIPE_API_URL: "nowhere" }],
    ["WEBHOOK_ALLOW_PRIVATE", { WEBHOOK_ALLOW_PRIVATE: "yes" }],
    ["SMTP_URL", { SMTP_URL: "http://x" }],
    ["MAIL_FROM", { MAIL_FROM: "a@b.example, c@d.example" }],
    ["METRICS_TOKEN", { METRICS_TOKEN: "too short" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["LOG_FORMAT", { LOG_FORMAT: "xml" }]
  ])("%s stops the start with its name: %j", async (name, environment) => {
    const { code, stderr } = await runCliHere(["migrate"], environment)
    assert.strictEqual(code, 1)
    assert.match(stderr, new RegExp(`^  ${name} `, "m"))
    for (const value of Object.values(environment)) {
      if (value.length > 8) assert.notInclude(stderr, value)
    }
  })

  it("names every bad value at once, and the server refuses as the command line does", async () => {
    const failed = await startServer({ PORT: "x", LOG_LEVEL: "y" }).then(
      () => "started",
      (error: unknown) => String(error)
    )
    assert.include(failed, "ended with 1")
    assert.include(failed, "PORT ")
    assert.include(failed, "LOG_LEVEL ")
  })

  it("a server on a database server wants its processor named; commands do not need one", async () => {
    const environment = {
      DATABASE_URL: "postgres://u@127.0.0.1:1/d",
      SECRET_KEY: Buffer.alloc(32, 4).toString("base64"),
      TRUST_PROXY: "true"
    }
    const failed = await startServer(environment).then(
      () => "started",
      (error: unknown) => String(error)
    )
    assert.match(failed, /^ {2}PROCESSOR /m)
    assert.match(failed, /^ {2}BASE_URL /m)
    const { stdout, code } = await runCliHere(["config", "--json"], environment)
    assert.strictEqual(code, 0)
    assert.include(JSON.parse(stdout).PROCESSOR, "not set")
  })

  it("says so where the database server is away", async () => {
    const { code, stderr } = await runCli(["migrate"], {
      DATABASE_URL: "postgres://u:very-secret@127.0.0.1:1/d",
      SECRET_KEY: Buffer.alloc(32).toString("base64")
    })
    assert.strictEqual(code, 1)
    assert.notInclude(stderr, "very-secret")
    assert.match(stderr, /^DATABASE_URL: the database at 127\.0\.0\.1:1\/d .*ECONNREFUSED.*\n$/)
  })
})

describe("a client that is too slow", () => {
  it("with its headers, or with its body, is cut off", async () => {
    for (const answer of await slow) {
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.deepInclude(envelopeOf(answer), { code: "BAD_REQUEST", status: 400 })
    }
  })
})
