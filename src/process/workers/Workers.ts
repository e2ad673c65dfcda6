/**
 * Supervisor of `WEB_CONCURRENCY` server processes on one port. It starts one before the others, so
 * that a refused start is reported once. It replaces a process that ended, announces when all
 * serve, and ends when all have ended.
 */
import cluster from "node:cluster"
import { Clock, Console, Data, Deferred, Duration, Effect, Predicate, Runtime } from "effect"

type ReadyFacts = Readonly<Record<string, string | number>>

export const announce = (facts: ReadyFacts) =>
  cluster.isWorker
    ? Effect.sync(() => void process.send?.({ ready: facts }))
    : Console.log(`retainer ready ${JSON.stringify(facts)}`)

/** The log, or the output of the worker, has the reason. */
class WorkersEnded extends Data.TaggedError("WorkersEnded") {
  override readonly [Runtime.errorReported] = false
}

/** A process that lived this long resets the count of deaths in a row. */
const longLife = Duration.toMillis("1 minute")
/** In a row; then this process ends too, for its own supervisor. */
const mostDeaths = 10
const longestPause = Duration.toMillis("30 seconds")

const pauseAfter = (deaths: number): number =>
  Math.min(longestPause, 250 * 2 ** Math.max(0, deaths - 1))

const factsIn = (message: unknown): ReadyFacts | undefined =>
  Predicate.hasProperty(message, "ready") && isFacts(message.ready) ? message.ready : undefined

const isFacts = (value: unknown): value is ReadyFacts =>
  Predicate.isObject(value) &&
  Object.values(value).every((one) => Predicate.isString(one) || Predicate.isNumber(one))

/** Runs a server until it ends; an interrupt stops it and waits for its end. */
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

const superviseWorker = Effect.fnUntraced(function* (
  number: number,
  ready: Deferred.Deferred<ReadyFacts>
) {
  for (let deaths = 1; deaths <= mostDeaths; deaths++) {
    const from = yield* Clock.currentTimeMillis
    const end = yield* runWorker((facts) => Deferred.doneUnsafe(ready, Effect.succeed(facts)))
    // It never served, and another would not either.
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
  yield* Effect.logError("A server process ended ten times in a row; the supervisor ends", {
    worker: number
  })
  return yield* new WorkersEnded()
})

/** Never succeeds: it fails if the server processes end repeatedly. */
export const superviseWorkers = Effect.fnUntraced(function* (count: number) {
  const readies = yield* Effect.all(
    Array.from({ length: count }, () => Deferred.make<ReadyFacts>())
  )
  const [first, ...later] = readies
  if (first === undefined) return
  const announceAll = Effect.gen(function* () {
    const [facts] = yield* Effect.all(readies.map((ready) => Deferred.await(ready)))
    yield* announce({ ...facts, workers: count, pid: process.pid })
  })
  const others = later.map((ready, index) =>
    Effect.flatMap(Deferred.await(first), () => superviseWorker(index + 2, ready))
  )
  yield* Effect.all([superviseWorker(1, first), ...others, announceAll], {
    concurrency: "unbounded",
    discard: true
  })
})
