/** `retainer serve` takes no arguments. */
import { assert, describe, it } from "@effect/vitest"
import { runCliHere } from "../support/cliHere.ts"
import { placeOnPostgres } from "../support/place.ts"
import { runNode, startServer, stopServer } from "../support/process.ts"

describe("retainer serve", () => {
  it("is among the commands, and refuses arguments", async () => {
    assert.match((await runCliHere(["--help"])).stdout, /^ {2}serve +\S/m)
    const { code, stderr } = await runCliHere(["--log-level", "error", "serve"])
    assert.deepStrictEqual(
      [code, stderr.trim()],
      [1, "retainer serve takes no arguments: settings are environment variables"]
    )
  })

  it("asked for help the command helps, and does not serve", async () => {
    const { code, stdout } = await runNode(["src/bin.js", "serve", "--help"], { PORT: "x" })
    assert.strictEqual(code, 0)
    assert.include(stdout, "retainer serve")
  })

  it("serves in a checkout too", async () => {
    const { environment, remove } = await placeOnPostgres()
    const server = await startServer(environment, ["src/cli/main.ts", "serve"])
    const { code } = await stopServer(server)
    assert.strictEqual(code, 0)
    await remove()
  })
})
