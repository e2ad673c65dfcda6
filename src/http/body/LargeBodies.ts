/**
 * Large bodies take turns, however many arrive at once: what another request waits for is a few of them
 * and not all. A few are read at a time, and the work on each begins after the others had their time.
 */
import { Effect, Semaphore } from "effect"

/** From here on a body is work enough to wait for its turn. */
const largeBytes = 65_536
/** How many are read at a time. */
const readers = 16
/** After this a slow sender no longer keeps the next from being read: it costs next to nothing. */
const readingMillis = 100
/** What others have of the event loop between two large bodies, if the first did not take longer. */
const leastGapMillis = 5

// One event loop, one queue: whatever the number of apps in the process.
const reading = Semaphore.makeUnsafe(readers)
const working = Semaphore.makeUnsafe(1)

/** Takes a permit and gives it back at the first of two moments: when asked to, or when the time is over. */
const taken = (
  semaphore: Semaphore.Semaphore,
  giveBackLater: (idleGarbageCollection: () => void) => void
) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.map(restore(semaphore.take(1)), () => {
      let isTaken = true
      const idleGarbageCollection = () => {
        if (isTaken) Effect.runFork(semaphore.release(1))
        isTaken = false
      }
      giveBackLater(idleGarbageCollection)
      return idleGarbageCollection
    })
  )

const after = (millis: number) => (work: () => void) => {
  setTimeout(work, millis).unref()
}

/** Reads a body of this announced length: NaN where none is announced. */
export const readInTurn = <A, E, R>(
  announcedBytes: number,
  read: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  announcedBytes < largeBytes
    ? read
    : Effect.acquireUseRelease(
        taken(reading, after(readingMillis)),
        () => read,
        (idleGarbageCollection) => Effect.sync(idleGarbageCollection)
      )

/**
 * Waits until it is this body's turn to be worked on. The work follows at once, and after it others have
 * the event loop for as long as it took.
 */
export const workInTurn = (bytes: number): Effect.Effect<void> =>
  bytes < largeBytes
    ? Effect.void
    : Effect.asVoid(
        taken(working, (idleGarbageCollection) => {
          const began = performance.now()
          setImmediate(() => {
            after(Math.max(leastGapMillis, performance.now() - began))(idleGarbageCollection)
          })
        })
      )
