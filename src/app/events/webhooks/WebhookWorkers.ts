/** Background workers of webhooks: one fiber per endpoint with due messages. */
import { Effect, FiberSet, Layer, Schedule } from "effect"
import type { EndpointLease } from "../../ports/events/WebhookRepository.ts"
import { WebhookDispatch } from "./WebhookDispatch.ts"

/** Endpoints per process. */
const concurrency = 100

const looks = Schedule.spaced("500 millis")

export const layerWebhookWorkers: Layer.Layer<never, never, WebhookDispatch> = Layer.effectDiscard(
  Effect.gen(function* () {
    const dispatch = yield* WebhookDispatch
    const working = yield* FiberSet.make()
    const workOn = (lease: EndpointLease) =>
      Effect.catchCause(dispatch.work(lease), (cause) =>
        Effect.logError("A webhook worker met a defect", cause)
      )
    const look = Effect.gen(function* () {
      const free = concurrency - (yield* FiberSet.size(working))
      if (free <= 0) return
      const leases = yield* dispatch.claim(free)
      yield* Effect.forEach(leases, (lease) => FiberSet.run(working, workOn(lease)), {
        discard: true
      })
    }).pipe(
      Effect.catchCause((cause) => Effect.logError("Webhooks could not be looked for", cause))
    )
    yield* Effect.forkScoped(Effect.repeat(look, looks))
  })
)
