/**
 * Creates that are repeated with their key: over two processes at once, and across a restart of the
 * database.
 */
import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import { type Json, usePair } from "../support/pair.ts"
import { startPostgres } from "../support/postgres.ts"
import { eventually } from "../support/process.ts"

/** One that the suite may stop. */
let postgres: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  postgres = await startPostgres(["-c", "fsync=off"])
})
afterAll(() => postgres.remove())
const { call, running } = usePair(() => ({ DATABASE_URL: postgres.url }))

describe("repeats", () => {
  it("a hundred twins over two processes: one row, one answer", async () => {
    const before = (await call("GET", "/v1/clients")).body.meta.total
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const response = await fetch(`${running().servers[index % 2]?.url}/v1/clients`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${running().key}`,
            "content-type": "application/json",
            "idempotency-key": "a hundred twins"
          },
          body: JSON.stringify({ name: "Twin", email: "t@x.example" })
        })
        return { status: response.status, text: await response.text() }
      })
    )
    assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201])
    assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
    assert.strictEqual((await call("GET", "/v1/clients")).body.meta.total, before + 1)
  })

  it("PostgreSQL restarts under load: repeating every failed create leaves one row each", async () => {
    const names = Array.from({ length: 240 }, (_, index) => `Repeat ${index}`)
    let failures = 0
    let done = 0
    const create = async (name: string): Promise<string> => {
      for (;;) {
        const answer = await call(
          "POST",
          "/v1/clients",
          { name, email: "r@x.example" },
          { "idempotency-key": `restart ${name}` }
        ).catch(() => undefined)
        if (answer?.status === 201) {
          done += 1
          return String(answer.body.id)
        }
        failures += 1
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const queue = [...names]
    const made = new Map<string, string>()
    const worker = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        made.set(name, await create(name))
      }
    }
    const workers = Array.from({ length: 8 }, worker)
    await eventually(async () => (done > 40 ? true : undefined))
    await postgres.stop()
    await eventually(async () => (failures > 0 ? true : undefined))
    await postgres.start()
    await Promise.all(workers)
    assert.strictEqual(made.size, names.length)
    const stored: Json[] = []
    let cursor = ""
    for (;;) {
      const { data, meta } = (await call("GET", `/v1/clients?limit=100${cursor}`)).body
      stored.push(...data.filter(({ name }: Json) => name.startsWith("Repeat ")))
      if (meta.next_cursor === null) break
      cursor = `&cursor=${meta.next_cursor}`
    }
    assert.strictEqual(stored.length, names.length)
    assert.deepStrictEqual(
      Object.fromEntries(stored.map(({ name, id }) => [name, id])),
      Object.fromEntries(made)
    )
  })
})
