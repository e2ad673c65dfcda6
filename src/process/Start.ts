/** Several servers that this process looks after, where `WEB_CONCURRENCY` asks for them; else one, here. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { loadServerConfig } from "../config/Config.ts"
import { layerLogging } from "./Logging.ts"
import { boundStop, explained, teardown } from "./Stop.ts"
import { passMetricsOn } from "./workers/MetricsRelay.ts"
import { superviseWorkers } from "./workers/Workers.ts"

const supervise = Effect.gen(function* () {
  const config = yield* loadServerConfig
  yield* superviseWorkers(config.webConcurrency).pipe(Effect.provide(layerLogging(config)))
}).pipe(Effect.catchTag("ConfigInvalid", explained))

/** The settings tell which of both this is; a bad one is told by the server, as all are. */
export const start = async (): Promise<void> => {
  const count = await Effect.runPromise(
    loadServerConfig.pipe(
      Effect.map(({ webConcurrency }) => webConcurrency),
      Effect.orElseSucceed(() => 1)
    )
  )
  if (count === 1) {
    await import("./Server.ts")
    return
  }
  // After the servers' own bound.
  boundStop(9500)
  passMetricsOn()
  NodeRuntime.runMain(supervise, { teardown })
}
