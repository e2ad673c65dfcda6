/**
 * Work that takes a core for a while, on worker threads. A task has a time limit, after which its
 * thread is ended and replaced; a thread's memory is bounded; whatever becomes of a thread is a failed
 * task or a line in the log, never the end of the process. Workspaces take turns: one may wait in line
 * and use all threads but one, so nobody waits for long behind somebody else's work.
 */
import { getCompileCacheDir } from "node:module"
import { dirname, extname } from "node:path"
import { setFlagsFromString } from "node:v8"
import { Worker } from "node:worker_threads"
import { Data, Duration, Effect, FiberSet, Pool, Scope } from "effect"
import { fillLeast, type Serving, serve, type Task } from "./Serving.ts"
import type { ThreadAnswer, Works } from "./ThreadEntry.ts"
import { makeTurns } from "./Turns.ts"

/** The task itself threw; its thread is none the worse for it. */
export class TaskThrew extends Data.TaggedError("TaskThrew")<{ readonly detail: string }> {}

/**
 * The reason may be shown to people; the detail is for the log. `size`: the task exceeds its bound
 * of time or memory. `busy`: too many of its owner's tasks are waiting. `fault`: neither the task
 * nor its owner is the cause.
 */
export class ThreadFailed extends Data.TaggedError("ThreadFailed")<{
  readonly because: "size" | "busy" | "fault"
  readonly reason: string
  readonly detail?: string
}> {}

export interface ThreadsOptions {
  /** The module that calls `answerTasks`. */
  readonly entry: URL
  /** How many threads are kept while there is nothing to do, once there was something. */
  readonly keep: number
  readonly most: number
  /** From the moment at which a thread takes the task. */
  readonly limit: Duration.Duration
  /** Of what V8 manages; buffers outside its heap are bounded by what a task may ask for. */
  readonly heapMegabytes: number
  /** How many tasks of one owner may be waiting or running. */
  readonly perOwner: number
  /**
   * How many tasks of one owner a thread has at a time while nobody else waits: one, unless told. More are for tasks
   * so small that to stop and be woken costs as much.
   */
  readonly atHand?: number
}

export interface Threads<W extends Works> {
  readonly run: <Name extends keyof W & string>(
    owner: string,
    name: Name,
    task: Parameters<W[Name]>[0]
  ) => Effect.Effect<Awaited<ReturnType<W[Name]>>, TaskThrew | ThreadFailed>
}

interface Thread {
  readonly worker: Worker
  /** Answers once the thread is gone, with why. Only for what lives as long: see `whenEnded`. */
  readonly ended: Promise<string>
  /** Calls when the thread is gone, until told to let it be. What is done keeps nothing at its thread. */
  readonly whenEnded: (tell: (why: string) => void) => () => void
}

/** The module of that name in the same folder: its ending is that of the sources or that of the package. */
export const moduleBeside = (module: string, name: string): URL =>
  new URL(`./${name}${extname(module)}`, module)

/** A promise keeps whatever waits for it, and a thread lives on after a task. */
const makeWhenEnded = (ended: Promise<string>): Thread["whenEnded"] => {
  const waiting = new Set<(why: string) => void>()
  let gone: string | undefined
  void ended.then((why) => {
    gone = why
    for (const tell of waiting) tell(why)
    waiting.clear()
  })
  return (tell) => {
    if (gone === undefined) waiting.add(tell)
    else tell(gone)
    return () => void waiting.delete(tell)
  }
}

/**
 * For what is new, of which a task leaves little behind. A flag of the process stands above it, which is
 * for the thread that serves: that has its size by the time of a first task.
 */
const youngMegabytes = 6
const withoutFlag = "--max-semi-space-size=0"

/**
 * Without the environment: a thread that reads other people's files needs no secret. What is kept of compiled
 * modules does not reach it by itself: each would load Node's compiler of TypeScript and compile anew.
 */
const threadEnvironment = (): Record<string, string> => {
  const compiled = getCompileCacheDir()
  return compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) }
}

/** Starting is parsing modules; whatever takes longer than this will not come. */
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
      return { worker, ended, whenEnded: makeWhenEnded(ended) }
    },
    catch: (error) => notStarted(`${error}`)
  })

const stopThread = ({ worker }: Thread) => Effect.promise(() => worker.terminate())

/** The next thing that the thread tells; fails where it ends instead. */
const nextTold = ({ worker, whenEnded }: Thread): Effect.Effect<ThreadAnswer, string> =>
  Effect.callback((resume) => {
    const letBe = whenEnded((why) => resume(Effect.fail(why)))
    const onMessage = (told: ThreadAnswer) => {
      letBe()
      resume(Effect.succeed(told))
    }
    worker.once("message", onMessage)
    return Effect.sync(() => {
      letBe()
      worker.off("message", onMessage)
    })
  })

