/**
 * Removes bytes that no file has: of uploads that came to nothing, and of files that were deleted.
 * The worker claims a leftover first, so that an upload cannot become a file while its bytes go; no
 * transaction stays open for it.
 */
import { DateTime, Effect } from "effect"
import { type FileKey, FileRepository } from "../ports/files/FileRepository.ts"
import { FileStorage } from "../ports/files/FileStorage.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"

const batch = 100

/** Bytes without a file are removed after this time: an upload that takes longer is lost. */
export const uploadTime = { days: 1 } as const

/** The delay before the next attempt at a storage that fails. */
const retryAfter = { minutes: 10 } as const

/**
 * Removes the bytes of one leftover, and nothing where a file has them by now. Never fails: a
 * leftover that could not be removed becomes due later.
 */
export const leftoverRemoval = Effect.gen(function* () {
  const files = yield* FileRepository
  const storage = yield* FileStorage
  const { transact } = yield* UnitOfWork

  const claim = Effect.fnUntraced(function* (key: FileKey) {
    const now = yield* DateTime.now
    return yield* files.claimLeftover(key, now, DateTime.subtract(now, retryAfter))
  }, transact)

  const remove = Effect.fnUntraced(function* (key: FileKey) {
    if (!(yield* claim(key))) return
    yield* storage.remove(key)
    yield* transact(files.removeLeftover(key))
  })

  const putOff = Effect.fnUntraced(function* (key: FileKey) {
    yield* files.deferLeftover(key, DateTime.addDuration(yield* DateTime.now, retryAfter))
  }, transact)

  return (key: FileKey): Effect.Effect<void> =>
    Effect.catchCause(remove(key), (cause) =>
      Effect.andThen(
        Effect.logWarning(`The bytes of ${key.id} could not be removed yet`, cause),
        Effect.catchCause(putOff(key), (again) =>
          Effect.logWarning("A leftover could not be put off", again)
        )
      )
    )
})

/** Every leftover that is due; any number of processes may. */
export const removeDueLeftovers = Effect.gen(function* () {
  const files = yield* FileRepository
  const removeOne = yield* leftoverRemoval

  return useCase("Files.removeDue")(function* () {
    const now = yield* DateTime.now
    for (;;) {
      const due = yield* files.dueLeftovers(now, batch)
      yield* Effect.forEach(due, removeOne, { discard: true })
      if (due.length < batch) return
    }
  })
})
