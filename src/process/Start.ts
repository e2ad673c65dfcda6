/** Start: one server in this process, or a supervisor of several with `WEB_CONCURRENCY`. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { loadServerConfig } from "../config/Config.ts"
import { layerLogging } from "./Logging.ts"
import { boundStop, explained, teardown } from "./Stop.ts"
import { relayMetrics } from "./workers/MetricsRelay.ts"
import { superviseWorkers } from "./workers/Workers.ts"

const supervise = Effect.gen(function* () {
  const config = yield* loadServerConfig
  yield* superviseWorkers(config.webConcurrency).pipe(Effect.provide(layerLogging(config)))
}).pipe(Effect.catchTag("ConfigInvalid", explained))

/** A bad setting counts as one process: the server reports it. */
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
  // Later than the deadline of the servers.
  boundStop(9500)
  relayMetrics()
  NodeRuntime.runMain(supervise, { teardown })
}
