/**
 * The answers of API and page beyond the storage quota, and beyond the bound of concurrent uploads.
 */
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { FileStorage } from "../../../src/app/ports/files/FileStorage.ts"
import { FileStorageMemory } from "../../../src/testing/files/FileStorageMemory.ts"
import { layerRetainerMemoryWith } from "../../../src/testing/RetainerMemory.ts"
import { signedInOwner } from "../../support/owners.ts"
import { fileForm, send } from "../../support/requests.ts"
import { left, nothing } from "../../support/storedFiles.ts"

/** Blocks before the first byte is stored. */
let gate: Effect.Effect<void> = Effect.void

const layerSmall = FileStorageMemory.pipe(
  Layer.flatMap((memory) =>
    Layer.mergeAll(
      Layer.succeedContext(memory),
      Layer.succeed(FileStorage, {
        ...Context.get(memory, FileStorage),
        quota: 3072,
        write: (key, bytes) =>
          Effect.andThen(
            Effect.suspend(() => gate),
            Context.get(memory, FileStorage).write(key, bytes)
          )
      })
    )
  )
)

const start = Effect.gen(function* () {
  const own = yield* signedInOwner()
  const client = (yield* own.call("POST", "/v1/clients", { name: "A", email: "a@x.example" })).body
  const form = (bytes: number) =>
    fileForm({ client_id: client.id }, new File([new Uint8Array(bytes).fill(65)], "a.bin"))
  const upload = (bytes: number, key?: string) =>
    send("POST", "/v1/files", {
      key: own.made.apiKey,
      body: form(bytes),
      ...(key === undefined ? {} : { headers: { "idempotency-key": key } })
    })
  return { ...own, client, upload }
})

layer(layerRetainerMemoryWith(layerSmall))("bounds of files", (it) => {
  it.effect("beyond the storage quota an upload is 422, and the page shows what is used", () =>
    Effect.gen(function* () {
      const { upload, visitor, call } = yield* start
      const made = yield* upload(2048, "k")
      assert.strictEqual(made.status, 201)
      const refused = yield* upload(1025)
      assert.deepInclude(refused.body.error, { code: "UNPROCESSABLE", status: 422 })
      assert.include(refused.body.error.message, "storage quota of 3 KiB, of which 2 KiB are used")
      // The first answer is computed from the counted bytes.
      const again = yield* upload(2048, "k")
      assert.deepStrictEqual([again.status, again.body.id], [201, made.body.id])
      const page = yield* Effect.promise(() => visitor.get("/files"))
      assert.include(page.body, "2 KiB of 3 KiB of storage are used.")
      yield* call("DELETE", `/v1/files/${made.body.id}`)
      assert.strictEqual((yield* upload(1025)).status, 201)
      assert.deepStrictEqual(yield* left, nothing)
    })
  )

  it.effect("more uploads than there are places are 429 with Retry-After", () =>
    Effect.gen(function* () {
      const { upload } = yield* start
      const open = yield* Deferred.make<void>()
      gate = Deferred.await(open)
      const fibers = yield* Effect.forEach(Array.from({ length: 5 }), () =>
        Effect.forkChild(upload(1), { startImmediately: true })
      )
      const [first, ...others] = fibers
      while (others.every((fiber) => fiber.pollUnsafe() === undefined)) {
        yield* TestClock.adjust("1 second")
        yield* Effect.promise(() => new Promise((done) => setImmediate(done)))
      }
      yield* Deferred.succeed(open, undefined)
      const answers = yield* Effect.forEach(fibers, Fiber.join)
      const refused = answers.filter(({ status }) => status === 429)
      assert.strictEqual(refused.length, 1)
      assert.strictEqual(refused[0]?.headers.get("retry-after"), "5")
      assert.deepInclude(refused[0]?.body.error, { code: "RATE_LIMITED", status: 429 })
      assert.strictEqual(first && (yield* Fiber.join(first)).status, 201)
    })
  )
})
