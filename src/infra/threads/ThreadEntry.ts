/**
 * The side of a worker thread: says that it is ready, then answers one task after the other. A task
 * that throws is answered with what it said; the thread lives on. Called by the thread's entry alone.
 */
import { parentPort } from "node:worker_threads"

/** What a thread can do, by name: each takes one task and answers it. */
export type Works = Readonly<Record<string, (task: never) => unknown>>

/** The task of a thread. */
export interface Order {
  readonly name: string
  readonly task: unknown
}

/** What a thread tells its owner. */
export type ThreadAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "failed"; readonly detail: string }

const given = new WeakMap<object, ReadonlyArray<ArrayBuffer>>()

/**
 * Says that these bytes of the answer are handed over: they are not copied, and the thread has them no more. Each has
 * its memory to itself, which those that come from Node often have not.
 */
export const handingOver = <Answer extends object>(
  answer: Answer,
  ...bytes: ReadonlyArray<Uint8Array<ArrayBuffer>>
): Answer => {
  given.set(
    answer,
    bytes.map(({ buffer }) => buffer)
  )
  return answer
}

const givenWith = (answer: unknown): ReadonlyArray<ArrayBuffer> =>
  typeof answer === "object" && answer !== null ? (given.get(answer) ?? []) : []

export const answerTasks = (works: Works): void => {
  const port = parentPort
  if (port === null) throw new Error("This module is the entry of a worker thread")
  const tell = (told: ThreadAnswer, handed: ReadonlyArray<ArrayBuffer> = []): void =>
    port.postMessage(told, [...handed])
  port.on("message", async ({ name, task }: Order) => {
    try {
      // The boundary of this file: names and tasks are checked where the order is given.
      const work = works[name] as (task: unknown) => unknown
      const answer = await work(task)
      tell({ kind: "done", answer }, givenWith(answer))
    } catch (error) {
      tell({
        kind: "failed",
        detail: error instanceof Error ? (error.stack ?? error.message) : String(error)
      })
    }
  })
  tell({ kind: "ready" })
}
