/** A small file is synced before it has its name, and a failed rename leaves no part. */
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { afterEach, beforeEach } from "vitest"
import { fileSecretKeys } from "../../../src/infra/storage/DataDirectory.ts"
import { replaceFile } from "../../../src/infra/storage/ReplaceFile.ts"
import { temporaryDirectory } from "../../support/process.ts"
import { syncedBy } from "../../support/syncs.ts"

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
beforeEach(async () => {
  directory = await temporaryDirectory()
})
afterEach(() => directory.remove())

describe("a file that is replaced", () => {
  it("is synced under another name, renamed, and its folder synced", async () => {
    const path = join(directory.path, "a")
    await writeFile(path, "old")
    const seen: string[] = []
    const synced = await syncedBy(
      () => replaceFile(path, "new"),
      () => seen.push(existsSync(`${path}.part`) ? "before" : "after")
    )
    assert.deepStrictEqual(synced, [`${path}.part`, directory.path])
    assert.deepStrictEqual(seen, ["before", "after"])
    assert.strictEqual(await readFile(path, "utf8"), "new")
    assert.deepStrictEqual(await readdir(directory.path), ["a"])
  })

  it("leaves no part where it cannot be put in place", async () => {
    const path = join(directory.path, "a")
    await mkdir(join(path, "in the way"), { recursive: true })
    const failed = await replaceFile(path, "new", false).then(
      () => false,
      () => true
    )
    assert.isTrue(failed)
    assert.deepStrictEqual(await readdir(directory.path), ["a"])
  })

  it("is the secret key of a new directory", async () => {
    const synced = await syncedBy(() => Effect.runPromise(fileSecretKeys(directory.path)))
    assert.deepStrictEqual(synced, [join(directory.path, "secret.key.part"), directory.path])
    const [again] = await Effect.runPromise(fileSecretKeys(directory.path))
    const text = await readFile(join(directory.path, "secret.key"), "utf8")
    assert.strictEqual(Buffer.from(Redacted.value(again)).toString("base64"), text.trim())
  })
})
