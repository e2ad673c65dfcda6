/**
 * `retainer dev`: a server for development. With a test clock its time stands and is moved from outside,
 * mails are recorded, and what is due is done at once: so a client in any language is tested without waiting.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { Clock, Console, DateTime, Effect, Layer } from "effect"
import { ReceiversClock } from "../app/events/webhooks/WebhookAttempt.ts"
import type { ServerConfig } from "../config/Config.ts"
import { layerTelemetry } from "../process/Listener.ts"
import { layerLogging } from "../process/Logging.ts"
import { layerPorts, layerRateLimits, mailDirectory, serverPatience } from "../process/Runtime.ts"
import { layerServer, layerServerOn } from "../process/ServerLayers.ts"
import { boundStop } from "../process/Stop.ts"
import { newestEntry, standDatabaseTime } from "./DatabaseTime.ts"
import { loadDevConfig } from "./DevConfig.ts"
import { makeStandingClock } from "./ManualClock.ts"
import { layerLimitsInRealTime } from "./RealTimeLimits.ts"
import { makeRecordedMails } from "./RecordedMails.ts"
import { layerTestRoutes } from "./TestRoutes.ts"
import { makeTestTime } from "./TestTime.ts"

const banner = (now: number): string =>
  [
    "",
    "*** TEST CLOCK *** for tests only, never for data that somebody needs",
    `  Time stands at ${DateTime.formatIso(DateTime.makeUnsafe(now))} until POST /test/clock moves it.`,
    "  No mail leaves this server: GET /test/mails shows them.",
    "  Every program on this machine may do so, without a key.",
    ""
  ].join("\n")

const serveWithTestClock = Effect.fnUntraced(function* (config: ServerConfig, live: Clock.Clock) {
  const standing = makeStandingClock(live, live.currentTimeMillisUnsafe())
  const mails = makeRecordedMails()
  const serving = Effect.gen(function* () {
    const ports = yield* Layer.build(
      Layer.mergeAll(
        layerPorts(config, serverPatience),
        mails.layerMailer({ directory: mailDirectory(config), from: config.mailFrom }),
        layerLimitsInRealTime(layerRateLimits(config), live)
      )
    )
    const database = yield* Effect.gen(function* () {
      standing.moveTo(yield* newestEntry)
      return yield* standDatabaseTime(standing.now())
    }).pipe(Effect.provideContext(ports))
    yield* Console.log(banner(standing.now()))
    const routes = layerTestRoutes(makeTestTime(standing, database), mails)
    return yield* Layer.launch(layerServerOn(config, Layer.succeedContext(ports), routes))
  })
  return yield* serving.pipe(
    Effect.provideService(Clock.Clock, standing.clock),
    Effect.provideService(ReceiversClock, live)
  )
})

/** Serves until it is interrupted. */
export const serveDev = (hasTestClock: boolean) =>
  Effect.gen(function* () {
    boundStop(9000)
    const config = yield* loadDevConfig(hasTestClock)
    const live = yield* Clock.Clock
    return yield* (
      hasTestClock ? serveWithTestClock(config, live) : Layer.launch(layerServer(config))
    ).pipe(Effect.provide(layerTelemetry(config).pipe(Layer.provideMerge(layerLogging(config)))))
  }).pipe(Effect.scoped)
