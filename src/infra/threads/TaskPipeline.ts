/**
 * Task pipeline: a thread gets its next task before it has answered the last one. Otherwise it
 * would stop and be woken for each, which costs both sides as much as a small task. Tasks are
 * answered in order, and the time limit of a task counts from the answer before it. When a thread
 * ends, its running task fails and the others return to the queue.
 */
import { Effect } from "effect"
import type { FairQueue } from "./FairQueue.ts"
import type { Order, ThreadAnswer } from "./ThreadEntry.ts"

interface WorkerThread {
  readonly worker: {
    readonly postMessage: (order: Order) => void
    readonly on: (event: "message", listener: (answer: ThreadAnswer) => void) => unknown
    readonly off: (event: "message", listener: (answer: ThreadAnswer) => void) => unknown
  }
  /** Calls the listener when the thread ends; returns the unsubscription. */
  readonly onEnd: (listener: (why: string) => void) => () => void
}

export interface PipelineTask<Failure> {
  readonly owner: string
  readonly order: Order
  /** Called once. */
  readonly complete: (answer: ThreadAnswer | Failure) => void
}

export interface PipelineContext<Failure> {
  readonly queue: FairQueue<PipelineTask<Failure>>
  readonly limitMillis: number
  readonly tooLong: Failure
  readonly gone: (detail: string) => Failure
  /** Tasks in flight at one thread, with the running one. */
  readonly depth: number
  readonly pipelines: Set<Pipeline>
}

interface Pipeline {
  readonly tasks: () => number
  /** Takes further tasks from the queue. */
  readonly fill: () => void
}

/** Without a free slot a new task goes to the thread with the fewest tasks. */
export const fillShortest = (pipelines: ReadonlySet<Pipeline>): void => {
  let least: Pipeline | undefined
  for (const one of pipelines) if (least === undefined || one.tasks() < least.tasks()) least = one
  least?.fill()
}

/**
 * Runs the first task and those after it in its slot; fails if the thread can no longer be used.
 */
export const runTasks = <Failure>(
  { worker, onEnd }: WorkerThread,
  first: PipelineTask<Failure>,
  { queue, limitMillis, tooLong, gone, depth, pipelines }: PipelineContext<Failure>
): Effect.Effect<void, Failure> =>
  Effect.callback((resume) => {
    const inFlight: PipelineTask<Failure>[] = []
    let { owner } = first
    let timer: NodeJS.Timeout | undefined
    let unsubscribe = (): void => {}
    let isOver = false

    const post = (task: PipelineTask<Failure>): void => {
      try {
        worker.postMessage(task.order)
        inFlight.push(task)
      } catch (error) {
        // The task cannot be cloned; the thread did not receive it.
        queue.done(task)
        task.complete({ kind: "failed", detail: `${error}` })
      }
    }
    const fill = (): void => {
      while (inFlight.length > 0 && inFlight.length < depth) {
        const task = queue.dequeueFor(owner)
        if (task === undefined) return
        post(task)
      }
    }
    const self: Pipeline = { fill, tasks: () => inFlight.length }
    const release = (): void => {
      isOver = true
      clearTimeout(timer)
      worker.off("message", onMessage)
      pipelines.delete(self)
      unsubscribe()
    }
    const fail = (failure: Failure): void => {
      const [begun, ...others] = inFlight.splice(0)
      for (const task of others.reverse()) queue.requeue(task)
      release()
      queue.releaseSlot(owner)
      if (begun !== undefined) {
        queue.done(begun)
        begun.complete(failure)
      }
      resume(Effect.fail(failure))
    }
    /** Without a further task of the owner the slot goes to the next owner. */
    const advance = (): void => {
      while (inFlight.length === 0) {
        queue.releaseSlot(owner)
        const task = queue.dequeue()
        if (task === undefined) {
          release()
          resume(Effect.void)
          return
        }
        owner = task.owner
        post(task)
      }
      timer?.refresh()
      fill()
    }
    const onMessage = (answer: ThreadAnswer): void => {
      const task = inFlight.shift()
      if (task === undefined) return
      queue.done(task)
      task.complete(answer)
      advance()
    }

    worker.on("message", onMessage)
    timer = setTimeout(() => fail(tooLong), limitMillis)
    pipelines.add(self)
    post(first)
    // Synchronous if the thread has ended already.
    unsubscribe = onEnd((why) => fail(gone(why)))
    if (!isOver) advance()
    return Effect.sync(() => fail(gone("its caller was interrupted")))
  })
