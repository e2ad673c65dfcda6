/**
 * Replaces an unforeseen failure by one plain line while the disk is full. The embedded database
 * would report a stack of WebAssembly.
 */
import { type Cause, Data, Effect } from "effect"
import { SqlError } from "effect/sql"
import { DiskSpace } from "../app/ports/DiskSpace.ts"
import { binarySize } from "../domain/files/Quota.ts"
import { segmentBytes } from "../infra/storage/DiskSpaceStatfs.ts"

class DiskFull extends Data.TaggedError("DiskFull")<{
  readonly directory: string
  readonly free: number
}> {
  override get message() {
    return (
      `The disk of ${this.directory} is full (${binarySize(this.free)} left): free some ` +
      "space and try again"
    )
  }
}

/** A defect, or a statement that the database could not run. */
const isUnforeseen = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      reason._tag === "Die" || (reason._tag === "Fail" && SqlError.isSqlError(reason.error))
  )

/** Wraps work on the embedded database: on a full disk it fails with the result of `failureOf`. */
export const explainFullDisk =
  <F>(directory: string, failureOf: (full: DiskFull) => F) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | F, R | DiskSpace> =>
    Effect.catchCause(work, (cause) =>
      Effect.gen(function* () {
        const free = isUnforeseen(cause) ? yield* (yield* DiskSpace).free : segmentBytes
        return yield* free < segmentBytes
          ? Effect.fail(failureOf(new DiskFull({ directory, free })))
          : Effect.failCause(cause)
      })
    )
