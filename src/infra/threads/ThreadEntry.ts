/**
 * Entry of a worker thread: reports that it is ready, then answers one task after the other. A task
 * that throws is answered with its error; the thread lives on.
 */
import { parentPort } from "node:worker_threads"

/** Functions of a thread by name. */
export type Works = Readonly<Record<string, (task: never) => unknown>>

/** The task of a thread. */
export interface Order {
  readonly name: string
  readonly task: unknown
}

/** Messages from a thread to its owner. */
export type ThreadAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "failed"; readonly detail: string }

const inFlight = new WeakMap<object, ReadonlyArray<ArrayBuffer>>()

/**
 * Transfers these bytes of the answer instead of copying them. Each must own its whole memory,
 * which buffers from Node often do not.
 */
export const transferring = <Answer extends object>(
  answer: Answer,
  ...bytes: ReadonlyArray<Uint8Array<ArrayBuffer>>
): Answer => {
  inFlight.set(
    answer,
    bytes.map(({ buffer }) => buffer)
  )
  return answer
}

const givenWith = (answer: unknown): ReadonlyArray<ArrayBuffer> =>
  typeof answer === "object" && answer !== null ? (inFlight.get(answer) ?? []) : []

export const answerTasks = (works: Works): void => {
  const port = parentPort
  if (port === null) throw new Error("This module is the entry of a worker thread")
  const post = (answer: ThreadAnswer, handed: ReadonlyArray<ArrayBuffer> = []): void =>
    port.postMessage(answer, [...handed])
  port.on("message", async ({ name, task }: Order) => {
    try {
      // The boundary of this file: `Threads.run` checks names and tasks.
      const work = works[name] as (task: unknown) => unknown
      const answer = await work(task)
      post({ kind: "done", answer }, givenWith(answer))
    } catch (error) {
      post({
        kind: "failed",
        detail: error instanceof Error ? (error.stack ?? error.message) : String(error)
      })
    }
  })
  post({ kind: "ready" })
}
