/** Task pipeline of a thread: no task is lost or repeated, whatever happens to the thread. */
import { EventEmitter } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import { makeFairQueue } from "../../../src/infra/threads/FairQueue.ts"
import {
  fillShortest,
  type PipelineContext,
  type PipelineTask,
  runTasks
} from "../../../src/infra/threads/TaskPipeline.ts"
import type { Order, ThreadAnswer } from "../../../src/infra/threads/ThreadEntry.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

/** A thread that answers on demand. */
const makeThread = () => {
  const worker = new EventEmitter()
  const posted: string[] = []
  let end: (why: string) => void = () => {}
  return {
    posted,
    end: (why: string) => end(why),
    answer: (answer: string): void => {
      const message: ThreadAnswer = { kind: "done", answer }
      worker.emit("message", message)
    },
    served: {
      worker: Object.assign(worker, {
        postMessage: ({ name }: Order): void => {
          if (name.endsWith("!")) throw new Error("cannot be copied")
          posted.push(name)
        }
      }),
      onEnd: (listener: (why: string) => void) => {
        end = listener
        return () => {
          end = () => {}
        }
      }
    }
  }
}

const setUp = (depth: number) => {
  const answers: string[] = []
  const context: PipelineContext<string> = {
    queue: makeFairQueue<PipelineTask<string>>({ most: 2, perOwner: 9 }),
    limitMillis: 1000,
    tooLong: "too long",
    gone: (detail) => `gone: ${detail}`,
    depth,
    pipelines: new Set()
  }
  const enter = (name: string): void => {
    const complete: PipelineTask<string>["complete"] = (answer) => {
      const said = typeof answer === "string" ? answer : answer.kind === "done" ? answer.answer : ""
      answers.push(`${name}: ${said}`)
    }
    context.queue.enqueue({ owner: name.slice(0, 1), order: { name, task: null }, complete })
    fillShortest(context.pipelines)
  }
  /** Runs the next task and those after it; returns how the thread ended. */
  const begin = ({ served }: ReturnType<typeof makeThread>) => {
    const first = context.queue.dequeue()
    if (first === undefined) return assert.fail("no task waits")
    const ended: string[] = []
    Effect.runCallback(runTasks(served, first, context), {
      onExit: (exit) => void ended.push(Exit.isSuccess(exit) ? "idle" : "of no use")
    })
    return ended
  }
  return { context, answers, enter, begin }
}

describe("a pipeline of tasks", () => {
  it("has up to its depth of tasks in flight, answers in order, and ends without any", () => {
    const { enter, begin, answers } = setUp(3)
    const thread = makeThread()
    for (const name of ["a1", "a2"]) enter(name)
    const ended = begin(thread)
    assert.deepStrictEqual(thread.posted, ["a1", "a2"])
    for (const name of ["a3", "a4"]) enter(name)
    assert.deepStrictEqual(thread.posted, ["a1", "a2", "a3"])
    thread.answer("1")
    assert.deepStrictEqual(thread.posted, ["a1", "a2", "a3", "a4"])
    for (const answer of ["2", "3", "4"]) thread.answer(answer)
    assert.deepStrictEqual(answers, ["a1: 1", "a2: 2", "a3: 3", "a4: 4"])
    assert.deepStrictEqual(ended, ["idle"])
  })

  it("continues with another owner as soon as one waits", () => {
    const { enter, begin } = setUp(3)
    const [thread, other] = [makeThread(), makeThread()]
    for (const name of ["a1", "b1"]) enter(name)
    begin(thread)
    begin(other)
    for (const name of ["c1", "a2", "a3"]) enter(name)
    assert.deepStrictEqual(thread.posted, ["a1"])
    thread.answer("1")
    assert.deepStrictEqual(thread.posted, ["a1", "c1"])
  })

  it("whose thread ends fails the running task; another thread runs the others in order", () => {
    const { enter, begin, answers } = setUp(3)
    const [thread, other] = [makeThread(), makeThread()]
    for (const name of ["a1", "a2", "a3"]) enter(name)
    const ended = begin(thread)
    thread.end("code 3")
    assert.deepStrictEqual(answers, ["a1: gone: code 3"])
    assert.deepStrictEqual(ended, ["of no use"])
    begin(other)
    assert.deepStrictEqual(other.posted, ["a2", "a3"])
    other.answer("2")
    other.answer("3")
    assert.deepStrictEqual(answers.slice(1), ["a2: 2", "a3: 3"])
  })

  it("whose thread ended before it began fails its first task alone", () => {
    const { enter, begin, answers, context } = setUp(2)
    const { served, ...thread } = makeThread()
    for (const name of ["a1", "a2"]) enter(name)
    const onEnd = (listener: (why: string) => void) => {
      listener("code 1")
      return () => {}
    }
    assert.deepStrictEqual(begin({ ...thread, served: { ...served, onEnd } }), ["of no use"])
    assert.deepStrictEqual(answers, ["a1: gone: code 1"])
    assert.strictEqual(context.queue.dequeue()?.order.name, "a2")
  })

  it("continues after a task that cannot be sent", () => {
    const { context, enter, begin, answers } = setUp(2)
    const [thread, other] = [makeThread(), makeThread()]
    for (const name of ["a!", "a2", "b!"]) enter(name)
    const ended = begin(thread)
    assert.deepStrictEqual(thread.posted, ["a2"])
    assert.deepStrictEqual(answers, ["a!: ", "b!: "])
    thread.answer("2")
    assert.deepStrictEqual(ended, ["idle"])
    enter("a!")
    assert.deepStrictEqual(begin(other), ["idle"])
    assert.strictEqual(context.pipelines.size, 0)
    // Both slots are free.
    for (const name of ["a3", "b3"]) enter(name)
    assert.strictEqual(context.queue.dequeue()?.order.name, "a3")
    assert.strictEqual(context.queue.dequeue()?.order.name, "b3")
  })

  it("counts the time limit of a task from the answer before it", () => {
    const { enter, begin, answers } = setUp(2)
    const thread = makeThread()
    for (const name of ["a1", "a2"]) enter(name)
    const ended = begin(thread)
    vi.advanceTimersByTime(900)
    thread.answer("1")
    vi.advanceTimersByTime(900)
    assert.deepStrictEqual(answers, ["a1: 1"])
    vi.advanceTimersByTime(200)
    assert.deepStrictEqual(answers, ["a1: 1", "a2: too long"])
    assert.deepStrictEqual(ended, ["of no use"])
  })
})
