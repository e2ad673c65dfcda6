/** Rate limits in real time: they protect the server whatever the test clock says. */
import { Clock, Effect, Layer } from "effect"
import { RateLimits } from "../app/ports/RateLimits.ts"

export const layerLimitsInRealTime = (limits: Layer.Layer<RateLimits>, live: Clock.Clock) =>
  Layer.effect(
    RateLimits,
    Effect.map(RateLimits, (limits) => {
      const really = Effect.provideService(Clock.Clock, live)
      return RateLimits.of({
        boundsMails: limits.boundsMails,
        take: (...given) => really(limits.take(...given)),
        look: (...given) => really(limits.look(...given)),
        takeTry: (...given) => really(limits.takeTry(...given)),
        takeMailTo: (...given) => really(limits.takeMailTo(...given)),
        recordFailure: (...given) => really(limits.recordFailure(...given))
      })
    })
  ).pipe(Layer.provide(limits))
