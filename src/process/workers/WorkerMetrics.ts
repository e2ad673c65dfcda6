/** `/metrics` with several server processes on one port: the sum over all of them. */
import cluster from "node:cluster"
import { Deferred, Effect, Layer } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { MetricsText } from "../../http/server/Metrics.ts"
import { sumOfMetrics } from "../../http/server/MetricsSum.ts"
import { isMessage, type Message } from "./MetricsRelay.ts"

/** The sum leaves out a process that starts or hangs. */
const patience = "1 second"

interface Question {
  readonly texts: string[]
  answers: number
  readonly complete: Deferred.Deferred<void>
}

const layerGathered = Layer.effect(
  MetricsText,
  Effect.gen(function* () {
    const services = yield* Effect.context<never>()
    const own = PrometheusMetrics.format()
    const open = new Map<number, Question>()
    let last = 0
    const send = (message: Message): void => void process.send?.(message)
    const receive = (message: unknown): void => {
      if (!isMessage(message)) return
      if (message.metrics === "collect") {
        const { question, requester } = message
        const report = Effect.map(own, (text) =>
          send({ metrics: "report", question, requester, text })
        )
        Effect.runForkWith(services)(report)
        return
      }
      const question = open.get(message.question)
      if (question === undefined) return
      if (message.metrics === "expect") question.answers = message.answers
      if (message.metrics === "report") question.texts.push(message.text)
      if (question.texts.length >= question.answers) {
        Deferred.doneUnsafe(question.complete, Effect.void)
      }
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("message", receive)),
      () => Effect.sync(() => process.off("message", receive))
    )
    return Effect.gen(function* () {
      const number = ++last
      const complete = yield* Deferred.make<void>()
      const question: Question = { texts: [], answers: Number.POSITIVE_INFINITY, complete }
      open.set(number, question)
      send({ metrics: "request", question: number })
      yield* Effect.timeout(Deferred.await(complete), patience).pipe(
        Effect.ignore,
        // Also if the request was interrupted.
        Effect.ensuring(Effect.sync(() => open.delete(number)))
      )
      return sumOfMetrics([yield* own, ...question.texts])
    })
  })
)

/** A single process has the metrics of its own. */
export const layerMetricsText = cluster.isWorker ? layerGathered : Layer.empty
