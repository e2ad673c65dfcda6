/** The operator's side of a command that a server runs: files are written and refused as if it ran here. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { layerHere } from "../../../src/cli/Operator.ts"
import { findServer } from "../../../src/cli/remote/AskServer.ts"
import { readFromOperator, tell } from "../../../src/cli/remote/Messages.ts"
import { listenForControl } from "../../../src/infra/control/ControlSocket.ts"
import { type Wire, wireOn } from "../../../src/infra/control/Wire.ts"
import { temporaryDirectory } from "../../support/process.ts"

/** Has the command of these arguments asked by a server that does this; answers what the command ended with. */
const asked = (
  directory: string,
  args: ReadonlyArray<string>,
  serve: (wire: Wire) => Promise<void>
) =>
  Effect.gen(function* () {
    yield* listenForControl(directory, (socket) => {
      const wire = wireOn(socket)
      void wire.next().then(() => serve(wire))
    })
    const ask = yield* findServer(directory)
    if (ask === null) return "no server"
    return yield* Effect.flip(ask(args))
  }).pipe(
    Effect.scoped,
    Effect.provide(layerHere),
    Effect.provide(NodeServices.layer),
    Effect.runPromise
  )

const heard = async (wire: Wire) => {
  const frame = await wire.next()
  return frame?.kind === "text" ? readFromOperator(frame.text) : undefined
}

describe("a command that a server runs", () => {
  it("tells of a file that came meanwhile in the words of a command that runs here", async () => {
    const { path: directory, remove } = await temporaryDirectory()
    const file = join(directory, "a.backup")
    const said: Array<unknown> = []
    const ended = await asked(directory, ["backup", file], async (wire) => {
      await tell(wire, { type: "write", path: file, overwrite: false })
      said.push(await heard(wire))
      await writeFile(file, "another's")
      await wire.send({ kind: "bytes", bytes: new Uint8Array(8) })
      await tell(wire, { type: "written" })
      said.push(await heard(wire))
      await tell(wire, { type: "exit", code: 1 })
    })
    assert.deepInclude(ended, { _tag: "Ended", code: 1 })
    const message = `${file} exists already; --force replaces it`
    assert.deepStrictEqual(
      said.map((one) => JSON.parse(JSON.stringify(one)).value),
      [{ type: "done" }, { type: "failed", message }]
    )
    await remove()
  })

  it("writes no file that was not named", async () => {
    const { path: directory, remove } = await temporaryDirectory()
    const said: Array<unknown> = []
    await asked(directory, ["backup", "a.backup"], async (wire) => {
      await tell(wire, { type: "write", path: join(directory, "b"), overwrite: true })
      said.push(await heard(wire))
      await tell(wire, { type: "exit", code: 1 })
    })
    assert.include(JSON.stringify(said), "was not named")
    await remove()
  })
})
