/** Frames over a socket, whole whatever pieces they come in, and bounded. */
import { once } from "node:events"
import { createConnection, createServer, type Socket } from "node:net"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach } from "vitest"
import { maxFrameBytes, wireOn } from "../../../src/infra/control/Wire.ts"
import { eventually, temporaryDirectory } from "../../support/process.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let close: () => void
let here: Socket
let there: Socket

beforeEach(async () => {
  directory = await temporaryDirectory()
  const path = join(directory.path, "s")
  const server = createServer()
  const accepted = once(server, "connection")
  await new Promise<void>((listening) => server.listen(path, listening))
  here = createConnection(path)
  ;[there] = await accepted
  close = () => {
    here.destroy()
    there.destroy()
    server.close()
  }
})
afterEach(async () => {
  close()
  await directory.remove()
})

const raw = (text: string): Buffer => {
  const payload = Buffer.from(text)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(payload.length)
  return Buffer.concat([head, payload])
}

describe("a wire", () => {
  it("gives frames as they were sent, in order, and nothing after the end", async () => {
    const [a, b] = [wireOn(here), wireOn(there)]
    const bytes = Uint8Array.from([0, 255, 7])
    await a.send({ kind: "text", text: "Grüße" })
    await a.send({ kind: "bytes", bytes })
    await a.send({ kind: "text", text: "" })
    assert.deepStrictEqual(await b.next(), { kind: "text", text: "Grüße" })
    assert.deepStrictEqual(await b.next(), { kind: "bytes", bytes })
    a.end()
    assert.deepStrictEqual(await b.next(), { kind: "text", text: "" })
    assert.isUndefined(await b.next())
    await b.closed
    // Nobody is there to take it, and nobody waits for that.
    await b.send({ kind: "text", text: "late" })
  })

  it("puts together what comes byte by byte", async () => {
    const wire = wireOn(there)
    here.setNoDelay(true)
    for (const byte of raw("ab")) {
      await new Promise((written) => here.write(Uint8Array.from([byte]), written))
    }
    assert.deepStrictEqual(await wire.next(), { kind: "text", text: "ab" })
  })

  it("cuts off who announces a longer frame than there may be", async () => {
    const wire = wireOn(there)
    const head = Buffer.alloc(5)
    head.writeUInt32BE(maxFrameBytes + 1)
    here.write(head)
    assert.isUndefined(await wire.next())
    assert.isTrue(there.destroyed)
  })

  it("reads no more than somebody takes", async () => {
    const wire = wireOn(there)
    let sent = 0
    const frame = raw("x".repeat(100_000))
    const all = 200
    const count = () => {
      sent += 1
    }
    for (let index = 0; index < all; index++) here.write(frame, count)
    await eventually(async () => (there.isPaused() ? true : undefined))
    assert.isBelow(sent, all)
    for (let index = 0; index < all; index++) {
      assert.strictEqual((await wire.next())?.kind, "text")
    }
  })
})
