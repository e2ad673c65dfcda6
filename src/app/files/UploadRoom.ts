/**
 * Storage quota of a workspace, in bytes, and the bounds on an upload while its bytes arrive: the
 * largest file, the quota and the disk's free space. `AddFile` repeats the check under its lock.
 */
import { Effect, Stream } from "effect"
import {
  diskAlmostFull,
  FileInvalid,
  freeBytesForUploads,
  planQuotas,
  quotaReached,
  type StorageUse
} from "../../domain/files/Quota.ts"
import type { Invalid } from "../../domain/Invalid.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { DiskSpace } from "../ports/DiskSpace.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { FileStorage } from "../ports/files/FileStorage.ts"

export const storageQuota = Effect.map(
  FileStorage,
  ({ quota }) =>
    ({ plan }: Workspace): number =>
      quota ?? planQuotas[plan]
)

export const storageUse = Effect.gen(function* () {
  const files = yield* FileRepository
  const quotaOf = yield* storageQuota
  return (workspace: Workspace): Effect.Effect<StorageUse> =>
    Effect.map(files.usage(workspace.id), (used) => ({ used, quota: quotaOf(workspace) }))
})

const mebibyte = 1_048_576
/** The free space is measured anew after so many bytes. */
const betweenLooks = 8 * mebibyte

export const uploadRoom = Effect.gen(function* () {
  const { maxBytes } = yield* FileStorage
  const { free } = yield* DiskSpace
  const useOf = yield* storageUse

  const checkDisk = Effect.flatMap(free, (bytes) =>
    bytes < freeBytesForUploads ? Effect.fail(diskAlmostFull) : Effect.void
  )

  const checkSize = (size: number, use: StorageUse, room: number): Effect.Effect<void, Invalid> => {
    if (size > maxBytes) {
      return Effect.fail(new FileInvalid("tooLarge", `must be at most ${maxBytes / mebibyte} MiB`))
    }
    return size > room ? Effect.fail(quotaReached(use)) : Effect.void
  }

  /** Fails if there is no room. The bounded stream fails at the first chunk beyond a bound. */
  return Effect.fnUntraced(function* (workspace: Workspace, mayBeRepeat: boolean) {
    const use = yield* useOf(workspace)
    // The file of a repeated request may be stored, and counted, already.
    const room = mayBeRepeat ? use.quota : use.quota - use.used
    yield* checkSize(1, use, room)
    yield* checkDisk
    return <E, R>(bytes: Stream.Stream<Uint8Array, E, R>) => {
      let size = 0
      let looked = 0
      return Stream.tap(bytes, (chunk): Effect.Effect<void, Invalid> => {
        size += chunk.length
        if (size - looked < betweenLooks) return checkSize(size, use, room)
        looked = size
        return Effect.andThen(checkSize(size, use, room), checkDisk)
      })
    }
  })
})
