/** Bytes of files that are stored in the app in memory without a file. */
import { Effect, Ref } from "effect"
import { StoredBytes } from "../../src/testing/files/FileStorageMemory.ts"
import { MemoryStore } from "../../src/testing/store/MemoryStore.ts"

/** Stored bytes, and those that are still to be removed. */
export const left = Effect.gen(function* () {
  const stored = yield* Ref.get(yield* StoredBytes)
  const { files, fileLeftovers } = yield* (yield* MemoryStore).state
  return { stored: stored.size - files.size, leftovers: fileLeftovers.size }
})
export const nothing = { stored: 0, leftovers: 0 }
