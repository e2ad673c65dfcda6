/** The control socket: its path, its permissions, and stale sockets. */
import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterEach, beforeEach } from "vitest"
import {
  connectControl,
  listenForControl,
  maxPathBytes
} from "../../../src/infra/control/ControlSocket.ts"
import { temporaryDirectory } from "../../support/process.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>

beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

/** Answers each connection with its secret, while the work runs. */
const listening = <A>(path: string, work: () => Promise<A>): Promise<A> =>
  listenForControl(path, (socket, secret) => socket.end(secret)).pipe(
    Effect.andThen(Effect.promise(work)),
    Effect.scoped,
    Effect.runPromise
  )

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

/** Null where no server listens; else whether the secret matches. */
const reached = async (path: string): Promise<boolean | null> => {
  const found = await connectControl(path)
  if (found === null) return null
  let said = ""
  for await (const chunk of found.socket) said += String(chunk)
  return said === found.secret
}

describe("the control socket", () => {
  it("is this user's alone, and gone with its process", async () => {
    assert.isNull(await reached(directory.path))
    await listening(directory.path, async () => {
      assert.strictEqual(await modeOf(join(directory.path, "control.sock")), 0o600)
      assert.strictEqual(await modeOf(join(directory.path, "control.json")), 0o600)
      assert.isTrue(await reached(directory.path))
    })
    assert.deepStrictEqual(await readdir(directory.path), [])
    assert.isNull(await reached(directory.path))
  })

  it("survives an error of a connection, on both sides", async () => {
    const error = new Error("read ECONNRESET")
    const found = await listenForControl(directory.path, (socket) => {
      socket.emit("error", error)
      socket.end()
    }).pipe(
      Effect.andThen(Effect.promise(() => connectControl(directory.path))),
      Effect.scoped,
      Effect.runPromise
    )
    assert.isTrue(found?.socket.emit("error", error))
    found?.socket.destroy()
  })

  it("takes the place of what a killed process left, under a new secret", async () => {
    const secretOf = async () =>
      JSON.parse(await readFile(join(directory.path, "control.json"), "utf8")).secret
    const kept = join(directory.path, "kept")
    const first = await listening(directory.path, async () => {
      const secret = await secretOf()
      await rename(join(directory.path, "control.json"), kept)
      return secret
    })
    await rename(kept, join(directory.path, "control.json"))
    await writeFile(join(directory.path, "control.sock"), "")
    // No server listens there any more.
    assert.isNull(await reached(directory.path))
    await listening(directory.path, async () => {
      assert.isTrue(await reached(directory.path))
      assert.notStrictEqual(await secretOf(), first)
    })
  })

  it("lies in a closed folder elsewhere where its path would be too long", async () => {
    const long = join(directory.path, "x".repeat(maxPathBytes))
    await mkdir(long)
    const socket = await listening(long, async () => {
      const { socket } = JSON.parse(await readFile(join(long, "control.json"), "utf8"))
      assert.isTrue(socket.startsWith(tmpdir()))
      assert.isBelow(socket.length, maxPathBytes)
      assert.strictEqual(await modeOf(dirname(socket)), 0o700)
      assert.isTrue(await reached(long))
      return socket
    })
    assert.isNull(await stat(dirname(socket)).catch(() => null))
  })

  it("is not followed where somebody put a link in its place", async () => {
    const other = await temporaryDirectory()
    await listening(other.path, async () => {
      for (const name of ["control.json", "control.sock"]) {
        await symlink(join(other.path, name), join(directory.path, name))
        assert.isNull(await reached(directory.path))
      }
      await rm(join(directory.path, "control.json"))
      const address = await readFile(join(other.path, "control.json"))
      await writeFile(join(directory.path, "control.json"), address)
      assert.isNull(await reached(directory.path))
      await rm(join(directory.path, "control.sock"))
      const { secret } = JSON.parse(address.toString())
      const socket = join(other.path, "control.sock")
      await writeFile(join(directory.path, "control.json"), JSON.stringify({ socket, secret }))
      assert.isTrue(await reached(directory.path))
    })
    await other.remove()
  })

  it("says nothing of an address that is none", async () => {
    for (const text of ["", "{}", '{"socket":"control.sock"}', "[]"]) {
      await writeFile(join(directory.path, "control.json"), text)
      assert.isNull(await reached(directory.path))
    }
  })
})
