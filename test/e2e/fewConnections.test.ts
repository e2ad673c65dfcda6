/**
 * Connection shortage: two servers share few PostgreSQL connections; requests wait for one and none
 * gets a 500.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { startPostgres } from "../support/postgres.ts"
import { type Server, startServer, stopServer, temporaryDirectory } from "../support/process.ts"

let postgres: Awaited<ReturnType<typeof startPostgres>>
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let servers: ReadonlyArray<Server>
const keys: string[] = []

beforeAll(async () => {
  postgres = await startPostgres(["-c", "max_connections=15", "-c", "fsync=off"])
  directory = await temporaryDirectory()
  const environment = {
    DATABASE_URL: postgres.url,
    PROCESSOR: "test",
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    DATA_DIR: directory.path,
    RATE_LIMIT: "off",
    LOG_LEVEL: "error"
  }
  // The second finds the connections that the first has left.
  servers = [await startServer(environment), await startServer(environment)]
  for (const name of ["a", "b", "c", "d"]) {
    const made = await createWorkspace(environment, { name, "owner-email": `${name}@x.example` })
    keys.push(made.api_key)
  }
})

afterAll(async () => {
  await Promise.all(servers.map(stopServer))
  await directory.remove()
  await postgres.remove()
})

describe("two servers on a PostgreSQL with 15 connections", () => {
  it("answer everything that they are asked, and stay ready", async () => {
    const statuses = new Map<string, number>()
    let left = 1600
    const user = async (n: number): Promise<void> => {
      while (left > 0) {
        left -= 1
        const kind = ["GET", "POST", "GET", "POST", "ready"][left % 5] ?? "GET"
        const url = servers[(n + left) % 2]?.url
        const response =
          kind === "ready"
            ? await fetch(`${url}/readyz`)
            : await fetch(`${url}/v1/clients`, {
                method: kind,
                headers: {
                  authorization: `Bearer ${keys[n % 4]}`,
                  "content-type": "application/json"
                },
                ...(kind === "GET"
                  ? {}
                  : { body: JSON.stringify({ name: "A", email: "a@x.example" }) })
              })
        await response.arrayBuffer()
        const what = `${kind} ${response.status}`
        statuses.set(what, (statuses.get(what) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 80 }, (_, n) => user(n)))
    assert.deepStrictEqual([...statuses].sort(), [
      ["GET 200", 640],
      ["POST 201", 640],
      ["ready 200", 320]
    ])
  })
})