const makePool = (options: ThreadsOptions) =>
  Effect.gen(function* () {
    const start = Effect.gen(function* () {
      const thread = yield* Effect.acquireRelease(startThread(options), stopThread)
      yield* nextTold(thread).pipe(
        Effect.timeoutOrElse({
          duration: startLimit,
          orElse: () => Effect.fail("it did not get ready")
        }),
        Effect.mapError(notStarted)
      )
      // One that dies while nobody uses it is taken out, so that nobody is given it.
      const watched = Effect.promise(() => thread.ended).pipe(
        Effect.tap((detail) => Effect.logWarning("A thread ended by itself", { detail })),
        Effect.andThen(Effect.suspend(() => Pool.invalidate(pool, thread)))
      )
      yield* Effect.forkScoped(watched)
      return thread
    }).pipe(
      Effect.tapError(({ reason, detail }) =>
        Effect.logWarning("A thread could not be started", { reason, detail })
      )
    )
    const pool: Pool.Pool<Thread, ThreadFailed> = yield* Pool.makeWithTTL({
      acquire: start,
      min: options.keep,
      max: options.most,
      timeToLive: "1 minute"
    })
    return pool
  })

export const makeThreads = <W extends Works>(
  options: ThreadsOptions
): Effect.Effect<Threads<W>, never, Scope.Scope> =>
  Effect.gen(function* () {
    // Of its own, made before whatever works: threads are stopped when nobody uses them any more.
    const scope = yield* Scope.fork(yield* Scope.Scope)
    // A process that never has such work has no thread, which takes 40 MiB and more.
    const poolOf = yield* Effect.cached(Scope.provide(makePool(options), scope))
    const lineIsFull = new ThreadFailed({
      because: "busy",
      reason: "too many are waiting already"
    })
    const turns = makeTurns<Task<ThreadFailed>>(options)
    // After all that is at work has been stopped: nobody waits for a turn that never comes.
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        for (let task = turns.next(); task !== undefined; task = turns.next()) {
          turns.leavePlace(task.owner)
          turns.done(task)
          task.tell(new ThreadFailed({ because: "fault", reason: "the threads are stopped" }))
        }
      })
    )
    const fork = yield* FiberSet.makeRuntime<never>()
    const serving: Serving<ThreadFailed> = {
      turns,
      busy: new Set(),
      atHand: options.atHand ?? 1,
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

    /** A thread for the task, and then for whoever is next. */
    const work = (task: Task<ThreadFailed>): Effect.Effect<void> =>
      Effect.flatMap(poolOf, (pool) =>
        Pool.use(pool, (thread) =>
          // Whatever it does now is of no use: its place is for another thread.
          Effect.catch(serve(thread, task, serving), () => Pool.invalidate(pool, thread))
        )
      ).pipe(
        Effect.catch((failure) =>
          Effect.sync(() => {
            turns.leavePlace(task.owner)
            turns.done(task)
            task.tell(failure)
          })
        ),
        Effect.andThen(
          Effect.suspend(() => {
            const next = turns.next()
            return next === undefined ? Effect.void : work(next)
          })
        )
      )

    const begin = (): void => {
      const task = turns.next()
      if (task !== undefined) fork(work(task))
      else fillLeast(serving.busy)
    }

    const answerOf = <Answer>(
      told: ThreadAnswer | ThreadFailed
    ): Effect.Effect<Answer, TaskThrew | ThreadFailed> => {
      if (told instanceof ThreadFailed) return Effect.fail(told)
      // The boundary of this file: the type of the entry's works says what is answered.
      if (told.kind === "done") return Effect.succeed(told.answer as Answer)
      const detail = told.kind === "failed" ? told.detail : "the thread said something else"
      return Effect.fail(new TaskThrew({ detail }))
    }

    return {
      // Who stops waiting does not end the thread: starting another would cost more than the rest of
      // the task, which the limit bounds.
      run: <Name extends keyof W & string>(
        owner: string,
        name: Name,
        task: Parameters<W[Name]>[0]
      ) =>
        Effect.callback<Awaited<ReturnType<W[Name]>>, TaskThrew | ThreadFailed>((resume) => {
          const entered: Task<ThreadFailed> = {
            owner,
            order: { name, task },
            tell: (told) => resume(answerOf(told))
          }
          if (!turns.enter(entered)) {
            resume(Effect.fail(lineIsFull))
            return
          }
          begin()
          return Effect.sync(() => turns.giveUp(entered))
        })
    }
  })
