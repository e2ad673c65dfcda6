/** The end of a thread is a failed task, never the end of the process or of other tasks. */
import { enableCompileCache, getCompileCacheDir } from "node:module"
import { queryObjects, setFlagsFromString } from "node:v8"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Logger, Scope } from "effect"
import { makeFairQueue } from "../../../src/infra/threads/FairQueue.ts"
import { makeThreads, type ThreadsOptions } from "../../../src/infra/threads/Threads.ts"
import { temporaryDirectory } from "../../support/process.ts"
import type { TestWorks, Told } from "../../support/threadEntry.ts"

const entry = new URL("../../support/threadEntry.ts", import.meta.url)

const options: ThreadsOptions = {
  entry,
  minThreads: 1,
  most: 2,
  limit: Duration.seconds(60),
  heapMegabytes: 32,
  perOwner: 8
}

const threadsOf = (change: Partial<ThreadsOptions> = {}) =>
  Effect.map(makeThreads<TestWorks>({ ...options, ...change }), ({ run }) => ({
    run: (owner: string, task: Told) => run(owner, "obey", task)
  }))

/** Yields until the condition holds. */
const until = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() =>
    condition()
      ? Effect.void
      : Effect.andThen(
          Effect.promise(() => new Promise((resolve) => setImmediate(resolve))),
          until(condition)
        )
  )

const gateOf = () => new Int32Array(new SharedArrayBuffer(8))
const open = (gate: Int32Array): void => {
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
}

describe("threads", () => {
  it.live("a task that throws fails alone: its thread lives on", () =>
    Effect.gen(function* () {
      const { run } = yield* threadsOf({ most: 1 })
      const before = yield* run("a", { do: "answer" })
      const error = yield* Effect.flip(run("a", { do: "throw" }))
      assert.strictEqual(error._tag, "TaskThrew")
      assert.include(error.detail, "as answer")
      assert.strictEqual(yield* run("a", { do: "answer" }), before)
    }).pipe(Effect.scoped)
  )

  it.live("the first task starts the first thread, which later tasks share", () =>
    Effect.gen(function* () {
      const started: unknown[] = []
      const note = (worker: unknown) => started.push(worker)
      process.on("worker", note)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.off("worker", note)))
      const { run } = yield* threadsOf({ most: 1 })
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.lengthOf(started, 0)
      const first = yield* run("a", { do: "answer" })
      assert.strictEqual(yield* run("b", { do: "answer" }), first)
      assert.lengthOf(started, 1)
    }).pipe(Effect.scoped)
  )

  it.live("a thread has a bound for each generation of its heap", () =>
    Effect.gen(function* () {
      const { run } = yield* threadsOf({ heapMegabytes: 48 })
      assert.strictEqual(yield* run("a", { do: "tell bounds" }), 48 + 6)
    }).pipe(Effect.scoped)
  )

  it.live("a flag for the main thread does not change the bound of a worker", () =>
    Effect.gen(function* () {
      setFlagsFromString("--max-semi-space-size=8")
      const { run } = yield* threadsOf()
      assert.isAtMost(yield* run("a", { do: "tell young" }), 8)
    }).pipe(Effect.scoped)
  )

  it.live("a thread uses the compile cache of its starter", () =>
    Effect.gen(function* () {
      const home = yield* Effect.acquireRelease(Effect.promise(temporaryDirectory), (made) =>
        Effect.promise(made.remove)
      )
      enableCompileCache(home.path)
      const directory = getCompileCacheDir()
      assert.isDefined(directory)
      const { run } = yield* threadsOf()
      assert.strictEqual(yield* run("a", { do: "tell compiled", directory }), 1)
    }).pipe(Effect.scoped)
  )

  it.live("a task leaves no listener at its thread", () =>
    Effect.gen(function* () {
      const { run } = yield* threadsOf({ most: 1 })
      const { constructor } = yield* Effect.forkScoped(Effect.void)
      const fibers = () => queryObjects(constructor, { format: "count" })
      yield* run("a", { do: "answer" })
      const before = fibers()
      for (let task = 0; task < 100; task++) yield* run("a", { do: "answer" })
      assert.isBelow(fibers() - before, 50)
    }).pipe(Effect.scoped)
  )

  it.live("transferred bytes arrive, and the thread has no copy", () =>
    Effect.gen(function* () {
      const { run } = yield* makeThreads<TestWorks>({ ...options, most: 1 })
      const { bytes, length } = yield* run("a", "hand", 20_000)
      assert.strictEqual(length, 20_000)
      assert.deepStrictEqual(bytes, new Uint8Array(20_000).fill(7))
      assert.strictEqual(yield* run("a", "handed", null), 0)
    }).pipe(Effect.scoped)
  )

  it.live("a thread that exits, crashes or uses up its memory fails its task and is replaced", () =>
    Effect.gen(function* () {
      const { run } = yield* threadsOf({ most: 1 })
      let last = yield* run("a", { do: "answer" })
      for (const [what, because, detail] of [
        ["exit", "fault", "code 3"],
        ["crash", "fault", "outside of any task"],
        ["hoard", "size", "memory limit"]
      ] as const) {
        const error = yield* Effect.flip(run("a", { do: what }))
        assert.deepInclude(error, { _tag: "ThreadFailed", because })
        if (error._tag !== "ThreadFailed") return
        assert.include(error.detail, detail)
        const next = yield* run("a", { do: "answer" })
        assert.notStrictEqual(next, last)
        last = next
      }
    }).pipe(Effect.scoped)
  )

  it.live("a task that takes too long is ended with its thread, which is replaced", () =>
    Effect.gen(function* () {
      const { run } = yield* threadsOf({ most: 1, limit: Duration.seconds(2) })
      const error = yield* Effect.flip(run("a", { do: "hang" }))
      assert.deepInclude(error, {
        _tag: "ThreadFailed",
        because: "size",
        reason: "it took longer than 2 seconds"
      })
      assert.isNumber(yield* run("a", { do: "answer" }))
    }).pipe(Effect.scoped)
  )

  it.live("a thread that dies while idle is logged and replaced", () => {
    const logged: unknown[] = []
    const logger = Logger.make(({ message }) => {
      logged.push(message)
    })
    return Effect.gen(function* () {
      const { run } = yield* threadsOf({ most: 1 })
      const before = yield* run("a", { do: "die later" })
      yield* until(() => logged.length > 0)
      assert.deepStrictEqual(logged[0], [
        "a worker thread ended unexpectedly",
        { detail: "while idle" }
      ])
      assert.notStrictEqual(yield* run("a", { do: "answer" }), before)
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([logger])))
  })

  it.live("if no thread can start, each task fails and none waits for ever", () =>
    Effect.gen(function* () {
      const { run } = yield* threadsOf({ entry: new URL("../noSuchThread.ts", import.meta.url) })
      for (let time = 0; time < 3; time++) {
        const error = yield* Effect.flip(run("a", { do: "answer" }))
        assert.deepInclude(error, {
          _tag: "ThreadFailed",
          reason: "no thread could be started"
        })
      }
    }).pipe(Effect.scoped)
  )

  it.live("an owner with many tasks leaves a thread to the others", () =>
    Effect.gen(function* () {
      const { run } = yield* threadsOf()
      const gate = gateOf()
      const busy = yield* Effect.forkChild(
        Effect.all([run("a", { do: "wait", gate }), run("a", { do: "wait", gate })], {
          concurrency: "unbounded"
        })
      )
      yield* until(() => Atomics.load(gate, 1) === 1)
      assert.isNumber(yield* run("b", { do: "answer" }))
      open(gate)
      assert.lengthOf(yield* Fiber.join(busy), 2)
    }).pipe(Effect.scoped)
  )

  it.live("a stop ends waiting tasks", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { run } = yield* Scope.provide(threadsOf({ most: 1 }), scope)
      const gate = gateOf()
      const waiting = ["a", "a", "b"].map((owner) =>
        Effect.forkChild(Effect.flip(run(owner, { do: "wait", gate })), { startImmediately: true })
      )
      const fibers = yield* Effect.all(waiting)
      yield* until(() => Atomics.load(gate, 1) === 1)
      yield* Scope.close(scope, Exit.void)
      for (const fiber of fibers) {
        assert.strictEqual((yield* Fiber.join(fiber))._tag, "ThreadFailed")
      }
    })
  )

  it.live("an interrupted caller ends no thread", () =>
    Effect.gen(function* () {
      const { run } = yield* threadsOf({ most: 1 })
      const before = yield* run("a", { do: "answer" })
      const gate = gateOf()
      const left = yield* Effect.forkChild(run("a", { do: "wait", gate }))
      yield* until(() => Atomics.load(gate, 1) === 1)
      const leaving = yield* Effect.forkChild(Fiber.interrupt(left))
      open(gate)
      yield* Fiber.join(leaving)
      assert.strictEqual(yield* run("a", { do: "answer" }), before)
    }).pipe(Effect.scoped)
  )
})

