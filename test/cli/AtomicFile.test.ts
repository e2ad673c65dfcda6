/**
 * A file that is written whole, and what processes that were killed while writing it left behind.
 */
import { spawnSync } from "node:child_process"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { createAtomicFile } from "../../src/cli/AtomicFile.ts"
import { temporaryDirectory } from "../support/process.ts"

/** The number of a process that ended. */
const endedPid = (): number => spawnSync(process.execPath, ["--version"]).pid

const write = async (path: string) => {
  const file = await createAtomicFile(path, false)
  await file.add(Buffer.from("whole"))
  await file.finish()
  await file.discard()
}

describe("a file that is written whole", () => {
  it("removes the parts of killed processes, and no others", async () => {
    const { path: folder, remove } = await temporaryDirectory()
    const part = (of: string, host: string, pid: number) => `${of}.part-${host}-${pid}-0a1b2c3d`
    const kept = [
      // Of a live process, of another machine, of another file, and of none.
      part("a", hostname(), process.pid),
      part("a", "elsewhere", endedPid()),
      part("b", hostname(), endedPid()),
      "a.part-of-something"
    ]
    for (const name of [...kept, part("a", hostname(), endedPid())]) {
      await writeFile(join(folder, name), "")
    }
    await write(join(folder, "a"))
    assert.deepStrictEqual((await readdir(folder)).sort(), ["a", ...kept].sort())
    assert.strictEqual(await readFile(join(folder, "a"), "utf8"), "whole")
    await remove()
  })

  it("is begun under a name by which the next one knows whose it is", async () => {
    const { path: folder, remove } = await temporaryDirectory()
    const file = await createAtomicFile(join(folder, "a"), false)
    const [name] = await readdir(folder)
    assert.match(name ?? "", new RegExp(`^a\\.part-.+-${process.pid}-[0-9a-f]{8}$`))
    // It is still being written.
    await write(join(folder, "a"))
    assert.include(await readdir(folder), name)
    await file.discard()
    assert.deepStrictEqual(await readdir(folder), ["a"])
    await remove()
  })
})
