/**
 * Metrics relay: the supervisor passes requests for metrics and their answers between the server
 * processes of one port.
 */
import cluster from "node:cluster"
import { Predicate } from "effect"

export type Message =
  | { readonly metrics: "request"; readonly question: number }
  | { readonly metrics: "expect"; readonly question: number; readonly answers: number }
  | { readonly metrics: "collect"; readonly question: number; readonly requester: number }
  | {
      readonly metrics: "report"
      readonly question: number
      readonly requester: number
      readonly text: string
    }

/** Only these processes write there; other messages have other keys. */
export const isMessage = (message: unknown): message is Message =>
  Predicate.hasProperty(message, "metrics")

/** In the supervisor. */
export const relayMetrics = (): void => {
  cluster.on("message", (from, message: unknown) => {
    if (!isMessage(message)) return
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const send = (worker: typeof from | undefined, sent: Message) => worker?.send(sent)
    if (message.metrics === "request") {
      const { question } = message
      const others = workers.filter((worker) => worker !== from)
      send(from, { metrics: "expect", question, answers: others.length })
      for (const other of others) {
        send(other, { metrics: "collect", question, requester: from.id })
      }
    }
    if (message.metrics === "report") {
      send(
        workers.find((worker) => worker?.id === message.requester),
        message
      )
    }
  })
}