describe("a fair queue", () => {
  it("takes turns between owners, whose lanes are bounded", () => {
    const queue = makeFairQueue<{ owner: string; name: string }>({ most: 1, perOwner: 3 })
    const names = ["a1", "a2", "a3", "a4", "b1", "c1"]
    const results = names.map((name) => queue.enqueue({ owner: name.slice(0, 1), name }))
    assert.deepStrictEqual(results, [true, true, true, false, true, true])
    const done: string[] = []
    for (let task = queue.dequeue(); task !== undefined; task = queue.dequeue()) {
      assert.isUndefined(queue.dequeue())
      done.push(task.name)
      queue.done(task)
      queue.releaseSlot(task.owner)
    }
    assert.isBelow(done.indexOf("b1"), done.indexOf("a3"))
    assert.isBelow(done.indexOf("c1"), done.indexOf("a3"))
    assert.notInclude(done, "a4")
    assert.sameMembers(done, ["a1", "a2", "a3", "b1", "c1"])
    assert.isTrue(queue.enqueue({ owner: "a", name: "again" }))
    assert.strictEqual(queue.dequeue()?.name, "again")
  })

  it("gives a slot further tasks of its owner while no other owner waits", () => {
    const queue = makeFairQueue<{ owner: string; name: string }>({ most: 2, perOwner: 9 })
    const [a1, a2, a3, b1] = ["a1", "a2", "a3", "b1"].map((name) => ({
      owner: name.slice(0, 1),
      name
    }))
    if (!a1 || !a2 || !a3 || !b1) return assert.fail()
    for (const task of [a1, a2, a3]) queue.enqueue(task)
    assert.strictEqual(queue.dequeue(), a1)
    // One slot is for others.
    assert.isUndefined(queue.dequeue())
    assert.strictEqual(queue.dequeueFor("a"), a2)
    queue.enqueue(b1)
    assert.isUndefined(queue.dequeueFor("a"))
    queue.requeue(a2)
    assert.strictEqual(queue.dequeue(), b1)
    assert.isUndefined(queue.dequeueFor("b"))
    queue.done(a1)
    queue.releaseSlot("a")
    assert.strictEqual(queue.dequeue(), a2)
    assert.isTrue(queue.cancel(a3))
    assert.isFalse(queue.cancel(a3))
    assert.isUndefined(queue.dequeueFor("a"))
  })
})
