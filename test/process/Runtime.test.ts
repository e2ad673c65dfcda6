/** Readiness depends on the disk as well as on the database. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { DiskSpace } from "../../src/app/ports/DiskSpace.ts"
import { Readiness } from "../../src/http/server/Health.ts"
import { layerReadiness } from "../../src/process/Runtime.ts"
import { layerPglite } from "../support/storages.ts"

let free = Number.POSITIVE_INFINITY

const layerReady = layerReadiness.pipe(
  Layer.provide(Layer.succeed(DiskSpace, { free: Effect.sync(() => free) })),
  Layer.provide(layerPglite)
)

layer(layerReady, { excludeTestServices: true })("readiness", (it) => {
  it.effect("ends with a full disk and comes back with its space", () =>
    Effect.gen(function* () {
      const { isReady } = yield* Readiness
      const found: boolean[] = []
      for (const bytes of [Number.POSITIVE_INFINITY, 300_000, 32 * 1_048_576]) {
        free = bytes
        found.push(yield* isReady)
      }
      assert.deepStrictEqual(found, [true, false, true])
    })
  )
})
