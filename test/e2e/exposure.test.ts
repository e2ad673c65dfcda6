/** Over TLS, behind a proxy, from a browser of another origin; metrics, traces and draining. */
import { execFileSync, spawnSync } from "node:child_process"
import { readdir, readFile } from "node:fs/promises"
import { createServer, type IncomingMessage } from "node:http"
import { request } from "node:https"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import PostalMime from "postal-mime"
import { afterAll, beforeAll } from "vitest"
import { putDatabaseIn } from "../support/migrated.ts"
import {
  eventually,
  firstKey,
  type Server,
  startServer,
  stopServer,
  temporaryDirectory
} from "../support/process.ts"
import { freePort } from "../support/redis.ts"
import { makeVisitor } from "../support/visitor.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  directory = await temporaryDirectory()
})
afterAll(() => directory.remove())

const hasOpenssl = (() => {
  try {
    execFileSync("openssl", ["version"])
    return true
  } catch {
    return false
  }
})()

/** The exit code of the image's health check. */
const healthCheck = async (environment: Readonly<Record<string, string>>) => {
  const dockerfile = await readFile(new URL("../../Dockerfile", import.meta.url), "utf8")
  const found = /^HEALTHCHECK .*\\\n +CMD \["node", ("-e", ".+")\]$/m.exec(dockerfile)
  const words: ReadonlyArray<string> = JSON.parse(`[${found?.[1] ?? ""}]`)
  return spawnSync(process.execPath, words, { env: environment }).status
}

describe.skipIf(!hasOpenssl)("over TLS", () => {
  it("speaks it, says so, and sends HSTS", async () => {
    const cert = join(directory.path, "cert.pem")
    const key = join(directory.path, "key.pem")
    const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-keyout",
        key,
        "-out",
        cert
      ].concat(subject),
      { stdio: "ignore" }
    )
    await putDatabaseIn(join(directory.path, "tls"))
    const server = await startServer({
      DATA_DIR: join(directory.path, "tls"),
      PROCESSOR: "test",
      TLS_CERT_FILE: cert,
      TLS_KEY_FILE: key
    })
    assert.match(server.url, /^https:/)
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${server.url}/healthz`, { rejectUnauthorized: false }, resolve)
        .on("error", reject)
        .end()
    })
    answer.resume()
    assert.strictEqual(answer.statusCode, 200)
    assert.include(answer.headers["strict-transport-security"] ?? "", "max-age=")
    const { port: PORT } = new URL(server.url)
    assert.strictEqual(await healthCheck({ PORT, TLS_CERT_FILE: cert }), 0)
    assert.strictEqual(await healthCheck({ PORT }), 1, "http to a server that speaks TLS")
    assert.strictEqual((await stopServer(server)).code, 0)
  })

  it("stops the start where a file is missing or alone", async () => {
    for (const environment of [
      { TLS_CERT_FILE: "/nowhere.pem", TLS_KEY_FILE: "/nowhere.pem" },
      { TLS_CERT_FILE: "/nowhere.pem" }
    ]) {
      const failed = await startServer({
        DATA_DIR: join(directory.path, "x"),
        ...environment
      }).then(
        () => "started",
        (error: unknown) => String(error)
      )
      assert.include(failed, "TLS_CERT_FILE")
    }
  })
})

describe("behind a proxy", () => {
  let server: Server
  let collector: ReturnType<typeof createServer>
  const collected: string[] = []
  let bodies = ""

  beforeAll(async () => {
    collector = createServer((incoming, response) => {
      collected.push(incoming.url ?? "")
      incoming.on("data", (chunk: Buffer) => {
        bodies += chunk.toString()
      })
      response.end("{}")
    })
    await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", () => listening()))
    const address = collector.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    await putDatabaseIn(join(directory.path, "proxy"))
    server = await startServer({
      DATA_DIR: join(directory.path, "proxy"),
      BASE_URL: "https://retainer.example",
      TRUST_PROXY: "true",
      PROCESSOR: "test",
      SMTP_URL: "smtp://127.0.0.1:9",
      CORS_ORIGINS: "https://app.example, https://other.example",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`
    })
  })
  afterAll(async () => {
    server.signal("SIGKILL")
    await server.ended
    collector.close()
  })

  // The process listens on a free port; what it prints is its public address.
  const listening = () => {
    const match = /"listening":"([^"]+)"/.exec(server.stdout())
    return match?.[1] ?? ""
  }
  const passed = { "x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1" }
  const send = (path: string, headers: Record<string, string>) =>
    fetch(`${listening()}${path}`, { headers, redirect: "manual" })
  /** A request of a local program that the proxy forwards. */
  const get = (path: string, headers: Record<string, string> = {}) =>
    send(path, { ...passed, ...headers })

  it("warns of the processor for tests at the start", () => {
    assert.match(server.stderr(), /PROCESSOR is test: whoever holds a payment link can mark/)
  })

  it("warns at the start that mails have no sender", () => {
    assert.match(server.stderr(), /MAIL_FROM is not set: mails are sent from retainer@localhost/)
  })

  it("refuses what came over plain HTTP: 400 on the API, a redirect on pages, health alone", async () => {
    const key = firstKey(server)
    const plain = { "x-forwarded-proto": "http", authorization: `Bearer ${key}` }
    const api = await get("/v1/projects", plain)
    assert.strictEqual(api.status, 400)
    assert.strictEqual((await api.json()).error.code, "BAD_REQUEST")
    const authorization = plain.authorization
    for (const proto of ["ws", "http, https", "https, http", ""]) {
      const unclear = await get("/v1/projects", { authorization, "x-forwarded-proto": proto })
      assert.strictEqual(unclear.status, 400, proto)
    }
    assert.strictEqual((await send("/v1/projects", { authorization })).status, 400)
    const page = await get("/pay/x?y=1", plain)
    assert.deepStrictEqual(
      [page.status, page.headers.get("location")],
      [308, "https://retainer.example/pay/x?y=1"]
    )
    assert.strictEqual((await get("/healthz", plain)).status, 200)
    assert.strictEqual(await healthCheck({ PORT: new URL(listening()).port }), 0)
    const secure = await get("/v1/projects", { ...plain, "x-forwarded-proto": "https" })
    assert.strictEqual(secure.status, 200)
    assert.include(secure.headers.get("strict-transport-security") ?? "", "max-age=")
  })

  it("lets the named origins in, and no other", async () => {
    const preflight = (origin: string) =>
      fetch(`${listening()}/v1/projects`, {
        method: "OPTIONS",
        headers: { ...passed, origin, "access-control-request-method": "GET" }
      })
    const allowed = await preflight("https://app.example")
    assert.strictEqual(allowed.status, 204)
    assert.strictEqual(allowed.headers.get("access-control-allow-origin"), "https://app.example")
    assert.include(allowed.headers.get("access-control-allow-headers") ?? "", "authorization")
    const other = await preflight("https://evil.example")
    assert.isNull(other.headers.get("access-control-allow-origin"))
  })

  it("counts by route, never by path", async () => {
    const key = firstKey(server)
    await get("/v1/projects/proj_01h2xcejqtf2nbrexx3vqjhp41", { authorization: `Bearer ${key}` })
    const text = await eventually(async () => {
      const metrics = await (await get("/metrics")).text()
      return metrics.includes("mail_queue_depth") && metrics.includes('route="/v1/projects/:id"')
        ? metrics
        : undefined
    })
    for (const name of [
      "http_requests_total",
      "http_request_duration_seconds_bucket",
      "mail_queue_oldest_seconds"
    ]) {
      assert.include(text, name)
    }
    assert.notInclude(text, "proj_01h2")
    assert.match(text, /http_requests_total\{[^}]*status="404"[^}]*\} \d/)
  })

  it("sends traces and logs to the collector, without a secret in them", async () => {
    const key = firstKey(server)
    await get("/pay/token-of-a-link?query-of-a-link")
    await get("/v1/clients?cursor=secret-cursor", { authorization: `Bearer ${key}` })
    await eventually(async () =>
      ["/v1/traces", "/v1/logs"].every((path) => collected.includes(path)) &&
      bodies.includes("http.request") &&
      bodies.includes("/pay/…")
        ? true
        : undefined
    )
    for (const secret of [key, "token-of-a-link", "query-of-a-link", "secret-cursor"]) {
      assert.notInclude(bodies, secret)
    }
  })
})

