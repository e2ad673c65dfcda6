/** The server's process: it checks the configuration and runs `ServerLayers.ts` until it is stopped. */
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import { loadServerConfig } from "./Config.ts"
import { layerTelemetry } from "./Listener.ts"
import { layerLogging } from "./Logging.ts"
import { layerServer } from "./ServerLayers.ts"
import { boundStop, explained, teardown } from "./Stop.ts"

const program = Effect.gen(function* () {
  const config = yield* loadServerConfig
  return yield* Layer.launch(layerServer(config)).pipe(
    Effect.provide(layerTelemetry(config).pipe(Layer.provideMerge(layerLogging(config))))
  )
}).pipe(
  Effect.catchTags({
    ConfigInvalid: explained,
    DatabaseUnreachable: explained,
    DataDirectoryLocked: explained,
    MigrationFailed: explained,
    SchemaRefused: explained
  })
)

boundStop(9000)

NodeRuntime.runMain(program, { teardown })
