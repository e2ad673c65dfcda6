/**
 * Worker threads for work that takes a core for a while. A task has a time limit, after which its
 * thread is ended and replaced, and a thread's memory is bounded. The end of a thread is a failed
 * task or a line in the log, never the end of the process. A fair queue shares the threads between
 * workspaces.
 */
import { getCompileCacheDir } from "node:module"
import { dirname, extname } from "node:path"
import { setFlagsFromString } from "node:v8"
import { Worker } from "node:worker_threads"
import { Data, Duration, Effect, FiberSet, Pool, Scope } from "effect"
import { makeFairQueue } from "./FairQueue.ts"
import { fillShortest, type PipelineContext, type PipelineTask, runTasks } from "./TaskPipeline.ts"
import type { ThreadAnswer, Works } from "./ThreadEntry.ts"

/** The task threw; its thread continues. */
class TaskThrew extends Data.TaggedError("TaskThrew")<{ readonly detail: string }> {}

/**
 * The reason may be shown to people; the detail is for the log. `size`: the task exceeds its bound
 * of time or memory. `busy`: too many of its owner's tasks are waiting. `fault`: neither the task
 * nor its owner is the cause.
 */
class ThreadFailed extends Data.TaggedError("ThreadFailed")<{
  readonly because: "size" | "busy" | "fault"
  readonly reason: string
  readonly detail?: string
}> {}

export interface ThreadsOptions {
  /** The module that calls `answerTasks`. */
  readonly entry: URL
  /** Idle threads that stay, once the first task has come. */
  readonly minThreads: number
  readonly most: number
  /** From the moment a thread takes the task. */
  readonly limit: Duration.Duration
  /** Bound of the V8 heap; inputs of tasks bound the buffers outside of it. */
  readonly heapMegabytes: number
  /** Tasks of one owner that wait or run, at most. */
  readonly perOwner: number
  /**
   * Tasks in flight at one thread, by default one; more are for small tasks (`TaskPipeline.ts`).
   */
  readonly depth?: number
}

interface Threads<W extends Works> {
  readonly run: <Name extends keyof W & string>(
    owner: string,
    name: Name,
    task: Parameters<W[Name]>[0]
  ) => Effect.Effect<Awaited<ReturnType<W[Name]>>, TaskThrew | ThreadFailed>
}

interface Thread {
  readonly worker: Worker
  /** The reason of its end. A listener that lives shorter than the thread uses `onEnd`. */
  readonly ended: Promise<string>
  /** Calls the listener when the thread ends; returns the unsubscription. */
  readonly onEnd: (listener: (why: string) => void) => () => void
}

/** The module of that name in the same folder, `.ts` in the sources and `.js` in the package. */
export const moduleBeside = (module: string, name: string): URL =>
  new URL(`./${name}${extname(module)}`, module)

/**
 * A promise holds its callbacks for as long as the thread lives, so callbacks of tasks are a set.
 */
const makeOnEnd = (ended: Promise<string>): Thread["onEnd"] => {
  const waiting = new Set<(why: string) => void>()
  let gone: string | undefined
  void ended.then((why) => {
    gone = why
    for (const listener of waiting) listener(why)
    waiting.clear()
  })
  return (listener) => {
    if (gone === undefined) waiting.add(listener)
    else listener(gone)
    return () => void waiting.delete(listener)
  }
}

/**
 * The young generation; little of it survives a task. A flag of the process overrides it, which is
 * meant for the main thread: that has its size before the first task.
 */
const youngMegabytes = 6
const withoutFlag = "--max-semi-space-size=0"

/**
 * Without the secrets of the environment: a thread reads files of strangers. The compile cache must
 * be named; without it each thread would load Node's TypeScript compiler.
 */
const threadEnvironment = (): Record<string, string> => {
  const compiled = getCompileCacheDir()
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }
}

/** A start parses modules. */
const startLimit = "30 seconds"

const notStarted = (detail: string) =>
  new ThreadFailed({ because: "fault", reason: "no thread could be started", detail })

const outOfMemory = "it reached the memory limit of a task"
const whyEnded = (error: unknown): string => {
  if (!(error instanceof Error)) return `${error}`
  return "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY" ? outOfMemory : error.message
}

const startThread = ({ entry, heapMegabytes }: ThreadsOptions) =>
  Effect.try({
    try: (): Thread => {
      setFlagsFromString(withoutFlag)
      const worker = new Worker(entry, {
        env: threadEnvironment(),
        resourceLimits: {
          maxOldGenerationSizeMb: heapMegabytes,
          maxYoungGenerationSizeMb: youngMegabytes
        }
      })
      const ended = new Promise<string>((resolve) => {
        worker.on("error", (error) => resolve(whyEnded(error)))
        worker.on("messageerror", (error) => resolve(error.message))
        worker.on("exit", (code) => resolve(`the thread ended with code ${code}`))
      })
      return { worker, ended, onEnd: makeOnEnd(ended) }
    },
    catch: (error) => notStarted(`${error}`)
  })

const stopThread = ({ worker }: Thread) => Effect.promise(() => worker.terminate())

