/**
 * `retainer dev`: a server for development. With a test clock, requests move its time, mails are
 * recorded, and due work is done at once, so a client in any language is tested without waiting.
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
import { newestEntry, shadowDatabaseClock } from "./DatabaseTime.ts"
import { loadDevConfig } from "./DevConfig.ts"
import { layerLimitsInRealTime, makeManualClock } from "./ManualClock.ts"
import { makeRecordedMails } from "./RecordedMails.ts"
import { layerTestRoutes } from "./TestRoutes.ts"
import { makeTestTime } from "./TestTime.ts"

const banner = (now: number): string =>
  [
    "",
    "*** TEST CLOCK *** for tests only, never for real data",
    `  Time stands still at ${DateTime.formatIso(DateTime.makeUnsafe(now))} until POST ` +
      "/test/clock moves it.",
    "  No mail leaves this server: GET /test/mails shows them.",
    "  Every program on this machine can do both, without a key.",
    ""
  ].join("\n")

const serveWithTestClock = Effect.fnUntraced(function* (
  config: ServerConfig,
  live: Clock.Clock,
  start: DateTime.Utc | undefined
) {
  const manual = makeManualClock(
    live,
    start === undefined ? live.currentTimeMillisUnsafe() : DateTime.toEpochMillis(start)
  )
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
      manual.moveTo(yield* newestEntry)
      return yield* shadowDatabaseClock(manual.now())
    }).pipe(Effect.provideContext(ports))
    yield* Console.log(banner(manual.now()))
    const routes = layerTestRoutes(makeTestTime(manual, database), mails)
    return yield* Layer.launch(layerServerOn(config, Layer.succeedContext(ports), routes))
  })
  return yield* serving.pipe(
    Effect.provideService(Clock.Clock, manual.clock),
    Effect.provideService(ReceiversClock, live)
  )
})

/** Serves until it is interrupted. Without a start the test clock begins at the present. */
export const serveDev = (testClock: { readonly start: DateTime.Utc | undefined } | null) =>
  Effect.gen(function* () {
    boundStop(9000)
    const config = yield* loadDevConfig(testClock !== null)
    const live = yield* Clock.Clock
    return yield* (
      testClock === null
        ? Layer.launch(layerServer(config))
        : serveWithTestClock(config, live, testClock.start)
    ).pipe(Effect.provide(layerTelemetry(config).pipe(Layer.provideMerge(layerLogging(config)))))
  }).pipe(Effect.scoped)
