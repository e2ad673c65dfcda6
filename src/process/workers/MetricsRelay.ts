/**
 * How processes on one port come to each other's metrics: the one that looks after them passes questions and answers
 * on, and keeps nothing.
 */
import cluster from "node:cluster"
import { Predicate } from "effect"

export type Message =
  | { readonly metrics: "ask"; readonly question: number }
  | { readonly metrics: "expect"; readonly question: number; readonly answers: number }
  | { readonly metrics: "tell"; readonly question: number; readonly asker: number }
  | {
      readonly metrics: "told"
      readonly question: number
      readonly asker: number
      readonly text: string
    }

/** Only these processes write there; other messages have other keys. */
export const isMessage = (message: unknown): message is Message =>
  Predicate.hasProperty(message, "metrics")

/** On the side of the process that looks after the others. */
export const passMetricsOn = (): void => {
  cluster.on("message", (from, message: unknown) => {
    if (!isMessage(message)) return
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const send = (worker: typeof from | undefined, sent: Message) => worker?.send(sent)
    if (message.metrics === "ask") {
      const { question } = message
      const others = workers.filter((worker) => worker !== from)
      send(from, { metrics: "expect", question, answers: others.length })
      for (const other of others) {
        send(other, { metrics: "tell", question, asker: from.id })
      }
    }
    if (message.metrics === "told") {
      send(
        workers.find((worker) => worker?.id === message.asker),
        message
      )
    }
  })
}
