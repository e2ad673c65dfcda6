/**
 * `/metrics` of several processes on one port: whichever is asked tells what all of them count.
 */
import cluster from "node:cluster"
import { Deferred, Effect, Layer } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { MetricsText } from "../../http/server/Metrics.ts"
import { sumOfMetrics } from "../../http/server/MetricsSum.ts"
import { isMessage, type Message } from "./MetricsRelay.ts"

/** A process that does not answer by then is left out: it starts, or it hangs. */
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
      if (message.metrics === "tell") {
        const { question, asker } = message
        const told = Effect.map(own, (text) => send({ metrics: "told", question, asker, text }))
        Effect.runForkWith(services)(told)
        return
      }
      const question = open.get(message.question)
      if (question === undefined) return
      if (message.metrics === "expect") question.answers = message.answers
      if (message.metrics === "told") question.texts.push(message.text)
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
      send({ metrics: "ask", question: number })
      yield* Effect.timeout(Deferred.await(complete), patience).pipe(
        Effect.ignore,
        // Also where whoever asked went away.
        Effect.ensuring(Effect.sync(() => open.delete(number)))
      )
      return sumOfMetrics([yield* own, ...question.texts])
    })
  })
)

/** One process alone tells its own. */
export const layerMetricsText = cluster.isWorker ? layerGathered : Layer.empty
