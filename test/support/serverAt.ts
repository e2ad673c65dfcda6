/**
 * A server in this process whose time stands still: data of an earlier day is read as it was then,
 * so no invoice becomes overdue and no link ends.
 */
import { Clock, Effect, Layer, ManagedRuntime } from "effect"
import { makeManualClock } from "../../src/dev/ManualClock.ts"
import { Retainer, type RetainerSettings } from "../../src/Retainer.ts"

/** The public address, which stands in links. */
export const baseUrl = "http://127.0.0.1:3000"

/** `url` is the address of the socket. */
export const startServerAt = async (at: string, settings: RetainerSettings) => {
  const live = await Effect.runPromise(Clock.Clock)
  const clock = makeManualClock(live, Date.parse(at))
  const layer = Retainer.layer({
    baseUrl,
    port: 0,
    processor: "test",
    rateLimit: "off",
    webhookAllowPrivate: true,
    logLevel: "error",
    ...settings
  }).pipe(Layer.provide(Layer.succeed(Clock.Clock, clock.clock)))
  const runtime = ManagedRuntime.make(layer)
  const { listening } = await runtime.runPromise(Retainer)
  return { url: listening, stop: () => runtime.dispose() }
}
