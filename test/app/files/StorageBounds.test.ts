/** The storage quota, the bound of free disk space, and the bound of concurrent uploads. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Busy, CurrentLane, laneOf } from "../../../src/app/AdmissionControl.ts"
import { FileLinks } from "../../../src/app/files/FileLinks.ts"
import { Files } from "../../../src/app/files/Files.ts"
import { Journal } from "../../../src/app/Journal.ts"
import { DiskSpace } from "../../../src/app/ports/DiskSpace.ts"
import { FileStorage } from "../../../src/app/ports/files/FileStorage.ts"
import { freeBytesForUploads } from "../../../src/domain/files/Quota.ts"
import type { Workspace } from "../../../src/domain/workspaces/Workspace.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { newClient, newWorkspace } from "../../support/records.ts"
import { left, nothing } from "../../support/storedFiles.ts"

let free = Number.POSITIVE_INFINITY

const layerFilesWith = (quota: number | null) =>
  Files.layer.pipe(
    Layer.provide(Layer.merge(FileLinks.layer, Journal.layer)),
    Layer.provide(
      Layer.effect(
        FileStorage,
        Effect.map(FileStorage, (storage) => ({ ...storage, quota, maxBytes: 20_000_000 }))
      )
    ),
    Layer.provide(Layer.succeed(DiskSpace, { free: Effect.sync(() => free) })),
    Layer.provideMerge(layerMemoryPorts)
  )

const incoming = (size: number) => ({
  name: "a.bin",
  declared: "application/octet-stream",
  bytes: Stream.succeed(new Uint8Array(size).fill(65))
})

const start = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const files = yield* Files
  /** Adds a file of this size once `ready` completes. */
  const add = (size: number, ready: Effect.Effect<unknown> = Effect.void, mayBeRepeat = false) =>
    files.receiving(workspace, (receive) =>
      Effect.gen(function* () {
        const received = yield* receive({ ...incoming(size), mayBeRepeat })
        yield* ready
        return yield* files.add(workspace, null, received, { clientId: client.id })
      })
    )
  return { workspace, files, add, used: Effect.map(files.use(workspace), ({ used }) => used) }
})

layer(layerFilesWith(100))("the room for files", (it) => {
  it.effect(
    "a file beyond the storage quota is refused while it comes; a deletion makes room",
    () =>
      Effect.gen(function* () {
        const { workspace, files, add, used } = yield* start
        const { add: addElsewhere } = yield* start
        const { id } = yield* add(60)
        assert.strictEqual(yield* used, 60)
        for (const size of [41, 1_000_000]) {
          const { message } = yield* Effect.flip(add(size))
          assert.include(
            message,
            "file: does not fit into the storage quota of 100 bytes, of which 60"
          )
        }
        assert.deepStrictEqual(yield* left, nothing)
        yield* add(40)
        assert.include((yield* Effect.flip(add(1))).message, "of which 100 bytes are used")
        yield* addElsewhere(100)
        yield* files.remove(workspace, null, id)
        assert.strictEqual(yield* used, 40)
        yield* add(60)
      })
  )

  it.effect("files that come at the same time do not exceed it together, nor do repeats", () =>
    Effect.gen(function* () {
      const { add, used } = yield* start
      const ready = yield* Deferred.make<void>()
      const both = yield* Effect.forEach([60, 60], (size) =>
        Effect.forkChild(Effect.result(add(size, Deferred.await(ready))), {
          startImmediately: true
        })
      )
      yield* Deferred.succeed(ready, undefined)
      const results = yield* Effect.forEach(both, Fiber.join)
      assert.strictEqual(results.filter(Result.isSuccess).length, 1)
      const repeated = yield* Effect.flip(add(60, Effect.void, true))
      assert.include(repeated.message, "storage quota")
      assert.strictEqual(yield* used, 60)
      assert.deepStrictEqual(yield* left, nothing)
    })
  )

  it.effect("none is taken on a disk that is almost full, where what frees space still works", () =>
    Effect.gen(function* () {
      const { workspace, files, add, used } = yield* start
      const { id } = yield* add(10)
      free = freeBytesForUploads - 1
      assert.include((yield* Effect.flip(add(10))).message, "the server's disk is almost full")
      assert.deepStrictEqual(yield* left, nothing)
      yield* files.remove(workspace, null, id)
      yield* files.removeDue
      assert.deepStrictEqual([yield* used, yield* left], [0, nothing])
      free = freeBytesForUploads
      yield* add(10)
    })
  )
})

const held = (workspace: Workspace, until: Effect.Effect<unknown>) =>
  Effect.flatMap(Files, (files) =>
    Effect.forkChild(
      files
        .receiving(workspace, () => until)
        .pipe(Effect.provideService(CurrentLane, laneOf(workspace.id)), Effect.sandbox),
      { startImmediately: true }
    )
  )

layer(layerFilesWith(null))("uploads at a time", (it) => {
  it.effect("a file is given up when the disk fills while it comes", () =>
    Effect.gen(function* () {
      const { workspace, files } = yield* start
      free = freeBytesForUploads
      const bytes = Stream.tap(Stream.make(new Uint8Array(8), new Uint8Array(9_000_000)), () =>
        Effect.sync(() => {
          free = 0
        })
      )
      const taken = files.receiving(workspace, (receive) => receive({ ...incoming(0), bytes }))
      const refused = yield* Effect.flip(taken)
      free = Number.POSITIVE_INFINITY
      assert.include(refused.message, "the server's disk is almost full")
      assert.deepStrictEqual(yield* left, nothing)
    })
  )

  it.effect(
    "one workspace has a quarter of the places; more of its files wait, and then are refused",
    () =>
      Effect.gen(function* () {
        const workspace = yield* newWorkspace
        const other = yield* newWorkspace
        const done = yield* Deferred.make<void>()
        for (let count = 0; count < 4; count++) yield* held(workspace, Deferred.await(done))
        const fifth = yield* held(workspace, Effect.void)
        yield* TestClock.adjust("4 seconds")
        assert.isUndefined(fifth.pollUnsafe())
        yield* Fiber.join(yield* held(other, Effect.void))
        yield* TestClock.adjust("1 second")
        const refused = yield* Effect.flip(Fiber.join(fifth))
        const [reason] = refused.reasons
        assert.isTrue(reason?._tag === "Die" && reason.defect instanceof Busy)
        yield* Deferred.succeed(done, undefined)
        yield* Fiber.join(yield* held(workspace, Effect.void))
      })
  )
})
