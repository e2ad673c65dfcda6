/** A thread has what follows at hand, and what becomes of it does not lose or repeat a task. */
import { EventEmitter } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import { fillLeast, type Serving, serve, type Task } from "../../../src/infra/threads/Serving.ts"
import type { Order, ThreadAnswer } from "../../../src/infra/threads/ThreadEntry.ts"
import { makeTurns } from "../../../src/infra/threads/Turns.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
afterEach(() => void vi.useRealTimers())

/** A thread that answers when it is told to. */
const makeThread = () => {
  const worker = new EventEmitter()
  const posted: string[] = []
  let end: (why: string) => void = () => {}
  return {
    posted,
    end: (why: string) => end(why),
    answer: (answer: string): void => {
      const told: ThreadAnswer = { kind: "done", answer }
      worker.emit("message", told)
    },
    served: {
      worker: Object.assign(worker, {
        postMessage: ({ name }: Order): void => {
          if (name.endsWith("!")) throw new Error("cannot be copied")
          posted.push(name)
        }
      }),
      whenEnded: (tell: (why: string) => void) => {
        end = tell
        return () => {
          end = () => {}
        }
      }
    }
  }
}

const setUp = (atHand: number) => {
  const told: string[] = []
  const serving: Serving<string> = {
    turns: makeTurns<Task<string>>({ most: 2, perOwner: 9 }),
    limitMillis: 1000,
    tooLong: "too long",
    gone: (detail) => `gone: ${detail}`,
    atHand,
    busy: new Set()
  }
  const enter = (name: string): void => {
    const tell: Task<string>["tell"] = (answer) => {
      const said = typeof answer === "string" ? answer : answer.kind === "done" ? answer.answer : ""
      told.push(`${name}: ${said}`)
    }
    serving.turns.enter({ owner: name.slice(0, 1), order: { name, task: null }, tell })
    fillLeast(serving.busy)
  }
  /** Serves whoever is next, and says how it ended. */
  const begin = ({ served }: ReturnType<typeof makeThread>) => {
    const first = serving.turns.next()
    if (first === undefined) return assert.fail("nobody is next")
    const ended: string[] = []
    Effect.runCallback(serve(served, first, serving), {
      onExit: (exit) => void ended.push(Exit.isSuccess(exit) ? "idle" : "of no use")
    })
    return ended
  }
  return { serving, told, enter, begin }
}

describe("a thread at work", () => {
  it("has so many tasks at hand, answers them in order, and ends without any", () => {
    const { enter, begin, told } = setUp(3)
    const thread = makeThread()
    for (const name of ["a1", "a2"]) enter(name)
    const ended = begin(thread)
    assert.deepStrictEqual(thread.posted, ["a1", "a2"])
    for (const name of ["a3", "a4"]) enter(name)
    assert.deepStrictEqual(thread.posted, ["a1", "a2", "a3"])
    thread.answer("1")
    assert.deepStrictEqual(thread.posted, ["a1", "a2", "a3", "a4"])
    for (const answer of ["2", "3", "4"]) thread.answer(answer)
    assert.deepStrictEqual(told, ["a1: 1", "a2: 2", "a3: 3", "a4: 4"])
    assert.deepStrictEqual(ended, ["idle"])
  })

  it("goes on with somebody else as soon as they wait", () => {
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

  it("that ends fails what it had begun; the rest is for another one, in order", () => {
    const { enter, begin, told } = setUp(3)
    const [thread, other] = [makeThread(), makeThread()]
    for (const name of ["a1", "a2", "a3"]) enter(name)
    const ended = begin(thread)
    thread.end("code 3")
    assert.deepStrictEqual(told, ["a1: gone: code 3"])
    assert.deepStrictEqual(ended, ["of no use"])
    begin(other)
    assert.deepStrictEqual(other.posted, ["a2", "a3"])
    other.answer("2")
    other.answer("3")
    assert.deepStrictEqual(told.slice(1), ["a2: 2", "a3: 3"])
  })

  it("that is gone before it begins fails its first task alone", () => {
    const { enter, begin, told, serving } = setUp(2)
    const { served, ...thread } = makeThread()
    for (const name of ["a1", "a2"]) enter(name)
    const whenEnded = (tell: (why: string) => void) => {
      tell("code 1")
      return () => {}
    }
    assert.deepStrictEqual(begin({ ...thread, served: { ...served, whenEnded } }), ["of no use"])
    assert.deepStrictEqual(told, ["a1: gone: code 1"])
    assert.strictEqual(serving.turns.next()?.order.name, "a2")
  })

  it("goes on after a task that cannot be sent to it", () => {
    const { serving, enter, begin, told } = setUp(2)
    const [thread, other] = [makeThread(), makeThread()]
    for (const name of ["a!", "a2", "b!"]) enter(name)
    const ended = begin(thread)
    assert.deepStrictEqual(thread.posted, ["a2"])
    assert.deepStrictEqual(told, ["a!: ", "b!: "])
    thread.answer("2")
    assert.deepStrictEqual(ended, ["idle"])
    enter("a!")
    assert.deepStrictEqual(begin(other), ["idle"])
    assert.strictEqual(serving.busy.size, 0)
    // Both places are left.
    for (const name of ["a3", "b3"]) enter(name)
    assert.strictEqual(serving.turns.next()?.order.name, "a3")
    assert.strictEqual(serving.turns.next()?.order.name, "b3")
  })

  it("has its time for each task from the answer before it", () => {
    const { enter, begin, told } = setUp(2)
    const thread = makeThread()
    for (const name of ["a1", "a2"]) enter(name)
    const ended = begin(thread)
    vi.advanceTimersByTime(900)
    thread.answer("1")
    vi.advanceTimersByTime(900)
    assert.deepStrictEqual(told, ["a1: 1"])
    vi.advanceTimersByTime(200)
    assert.deepStrictEqual(told, ["a1: 1", "a2: too long"])
    assert.deepStrictEqual(ended, ["of no use"])
  })
})
