/**
 * `WEB_CONCURRENCY`: several server processes on one port. This one does nothing but look after them: it starts
 * them, one before the others so that what refuses a start is told once, replaces one that died, tells
 * that all serve, and ends when all have ended.
 */
import cluster from "node:cluster"
import { Clock, Console, Data, Deferred, Duration, Effect, Predicate, Runtime } from "effect"

/** What a server tells when it serves. */
export type ReadyFacts = Readonly<Record<string, string | number>>

export const announce = (facts: ReadyFacts) =>
  cluster.isWorker
    ? Effect.sync(() => void process.send?.({ ready: facts }))
    : Console.log(`retainer ready ${JSON.stringify(facts)}`)

/** The reason stands in the log, or was told by the worker itself. */
export class WorkersEnded extends Data.TaggedError("WorkersEnded") {
  override readonly [Runtime.errorReported] = false
}

/** One that lived so long died of something else than the one before it. */
const longLife = Duration.toMillis("1 minute")
/** In a row; whoever supervises this process has to know then. */
const mostDeaths = 10
const longestPause = Duration.toMillis("30 seconds")

export const pauseAfter = (deaths: number): number =>
  Math.min(longestPause, 250 * 2 ** Math.max(0, deaths - 1))

const factsIn = (message: unknown): ReadyFacts | undefined =>
  Predicate.hasProperty(message, "ready") && isFacts(message.ready) ? message.ready : undefined

const isFacts = (value: unknown): value is ReadyFacts =>
  Predicate.isObject(value) &&
  Object.values(value).every((one) => Predicate.isString(one) || Predicate.isNumber(one))

/** Runs a server until it ends; an interrupt asks it to stop and waits for its end. */
const runWorker = (onReady: (facts: ReadyFacts) => void): Effect.Effect<string> =>
  Effect.callback((resume) => {
    const worker = cluster.fork()
    worker.on("message", (message: unknown) => {
      const facts = factsIn(message)
      if (facts !== undefined) onReady(facts)
    })
    worker.once("exit", (code, signal) => resume(Effect.succeed(signal ?? `code ${code}`)))
    return Effect.callback<void>((done) => {
      worker.once("exit", () => done(Effect.void))
      if (worker.isDead()) done(Effect.void)
      else worker.process.kill("SIGTERM")
    })
  })

const keepWorker = Effect.fnUntraced(function* (
  number: number,
  ready: Deferred.Deferred<ReadyFacts>
) {
  for (let deaths = 1; deaths <= mostDeaths; deaths++) {
    const from = yield* Clock.currentTimeMillis
    const end = yield* runWorker((facts) => Deferred.doneUnsafe(ready, Effect.succeed(facts)))
    // It never served: another would meet the same.
    if (!(yield* Deferred.isDone(ready))) return yield* new WorkersEnded()
    const lived = (yield* Clock.currentTimeMillis) - from
    if (lived > longLife) deaths = 1
    const pause = pauseAfter(deaths)
    yield* Effect.logWarning("A server process ended and is replaced", {
      worker: number,
      end,
      pause
    })
    yield* Effect.sleep(pause)
  }
  yield* Effect.logError("A server process ended again and again", { worker: number })
  return yield* new WorkersEnded()
})

/** Never succeeds: it fails where no server process can be kept running. */
export const superviseWorkers = Effect.fnUntraced(function* (count: number) {
  const readies = yield* Effect.all(
    Array.from({ length: count }, () => Deferred.make<ReadyFacts>())
  )
  const [first, ...others] = readies
  if (first === undefined) return
  const told = Effect.gen(function* () {
    const [facts] = yield* Effect.all(readies.map((ready) => Deferred.await(ready)))
    yield* announce({ ...facts, workers: count, pid: process.pid })
  })
  const keepers = others.map((ready, index) =>
    Effect.flatMap(Deferred.await(first), () => keepWorker(index + 2, ready))
  )
  yield* Effect.all([keepWorker(1, first), ...keepers, told], {
    concurrency: "unbounded",
    discard: true
  })
})
