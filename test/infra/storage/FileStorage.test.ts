/** The storages of bytes that need nothing but this machine. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { afterAll } from "vitest"
import { FileStorage } from "../../../src/app/ports/files/FileStorage.ts"
import { FileStorageFolder } from "../../../src/infra/storage/FileStorageFolder.ts"
import { FileStorageMemory } from "../../../src/testing/files/FileStorageMemory.ts"
import { fileStorageContract, newKey } from "./FileStorageContract.ts"

const directory = mkdtempSync(join(tmpdir(), "retainer-files-"))
afterAll(() => rmSync(directory, { recursive: true }))

const inFolder = () =>
  readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(directory, path)).isFile()
  )

fileStorageContract(
  "a folder",
  FileStorageFolder({ directory, maxBytes: 1 }),
  Effect.sync(inFolder)
)
fileStorageContract(
  "memory",
  FileStorageMemory,
  // The fake stores complete files alone.
  Effect.succeed([])
)

describe("the folder", () => {
  it.effect(
    "is private, and what a process that was killed left of an upload goes with its key",
    () =>
      Effect.gen(function* () {
        const files = yield* FileStorage
        const key = yield* newKey
        yield* files.write(key, Stream.succeed(new Uint8Array([1])))
        const [path = ""] = inFolder()
        assert.strictEqual(statSync(join(directory, path)).mode & 0o077, 0)
        yield* Effect.sync(() => rmSync(join(directory, path)))
        writeFileSync(join(directory, `${path}.part`), "half")
        assert.isNull(yield* files.read(key))
        yield* files.remove(key)
        assert.deepStrictEqual(inFolder(), [])
      }).pipe(Effect.provide(FileStorageFolder({ directory, maxBytes: 1 })))
  )
})