/** The next message of the thread; fails if it ends instead. */
const nextAnswer = ({ worker, onEnd }: Thread): Effect.Effect<ThreadAnswer, string> =>
  Effect.callback((resume) => {
    const unsubscribe = onEnd((why) => resume(Effect.fail(why)))
    const onMessage = (answer: ThreadAnswer) => {
      unsubscribe()
      resume(Effect.succeed(answer))
    }
    worker.once("message", onMessage)
    return Effect.sync(() => {
      unsubscribe()
      worker.off("message", onMessage)
    })
  })

const makePool = (options: ThreadsOptions) =>
  Effect.gen(function* () {
    const start = Effect.gen(function* () {
      const thread = yield* Effect.acquireRelease(startThread(options), stopThread)
      yield* nextAnswer(thread).pipe(
        Effect.timeoutOrElse({
          duration: startLimit,
          orElse: () => Effect.fail("it did not get ready")
        }),
        Effect.mapError(notStarted)
      )
      // A thread that dies while idle leaves the pool.
      const watched = Effect.promise(() => thread.ended).pipe(
        Effect.tap((detail) => Effect.logWarning("a worker thread ended unexpectedly", { detail })),
        Effect.andThen(Effect.suspend(() => Pool.invalidate(pool, thread)))
      )
      yield* Effect.forkScoped(watched)
      return thread
    }).pipe(
      Effect.tapError(({ reason, detail }) =>
        Effect.logWarning("a worker thread could not be started", { reason, detail })
      )
    )
    const pool: Pool.Pool<Thread, ThreadFailed> = yield* Pool.makeWithTTL({
      acquire: start,
      min: options.minThreads,
      max: options.most,
      timeToLive: "1 minute"
    })
    return pool
  })

export const makeThreads = <W extends Works>(
  options: ThreadsOptions
): Effect.Effect<Threads<W>, never, Scope.Scope> =>
  Effect.gen(function* () {
    // A scope of its own, opened first and so closed last: threads stop after their tasks.
    const scope = yield* Scope.fork(yield* Scope.Scope)
    // Lazy: a thread takes at least 40 MiB.
    const poolOf = yield* Effect.cached(Scope.provide(makePool(options), scope))
    const queueIsFull = new ThreadFailed({
      because: "busy",
      reason: "too many are waiting"
    })
    const queue = makeFairQueue<PipelineTask<ThreadFailed>>(options)
    // Runs after the running tasks were stopped, so that no waiting task hangs.
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        for (let task = queue.dequeue(); task !== undefined; task = queue.dequeue()) {
          queue.releaseSlot(task.owner)
          queue.done(task)
          task.complete(new ThreadFailed({ because: "fault", reason: "the threads are stopped" }))
        }
      })
    )
    const fork = yield* FiberSet.makeRuntime<never>()
    const context: PipelineContext<ThreadFailed> = {
      queue,
      pipelines: new Set(),
      depth: options.depth ?? 1,
      limitMillis: Duration.toMillis(options.limit),
      tooLong: new ThreadFailed({
        because: "size",
        reason: `it took longer than ${Duration.toSeconds(options.limit)} seconds`
      }),
      gone: (detail) =>
        detail === outOfMemory
          ? new ThreadFailed({ because: "size", reason: outOfMemory, detail })
          : new ThreadFailed({ because: "fault", reason: "its thread ended", detail })
    }

    /** Runs the task on a thread, then the next tasks. */
    const work = (task: PipelineTask<ThreadFailed>): Effect.Effect<void> =>
      Effect.flatMap(poolOf, (pool) =>
        Pool.use(pool, (thread) =>
          // Its result is not needed any more: another thread replaces it.
          Effect.catch(runTasks(thread, task, context), () => Pool.invalidate(pool, thread))
        )
      ).pipe(
        Effect.catch((failure) =>
          Effect.sync(() => {
            queue.releaseSlot(task.owner)
            queue.done(task)
            task.complete(failure)
          })
        ),
        Effect.andThen(
          Effect.suspend(() => {
            const next = queue.dequeue()
            return next === undefined ? Effect.void : work(next)
          })
        )
      )

    const begin = (): void => {
      const task = queue.dequeue()
      if (task !== undefined) fork(work(task))
      else fillShortest(context.pipelines)
    }

    const answerOf = <Answer>(
      answer: ThreadAnswer | ThreadFailed
    ): Effect.Effect<Answer, TaskThrew | ThreadFailed> => {
      if (answer instanceof ThreadFailed) return Effect.fail(answer)
      // The boundary of this file: the type of the entry's functions determines the answer.
      if (answer.kind === "done") return Effect.succeed(answer.answer as Answer)
      const detail = answer.kind === "failed" ? answer.detail : "the thread sent an unknown message"
      return Effect.fail(new TaskThrew({ detail }))
    }

    return {
      // Interruption does not end the thread: starting another would cost more than the rest of the
      // task, which the limit bounds.
      run: <Name extends keyof W & string>(
        owner: string,
        name: Name,
        task: Parameters<W[Name]>[0]
      ) =>
        Effect.callback<Awaited<ReturnType<W[Name]>>, TaskThrew | ThreadFailed>((resume) => {
          const entered: PipelineTask<ThreadFailed> = {
            owner,
            order: { name, task },
            complete: (answer) => resume(answerOf(answer))
          }
          if (!queue.enqueue(entered)) {
            resume(Effect.fail(queueIsFull))
            return
          }
          begin()
          return Effect.sync(() => queue.cancel(entered))
        })
    }
  })
