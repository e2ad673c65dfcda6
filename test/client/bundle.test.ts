/** The client's bundle for browsers is small and holds nothing of Node. */
import { assert, describe, it } from "@effect/vitest"
import { bundleOf } from "../support/bundles.ts"

describe("a browser's bundle", () => {
  it("of the client without Effect is small and holds no Effect", async () => {
    const { gzipped, modules, outside } = await bundleOf("client.ts", [
      "createRetainer",
      "RetainerError"
    ])
    assert.deepStrictEqual(outside, [])
    assert.include(modules, "client/promise/CreateRetainer.ts")
    assert.deepStrictEqual(
      modules.filter((id) => !id.startsWith("client/") && id !== "api/errors/ErrorMessage.ts"),
      []
    )
    assert.isBelow(gzipped, 10_000)
  })

  it("of the Effect client holds nothing of Node and of the server", async () => {
    const { modules, outside } = await bundleOf("client.ts", ["makeClient", "verifyWebhook"])
    assert.deepStrictEqual(outside, [])
    assert.include(modules, "effect")
    assert.deepStrictEqual(
      modules.filter((id) => !/^(?:effect$|client|api\/|domain\/)/.test(id)),
      []
    )
  })
})
