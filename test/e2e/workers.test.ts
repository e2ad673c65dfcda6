/** `WEB_CONCURRENCY`: several processes on one port, one that looks after them. */
import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { placeOnPostgres } from "../support/place.ts"
import { eventually, startServer } from "../support/process.ts"

let place: Awaited<ReturnType<typeof placeOnPostgres>>
beforeAll(async () => {
  place = await placeOnPostgres({ WEB_CONCURRENCY: "2" })
})
afterAll(() => place.remove())

const childrenOf = async (pid: unknown) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).split(" ").filter(Boolean)

describe("WEB_CONCURRENCY", () => {
  it("serves by two processes, replaces one that was killed, and ends all with 0", async () => {
    const server = await startServer(place.environment)
    assert.strictEqual(server.ready["workers"], 2)
    const before = await childrenOf(server.ready["pid"])
    assert.lengthOf(before, 2)
    assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)
    const counted = async () => {
      const text = await (await fetch(`${server.url}/metrics`)).text()
      const lines = text
        .split("\n")
        .filter((line) => /^http_requests_total.*v1.projects/.test(line))
      return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)
    }
    const already = await counted()
    const closing = { headers: { connection: "close" } }
    for (let asked = 0; asked < 8; asked++) await fetch(`${server.url}/v1/projects`, closing)
    // Whichever of both answers.
    for (let told = 0; told < 4; told++) assert.strictEqual(await counted(), already + 8)
    process.kill(Number(before[0]), "SIGKILL")
    const after = await eventually(async () => {
      const now = await childrenOf(server.ready["pid"])
      return now.length === 2 && !now.includes(before[0] ?? "") ? now : undefined
    })
    assert.include(after, before[1])
    assert.strictEqual((await fetch(`${server.url}/readyz`)).status, 200)
    server.signal("SIGTERM")
    const { code, stdout, stderr } = await server.ended
    assert.strictEqual(code, 0)
    assert.lengthOf(stdout.match(/^retainer ready /gm) ?? [], 1)
    assert.match(stderr, /A server process ended and is replaced/)
    for (const pid of after) assert.throws(() => process.kill(Number(pid), 0))
  })

  it("is refused on the embedded database, in one line", async () => {
    const refusal = await startServer({ DATA_DIR: place.path, WEB_CONCURRENCY: "2" }).then(
      () => "started",
      (error: unknown) => String(error)
    )
    assert.include(refusal, "WEB_CONCURRENCY needs DATABASE_URL")
    assert.include(refusal, "ended with 1")
  })
})
