/** Bytes without a file go: of a process that was killed, of a storage that failed for a while. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Ref, Stream } from "effect"
import { TestClock } from "effect/testing"
import { FileLinks } from "../../../src/app/files/FileLinks.ts"
import { Files } from "../../../src/app/files/Files.ts"
import { Journal } from "../../../src/app/Journal.ts"
import { FileRepository } from "../../../src/app/ports/files/FileRepository.ts"
import { FileStorage } from "../../../src/app/ports/files/FileStorage.ts"
import { StoredBytes } from "../../../src/testing/files/FileStorageMemory.ts"
import { layerMemoryPorts } from "../../../src/testing/MemoryPorts.ts"
import { MemoryStore } from "../../../src/testing/store/MemoryStore.ts"
import { newClient, newWorkspace } from "../../support/records.ts"

/** While it is down, nothing can be removed. */
let isDown = false
const moody = Layer.effect(
  FileStorage,
  Effect.map(FileStorage, (storage) => ({
    ...storage,
    remove: (key) => (isDown ? Effect.die(new Error("the storage is down")) : storage.remove(key))
  }))
)

const layerFiles = Files.layer.pipe(
  Layer.provide(Layer.merge(FileLinks.layer, Journal.layer)),
  Layer.provide(moody),
  Layer.provideMerge(layerMemoryPorts)
)

const incoming = {
  name: "a.txt",
  declared: "text/plain",
  bytes: Stream.succeed(new Uint8Array([65]))
}

const start = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const files = yield* Files
  const add = files.receiving(workspace, (receive) =>
    Effect.flatMap(receive(incoming), (file) =>
      files.add(workspace, null, file, { clientId: client.id })
    )
  )
  const left = Effect.gen(function* () {
    const { files: rows, fileLeftovers } = yield* (yield* MemoryStore).state
    const stored = yield* Ref.get(yield* StoredBytes)
    return { files: rows.size, leftovers: fileLeftovers.size, bytes: stored.size }
  })
  return { workspace, files, add, left }
})

layer(layerFiles)("bytes without a file", (it) => {
  it.effect("of an upload whose process was killed go a day later, and not before", () =>
    Effect.gen(function* () {
      const { workspace, files, add, left } = yield* start
      const before = yield* left
      // As if the process ended between the bytes and their row: nothing after `receive` runs.
      const held = yield* Effect.forkChild(
        files.receiving(workspace, (receive) => Effect.andThen(receive(incoming), Effect.never)),
        { startImmediately: true }
      )
      yield* TestClock.adjust("23 hours")
      yield* files.removeDue
      assert.strictEqual((yield* left).bytes, before.bytes + 1)
      yield* TestClock.adjust("1 hour")
      yield* files.removeDue
      assert.deepStrictEqual(yield* left, before)
      // The process that was believed dead cannot make a file of bytes that are gone.
      assert.isUndefined(held.pollUnsafe())
      yield* add
      assert.strictEqual((yield* left).leftovers, before.leftovers)
    })
  )

  it.effect("of an upload that was given up, refused or that broke go at once", () =>
    Effect.gen(function* () {
      const { workspace, files, left } = yield* start
      const before = yield* left
      const bytes = Stream.concat(incoming.bytes, Stream.fail("broken"))
      const broken = files.receiving(workspace, (receive) => receive({ ...incoming, bytes }))
      assert.strictEqual(yield* Effect.flip(broken), "broken")
      const refused = files.receiving(workspace, (receive) =>
        Effect.flatMap(receive(incoming), (file) => files.add(workspace, null, file, {}))
      )
      assert.strictEqual((yield* Effect.flip(refused))._tag, "Invalid")
      assert.deepStrictEqual(yield* left, before)
    })
  )

  it.effect("of a deleted file go when the storage is back", () =>
    Effect.gen(function* () {
      const { workspace, files, add, left } = yield* start
      const before = yield* left
      const { id } = yield* add
      isDown = true
      yield* files.remove(workspace, null, id)
      const after = {
        files: before.files,
        leftovers: before.leftovers + 1,
        bytes: before.bytes + 1
      }
      assert.deepStrictEqual(yield* left, after)
      yield* files.removeDue
      assert.deepStrictEqual(yield* left, after)
      isDown = false
      // It is not tried again at once.
      yield* files.removeDue
      assert.deepStrictEqual(yield* left, after)
      yield* TestClock.adjust("10 minutes")
      yield* files.removeDue
      assert.deepStrictEqual(yield* left, before)
    })
  )

  it.effect("a file is not made of bytes that are gone", () =>
    Effect.gen(function* () {
      const { workspace, files, left } = yield* start
      const before = yield* left
      const client = yield* newClient(workspace.id)
      const late = files.receiving(workspace, (receive) =>
        Effect.gen(function* () {
          const file = yield* receive(incoming)
          yield* TestClock.adjust("1 day")
          yield* files.removeDue
          return yield* files.add(workspace, null, file, { clientId: client.id })
        })
      )
      assert.strictEqual((yield* Effect.exit(late))._tag, "Failure")
      assert.deepStrictEqual(yield* left, before)
      assert.isDefined(yield* FileRepository)
    })
  )
})
