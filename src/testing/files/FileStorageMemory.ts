/** Bytes of files in memory, and what lies there for tests that look. */
import { createHash } from "node:crypto"
import { Context, Effect, Layer, Ref, Stream } from "effect"
import type { FileKey } from "../../app/ports/files/FileRepository.ts"
import { FileStorage } from "../../app/ports/files/FileStorage.ts"
import type { FileId } from "../../domain/Ids.ts"

/** Small, so that a test need not send much to send too much. */
const maxBytes = 1_048_576

export class StoredBytes extends Context.Service<
  StoredBytes,
  Ref.Ref<ReadonlyMap<FileId, Uint8Array>>
>()("retainer/testing/StoredBytes") {}

const onStored = Layer.effect(
  FileStorage,
  Effect.map(StoredBytes, (stored) =>
    FileStorage.of({
      maxBytes,
      quota: null,
      write: (key, bytes) =>
        Effect.gen(function* () {
          const chunks = yield* Stream.runCollect(bytes)
          const all = new Uint8Array(Buffer.concat(chunks))
          yield* Ref.update(stored, (map) => new Map(map).set(key.id, all))
          return {
            size: all.length,
            sha256: createHash("sha256").update(all).digest("hex"),
            head: all.subarray(0, 4100)
          }
        }),
      read: ({ id }, range) =>
        Effect.map(Ref.get(stored), (map) => {
          const all = map.get(id)
          if (all === undefined) return null
          return Stream.succeed(range === undefined ? all : all.slice(range.first, range.last + 1))
        }),
      remove: ({ id }: FileKey) =>
        Ref.update(stored, (map) => new Map([...map].filter(([other]) => other !== id)))
    })
  )
)

export const FileStorageMemory = onStored.pipe(
  Layer.provideMerge(
    Layer.effect(StoredBytes, Ref.make<ReadonlyMap<FileId, Uint8Array>>(new Map()))
  )
)
