/** ZIP archives, read by another library than the one that writes them. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Stream } from "effect"
import { unzipSync } from "fflate"
import { zipOf } from "../../../src/infra/backup/Zip.ts"

const textOf = (text: string) => Stream.encodeText(Stream.make(text))

describe("a ZIP", () => {
  it.effect("has each file in its order, with names in UTF-8", () =>
    Effect.gen(function* () {
      const files = Array.from({ length: 300 }, (_, index) => ({
        path: `Entwürfe/${index}.${index % 2 === 0 ? "pdf" : "json"}`,
        bytes: textOf(`${index}`.repeat(index))
      }))
      const parts = yield* Stream.runCollect(zipOf(Stream.fromIterable(files)))
      const archive = unzipSync(Buffer.concat(parts))
      assert.deepStrictEqual(
        Object.keys(archive),
        files.map(({ path }) => path)
      )
      const last = archive["Entwürfe/299.json"] ?? new Uint8Array()
      assert.strictEqual(Buffer.from(last).toString(), "299".repeat(299))
    })
  )

  it.effect("ends in a failure where a file does", () =>
    Effect.gen(function* () {
      const bytes = Stream.concat(textOf("a"), Stream.die("the storage is gone"))
      const exit = yield* Effect.exit(
        Stream.runDrain(zipOf(Stream.make({ path: "a.json", bytes })))
      )
      assert.isTrue(Exit.isFailure(exit))
    })
  )

  it.effect("is empty without files", () =>
    Effect.gen(function* () {
      const parts = yield* Stream.runCollect(zipOf(Stream.empty))
      assert.deepStrictEqual(unzipSync(Buffer.concat(parts)), {})
    })
  )
})
