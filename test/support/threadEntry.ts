/** A thread that follows its orders, for tests of failing threads. */
import { getCompileCacheDir } from "node:module"
import { getHeapSpaceStatistics } from "node:v8"
import { resourceLimits, threadId } from "node:worker_threads"
import { answerTasks, transferring } from "../../src/infra/threads/ThreadEntry.ts"

export type Told =
  | { readonly do: "answer" }
  /** Answers its limits in megabytes, old and young generation. */
  | { readonly do: "tell bounds" }
  /** Answers the megabytes of the young generation after many allocations. */
  | { readonly do: "tell young" }
  /** Answers 1 if it uses the compile cache of its starter. */
  | { readonly do: "tell compiled"; readonly directory: string | undefined }
  | { readonly do: "throw" }
  | { readonly do: "exit" }
  | { readonly do: "crash" }
  | { readonly do: "hang" }
  | { readonly do: "hoard" }
  /** Answers, and dies while idle. */
  | { readonly do: "die later" }
  /** Sets the second number, and waits until the other side sets the first. */
  | { readonly do: "wait"; readonly gate: Int32Array }

const obey = async (task: Told): Promise<number> => {
  switch (task.do) {
    case "tell bounds": {
      const { maxOldGenerationSizeMb = 0, maxYoungGenerationSizeMb = 0 } = resourceLimits
      return maxOldGenerationSizeMb + maxYoungGenerationSizeMb
    }
    case "tell young": {
      let some: object[] = []
      for (let index = 0; index < 3_000_000; index++) {
        if (index % 30_000 === 0) some = []
        some.push({ index })
      }
      const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")
      return (young?.space_size ?? 0) / 1024 / 1024
    }
    case "tell compiled":
      return getCompileCacheDir() === task.directory ? 1 : 0
    case "throw":
      throw new Error("as answer")
    case "exit":
      return process.exit(3)
    case "crash":
      setImmediate(() => {
        throw new Error("outside of any task")
      })
      return await new Promise(() => {})
    case "hang":
      for (;;) Math.random()
    case "hoard": {
      const kept: string[][] = []
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => `${kept.length}-${index}`))
    }
    case "die later":
      setTimeout(() => {
        throw new Error("while idle")
      }, 5)
      return threadId
    case "wait":
      Atomics.store(task.gate, 1, 1)
      Atomics.wait(task.gate, 0, 0)
      return threadId
    case "answer":
      return threadId
  }
}

let last = new Uint8Array(0)

const hand = (length: number) => {
  last = new Uint8Array(length).fill(7)
  return transferring({ bytes: last, length }, last)
}

/** Bytes of its last answer that it still has. */
const handed = (_: null): number => last.byteLength

const works = { obey, hand, handed }
export type TestWorks = typeof works

answerTasks(works)
