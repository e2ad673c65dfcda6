/** A change by one process is in the next answer of every other. */
import { assert, describe, it } from "@effect/vitest"
import { usePair } from "../support/pair.ts"

const { call, running } = usePair()

const fromSecond = async (path: string) => {
  const { servers, key } = running()
  const response = await fetch(`${servers[1]?.url}${path}`, {
    headers: { authorization: `Bearer ${key}` }
  })
  return response.json()
}

describe("kept answers of two processes", () => {
  it("show what was committed before they were asked for", async () => {
    const client = (await call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
    for (let i = 0; i < 40; i++) {
      const name = `Name ${i}`
      await call("PATCH", `/v1/clients/${client.id}`, { name })
      assert.strictEqual((await fromSecond(`/v1/clients/${client.id}`)).name, name)
      const [listed] = (await fromSecond("/v1/clients")).data
      assert.strictEqual(listed.name, name)
      assert.strictEqual((await call("GET", `/v1/clients/${client.id}`)).body.name, name)
    }
  })
})
