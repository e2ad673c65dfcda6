/**
 * Fair scheduling of large bodies. A few are read at a time and one is parsed at a time, with a gap
 * for other requests, so that many large bodies at once do not block the event loop.
 */
import { Effect, Semaphore } from "effect"

/** A body of at least this size waits for its turn. */
const largeBytes = 65_536
/** Bodies read at a time. */
const readers = 16
/** After this a slow sender frees its place for the next one; it uses almost no time. */
const readingMillis = 100
/** The least time for other requests between two large bodies. */
const leastGapMillis = 5

// One queue per event loop, shared by all apps of the process.
const reading = Semaphore.makeUnsafe(readers)
const working = Semaphore.makeUnsafe(1)

/** Takes a permit. The first of two events releases it: the caller, or the schedule. */
const taken = (semaphore: Semaphore.Semaphore, schedule: (release: () => void) => void) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.map(restore(semaphore.take(1)), () => {
      let isTaken = true
      const release = () => {
        if (isTaken) Effect.runFork(semaphore.release(1))
        isTaken = false
      }
      schedule(release)
      return release
    })
  )

const after = (millis: number) => (work: () => void) => {
  setTimeout(work, millis).unref()
}

/** Reads a body of this announced length; NaN if it is unknown. */
export const readInTurn = <A, E, R>(
  announcedBytes: number,
  read: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  announcedBytes < largeBytes
    ? read
    : Effect.acquireUseRelease(
        taken(reading, after(readingMillis)),
        () => read,
        (release) => Effect.sync(release)
      )

/**
 * Waits for the turn of this body. The caller parses it synchronously; then other requests have the
 * event loop for as long as that took.
 */
export const workInTurn = (bytes: number): Effect.Effect<void> =>
  bytes < largeBytes
    ? Effect.void
    : Effect.asVoid(
        taken(working, (release) => {
          const began = performance.now()
          setImmediate(() => {
            after(Math.max(leastGapMillis, performance.now() - began))(release)
          })
        })
      )
