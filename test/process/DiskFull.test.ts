/**
 * A start that fails on a full disk ends with one line that says so. Other failures stay unchanged.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect } from "effect"
import { DiskSpace } from "../../src/app/ports/DiskSpace.ts"
import { DataDirectoryLocked } from "../../src/infra/storage/DataDirectory.ts"
import { explainFullDisk } from "../../src/process/DiskFull.ts"

const unopened = new Error("PGlite failed to initialize properly\n    at q.Ze (wasm)")
const locked = new DataDirectoryLocked({ directory: "/data", pid: 7 })

/** The failure of the work with so much free space. */
const failureOf = <E>(work: Effect.Effect<never, E>, bytes: number) =>
  work.pipe(
    explainFullDisk("/data", (full) => full),
    Effect.provideService(DiskSpace, { free: Effect.succeed(bytes) }),
    Effect.sandbox,
    Effect.flip,
    Effect.map(Cause.squash)
  )

describe("a failure while the disk is full", () => {
  it.effect("becomes one line that says what to do", () =>
    Effect.gen(function* () {
      const shown = yield* failureOf(Effect.die(unopened), 307_200)
      assert.strictEqual(
        shown instanceof Error ? shown.message : "",
        "The disk of /data is full (300 KiB left): free some space and try again"
      )
      assert.strictEqual(yield* failureOf(Effect.die(unopened), 100_000_000), unopened)
      assert.strictEqual(yield* failureOf(Effect.fail(locked), 0), locked)
    })
  )
})