describe("addresses of their own", () => {
  it("the portal at the root of its host, the consent screen at another origin", async () => {
    const port = await freePort()
    await putDatabaseIn(join(directory.path, "addresses"))
    const server = await startServer({
      DATA_DIR: join(directory.path, "addresses"),
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      PORTAL_URL: `http://localhost:${port}`,
      AUTH_URL: `http://localhost:${port}`
    })
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${firstKey(server)}`,
          "content-type": "application/json"
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      return await response.json()
    }
    const client = await call("POST", "/v1/clients", { name: "Ada", email: "a@x.example" })
    const invited = await call("POST", `/v1/clients/${client.id}/invite`)
    assert.strictEqual(invited.portal_url, `http://localhost:${port}`)
    const folder = join(directory.path, "addresses", "mail")
    const mail = await eventually(async () => {
      const [name] = (await readdir(folder).catch(() => [])).filter((one) => one.endsWith(".eml"))
      return name === undefined
        ? undefined
        : await PostalMime.parse(await readFile(join(folder, name)))
    })
    const link = /http:\/\/localhost:\d+\/invitations\/\S+/.exec(mail.text ?? "")?.[0] ?? ""
    const ada = makeVisitor(fetch, `http://localhost:${port}`)
    const { pathname } = new URL(link)
    const home = await ada.submit(await ada.get(pathname), pathname)
    assert.strictEqual(home.path, "/")
    assert.include(home.body, "Hello Ada")
    assert.include((await ada.submit(home, "/leave")).body, "Client portal")
    const metadata = await fetch(`http://localhost:${port}/.well-known/oauth-authorization-server`)
    assert.strictEqual((await metadata.json()).issuer, `http://localhost:${port}`)
    const settings = await makeVisitor(fetch, server.url).get("/settings")
    assert.match(settings.path, /^\/sign-in/)
    // The agency has pages at the same paths on its own host.
    assert.match((await makeVisitor(fetch, server.url).get("/")).path, /^\/sign-in/)
    await stopServer(server)
  })
})
