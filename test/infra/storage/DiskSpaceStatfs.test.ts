/** The free space of the disk on which a directory is, or will be created. */
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DiskSpace } from "../../../src/app/ports/DiskSpace.ts"
import { DiskSpaceStatfs } from "../../../src/infra/storage/DiskSpaceStatfs.ts"

const freeAt = (directory: string) =>
  Effect.flatMap(DiskSpace, ({ free }) => free).pipe(Effect.provide(DiskSpaceStatfs(directory)))

describe("DiskSpaceStatfs", () => {
  it.effect("is a number of bytes, also before the directory is made", () =>
    Effect.gen(function* () {
      for (const directory of [tmpdir(), join(tmpdir(), "not", "made", "yet")]) {
        const free = yield* freeAt(directory)
        assert.isTrue(Number.isSafeInteger(free) && free > 0, directory)
      }
    })
  )
})
