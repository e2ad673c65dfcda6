/**
 * The server as a part of another program: what a process of its own would print is a value there.
 */
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { vi } from "vitest"
import { Retainer } from "../src/Retainer.ts"
import { migratedDirectory } from "./support/migrated.ts"

describe("Retainer.start", () => {
  it("tells what the first start made as a value, and prints nothing", async () => {
    const { path: dataDir, remove } = await migratedDirectory()
    const printed: Array<unknown> = []
    const say = (...said: ReadonlyArray<unknown>) => void printed.push(...said)
    const spies = [vi.spyOn(console, "log"), vi.spyOn(console, "error")]
    for (const spy of spies) spy.mockImplementation(say)
    const server = await Retainer.start({ port: 0, dataDir, logLevel: "error" })
    const { firstStart } = server
    const key = firstStart === null ? "" : Redacted.value(firstStart.apiKey)
    const answer = await fetch(`${server.url}/v1/projects`, {
      headers: { authorization: `Bearer ${key}` }
    })
    await server.stop()
    const again = await Retainer.start({ port: 0, dataDir, logLevel: "error" })
    await again.stop()
    for (const spy of spies) spy.mockRestore()
    assert.strictEqual(answer.status, 200)
    assert.match(firstStart?.workspaceId ?? "", /^ws_/)
    assert.strictEqual(again.firstStart, null)
    assert.deepStrictEqual(printed, [])
    // A logged server shows no secret.
    assert.notInclude(JSON.stringify(server), key)
    await remove()
  })
})
