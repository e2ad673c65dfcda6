/**
 * The contract of file storages: a file is whole or absent, is written in parts, and is gone once
 * removed.
 */
import { createHash, randomBytes } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, type Layer, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { FileStorage } from "../../../src/app/ports/files/FileStorage.ts"
import { FileId, WorkspaceId } from "../../../src/domain/Ids.ts"

export const newKey = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  return { workspaceId: yield* WorkspaceId.next(random), id: yield* FileId.next(random) }
}).pipe(Effect.provide(SecureRandom.layerWebCrypto))

const collected = <E>(bytes: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(bytes), (chunks) => Buffer.concat(chunks))

const chunksOf = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size)
  )

/** `left` lists the content of the storage, parts of uploads included. */
export const fileStorageContract = <E>(
  name: string,
  storage: Layer.Layer<FileStorage, E>,
  left: Effect.Effect<ReadonlyArray<string>, never, FileStorage>
) =>
  layer(storage, { excludeTestServices: true })(`FileStorage: ${name}`, (it) => {
    it.effect("gives back what was written, whole and in parts, and what it measured", () =>
      Effect.gen(function* () {
        const files = yield* FileStorage
        const key = yield* newKey
        // Larger than what an upload in parts takes at once.
        const bytes = new Uint8Array(randomBytes(6_000_000))
        const measured = yield* files.write(key, Stream.fromIterable(chunksOf(bytes, 65_536)))
        assert.deepStrictEqual(
          { ...measured, head: Buffer.from(measured.head).toString("hex") },
          {
            size: bytes.length,
            sha256: createHash("sha256").update(bytes).digest("hex"),
            head: Buffer.from(bytes.subarray(0, 4100)).toString("hex")
          }
        )
        const whole = yield* files.read(key)
        assert.isNotNull(whole)
        assert.isTrue((yield* collected(whole)).equals(bytes))
        for (const [first, last] of [
          [0, 0],
          [65_530, 65_540],
          [5_999_999, 5_999_999]
        ] as const) {
          const part = yield* files.read(key, { first, last })
          assert.isNotNull(part)
          assert.isTrue((yield* collected(part)).equals(bytes.subarray(first, last + 1)))
        }
        yield* files.remove(key)
        assert.isNull(yield* files.read(key))
        yield* files.remove(key)
      })
    )

    it.effect("has nothing of what broke off, and says why it did", () =>
      Effect.gen(function* () {
        const files = yield* FileStorage
        const before = yield* left
        const key = yield* newKey
        const some = Stream.fromIterable(chunksOf(new Uint8Array(6_000_000), 65_536))
        const broken = Stream.concat(some, Stream.fail("gone"))
        assert.strictEqual(yield* Effect.flip(files.write(key, broken)), "gone")
        assert.isNull(yield* files.read(key))
        assert.deepStrictEqual(yield* left, before)
      })
    )

    it.effect("has nothing of what was given up, and takes it when it comes again", () =>
      Effect.gen(function* () {
        const files = yield* FileStorage
        const before = yield* left
        const key = yield* newKey
        const stuck = Stream.concat(Stream.succeed(new Uint8Array(70_000)), Stream.never)
        const begun = yield* Deferred.make<void>()
        const watched = Stream.tap(stuck, () => Deferred.succeed(begun, undefined))
        const fiber = yield* Effect.forkChild(files.write(key, watched))
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(fiber)
        assert.isNull(yield* files.read(key))
        yield* files.remove(key)
        assert.deepStrictEqual(yield* left, before)
        yield* files.write(key, Stream.succeed(new Uint8Array([1, 2])))
        const again = yield* files.read(key)
        assert.isNotNull(again)
        assert.deepStrictEqual([...(yield* collected(again))], [1, 2])
        yield* files.remove(key)
      })
    )

    it.effect("keeps two files apart, and an empty one is a file", () =>
      Effect.gen(function* () {
        const files = yield* FileStorage
        const [one, two] = [yield* newKey, yield* newKey]
        yield* files.write(one, Stream.succeed(new Uint8Array([1])))
        assert.strictEqual((yield* files.write(two, Stream.empty)).size, 0)
        yield* files.remove(two)
        const still = yield* files.read(one)
        assert.isNotNull(still)
        assert.deepStrictEqual([...(yield* collected(still))], [1])
        yield* files.remove(one)
      })
    )
  })
