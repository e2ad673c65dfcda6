/** A restore replaces the data completely or not at all, wherever the process is killed. */
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach } from "vitest"
import { parts, settle } from "../../../src/infra/backup/Swap.ts"
import { temporaryDirectory } from "../../support/process.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
const folder = "restore-00000000"

const fill = async (path: string, text: string): Promise<void> => {
  for (const name of ["db", "files", "mail"]) {
    await mkdir(join(path, name), { recursive: true })
    await writeFile(join(path, name, "content"), text)
  }
  await writeFile(join(path, "secret.key"), text)
}

const contents = () =>
  Promise.all(
    ["db/content", "files/content", "mail/content", "secret.key"].map((name) =>
      readFile(join(directory.path, name), "utf8").catch(() => "none")
    )
  )

const decide = (named: ReadonlyArray<string>) =>
  writeFile(join(directory.path, "restore.json"), JSON.stringify({ from: folder, parts: named }))

beforeEach(async () => {
  directory = await temporaryDirectory()
  await writeFile(join(directory.path, "lock"), "held")
})
afterEach(() => directory.remove())

/** Ends as a killed process does: after so many steps nothing more happens. */
const settleUntil = async (steps: number): Promise<number> => {
  let done = 0
  await settle(directory.path, async (from, to) => {
    if (done === steps) throw new Error("killed")
    done += 1
    await rename(from, to)
  }).catch(() => {})
  return done
}

describe("a restore", () => {
  it("that was not decided leaves everything as it was, and nothing behind", async () => {
    await fill(directory.path, "old")
    await fill(join(directory.path, folder), "new")
    await mkdir(join(directory.path, "backup-0a1b2c3d"))
    await mkdir(join(directory.path, "backup-of-mine"))
    await settle(directory.path)
    assert.deepStrictEqual(await contents(), ["old", "old", "old", "old"])
    assert.deepStrictEqual(
      (await readdir(directory.path)).sort(),
      ["backup-of-mine", "db", "files", "lock", "mail", "secret.key"].sort()
    )
  })

  it("that was decided comes to its end, after whatever step it was stopped", async () => {
    for (let steps = 0; steps <= 2 * parts.length; steps++) {
      await fill(directory.path, "old")
      await fill(join(directory.path, folder), "new")
      await decide(parts)
      assert.strictEqual(await settleUntil(steps), steps)
      await settle(directory.path)
      assert.deepStrictEqual(await contents(), ["new", "new", "new", "new"], `${steps}`)
      assert.deepStrictEqual(
        (await readdir(directory.path)).sort(),
        ["db", "files", "lock", "mail", "secret.key"].sort()
      )
    }
  })

  it("leaves alone what the backup has not, and needs nothing to be there", async () => {
    await fill(join(directory.path, folder), "new")
    await writeFile(join(directory.path, "secret.key"), "own")
    await decide(["db", "files", "mail"])
    await settle(directory.path)
    assert.deepStrictEqual(await contents(), ["new", "new", "new", "own"])
  })
})
