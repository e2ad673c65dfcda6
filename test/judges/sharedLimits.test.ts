/** Two processes on one Redis share a bucket; without it each counts for itself and says so. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { createWorkspace } from "../support/cliHere.ts"
import { eventually, type Server, startServer, stopServer } from "../support/process.ts"
import { freePort, hasRedis, startRedis } from "../support/redis.ts"
import { migratedDatabase } from "../support/storages.ts"

let scope: Scope.Closeable
let redis: Awaited<ReturnType<typeof startRedis>>
let port: number
let servers: ReadonlyArray<Server>
let environment: Record<string, string>

const workspaceKey = async (plan: string): Promise<string> => {
  const made = await createWorkspace(environment, { plan })
  return made.api_key
}

describe.skipIf(!hasRedis)("limits shared through Redis", () => {
  beforeAll(async () => {
    scope = Effect.runSync(Scope.make())
    const url = await Effect.runPromise(Scope.provide(migratedDatabase, scope))
    port = await freePort()
    redis = await startRedis(port)
    environment = {
      DATABASE_URL: Redacted.value(url),
      PROCESSOR: "test",
      SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      REDIS_URL: `redis://127.0.0.1:${port}`,
      LOG_LEVEL: "info"
    }
    servers = await Promise.all([startServer(environment), startServer(environment)])
  })
  afterAll(async () => {
    await Promise.all(servers.map(stopServer))
    await redis.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  const get = (key: string, server: number) =>
    fetch(`${servers[server]?.url}/v1/projects`, { headers: { authorization: `Bearer ${key}` } })

  it("gives both together the burst of the plan", async () => {
    const key = await workspaceKey("starter")
    // Both have found Redis once each sees what the other took.
    await eventually(async () => {
      await get(key, 0)
      const other = await get(key, 1)
      return (other.headers.get("ratelimit") ?? "").includes("r=99") ? undefined : true
    })
    const fresh = await workspaceKey("starter")
    const statuses: number[] = []
    for (let round = 0; round < 80; round++) {
      const answers = await Promise.all([get(fresh, 0), get(fresh, 1)])
      statuses.push(...answers.map(({ status }) => status))
    }
    const passed = statuses.filter((status) => status === 200).length
    // The bucket refills by one token a second; two buckets would have let all 160 through.
    assert.isAtLeast(passed, 100)
    assert.isBelow(passed, 130)
  })

  it("goes on without Redis, says so once, and shares again when it is back", async () => {
    const key = await workspaceKey("growth")
    await redis.stop()
    for (let index = 0; index < 20; index++) {
      assert.strictEqual((await get(key, index % 2)).status, 200)
    }
    for (const server of servers) {
      assert.strictEqual(server.stderr().split("Redis is unreachable").length, 2)
    }
    redis = await startRedis(port)
    await eventually(async () => {
      await Promise.all([get(key, 0), get(key, 1)])
      return servers.every((server) => server.stderr().includes("Redis is reachable"))
        ? true
        : undefined
    })
  })
})
