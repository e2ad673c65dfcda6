/** A server that starts before its database, and one that gets repeated stop signals. */
import { once } from "node:events"
import { connect, createServer } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll } from "vitest"
import { layerPostgresServer } from "../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { startPostgres } from "../support/postgres.ts"
import { eventually, runCli, startServer, temporaryDirectory } from "../support/process.ts"

let postgres: Awaited<ReturnType<typeof startPostgres>>
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let environment: Record<string, string>

beforeAll(async () => {
  postgres = await startPostgres(["-c", "fsync=off"])
  directory = await temporaryDirectory()
  environment = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: Buffer.alloc(32, 5).toString("base64"),
    DATA_DIR: directory.path,
    PROCESSOR: "test",
    LOG_LEVEL: "warn"
  }
})
afterAll(async () => {
  await postgres.remove()
  await directory.remove()
})

describe("a start", () => {
  it("waits for a database that is not there yet, and says so once", async () => {
    await postgres.stop()
    let tries = 0
    const placeholder = createServer((socket) => {
      tries += 1
      socket.destroy()
    })
    placeholder.listen(Number(new URL(postgres.url).port), "127.0.0.1")
    await once(placeholder, "listening")
    const starting = startServer(environment)
    await eventually(async () => (tries > 0 ? true : undefined))
    await new Promise((closed) => placeholder.close(closed))
    await postgres.start()
    const server = await starting
    assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)
    server.signal("SIGTERM")
    const { code, stderr } = await server.ended
    assert.strictEqual(code, 0)
    assert.lengthOf(stderr.match(/DATABASE_URL/g) ?? [], 1)
  })

  it("is refused at once, in one line, where the database turns it away", async () => {
    const wrong = new URL(postgres.url)
    wrong.password = "very-secret"
    const refusal = await startServer({ ...environment, DATABASE_URL: wrong.href }).then(
      () => "started",
      (error: unknown) => String(error)
    )
    assert.include(refusal, "ended with 1")
    assert.match(
      refusal,
      /\nDATABASE_URL: the database at 127\.0\.0\.1:\d+\/postgres cannot be used: .+\n$/
    )
    assert.notInclude(refusal, "very-secret")
    const { code, stderr } = await runCli(["migrate"], {
      ...environment,
      DATABASE_URL: wrong.href
    })
    assert.strictEqual(code, 1)
    assert.lengthOf(stderr.trim().split("\n"), 1)
  })

  it("is refused in one line that names the address, where another process uses the port", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    await once(other, "listening")
    const address = other.address()
    assert(address !== null && typeof address === "object")
    const refusal = await startServer({ ...environment, PORT: String(address.port) }).then(
      () => "started",
      (error: unknown) => String(error)
    )
    other.close()
    const line = `The server cannot listen on 127.0.0.1:${address.port} (EADDRINUSE): another process`
    assert.include(refusal, `ended with 1`)
    assert.include(
      refusal,
      `\n${line} uses the port. Stop it, or set PORT; PORT=0 takes a free port\n`
    )
    assert.notInclude(refusal, "    at ")
  })
})

describe("a start on the schema of a later version", () => {
  const inDatabase = (statement: string) =>
    Effect.flatMap(MaintenanceClient, (sql) => sql.unsafe(statement)).pipe(
      Effect.provide(layerPostgresServer(Redacted.make(postgres.url), { poolSize: 4 })),
      Effect.runPromise
    )

  it("is refused in one line, of a server as of a command", async () => {
    await runCli(["migrate"], environment)
    await inDatabase(`INSERT INTO migrations (migration_id, name, oldest_writer, applied_by)
      VALUES (9999, 'later', 9999, '99.1.0')`)
    const line =
      /^This database was migrated by Retainer 99\.1\.0 \(migration 9999\), beside which version \S+ must not run: .+\n$/
    const server = await startServer(environment).then(
      () => "started",
      (error: Error) => error.message
    )
    assert.match(server, /^the server ended with 1\n\n/)
    assert.match(server.split("\n").slice(2).join("\n"), line)
    const { code, stderr } = await runCli(["user", "list"], environment)
    assert.strictEqual(code, 1)
    assert.match(stderr, line)
    await inDatabase("DELETE FROM migrations WHERE migration_id = 9999")
  })
})

describe("a stop", () => {
  it("answers what runs, lets go of every connection, and ends with 0 however often it is asked", async () => {
    const server = await startServer(environment)
    const { port } = new URL(server.url)
    const open = async (bytes: string) => {
      const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true })
      const received = { text: "" }
      socket.on("data", (chunk) => {
        received.text += chunk.toString()
      })
      socket.on("error", () => {})
      await once(socket, "connect")
      socket.write(bytes)
      return { socket, received }
    }
    const kept = await open("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    await eventually(async () => (kept.received.text.includes("ok") ? true : undefined))
    await open("")
    const running = await open(
      "POST /v1/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n" +
        "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n"
    )
    // The server asks for the body: its handler runs.
    await eventually(async () => (running.received.text.includes(" 100 ") ? true : undefined))
    server.signal("SIGTERM")
    await once(kept.socket, "end")
    server.signal("SIGTERM")
    server.signal("SIGTERM")
    running.socket.write("a=b&c")
    const { code } = await server.ended
    assert.strictEqual(code, 0)
    assert.match(running.received.text, /\r\n\r\nHTTP\/1\.1 40[01] [\s\S]*"error"/)
    assert.match(running.received.text, /\r\nconnection: close\r\n/i)
  })
})
