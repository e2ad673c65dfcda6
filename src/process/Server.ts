/**
 * The server's process: it checks the configuration and runs `ServerLayers.ts` until it is stopped.
 */
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect, Layer } from "effect"
import { loadServerConfig } from "../config/Config.ts"
import { DiskSpaceElsewhere, DiskSpaceStatfs } from "../infra/storage/DiskSpaceStatfs.ts"
import { explainFullDisk } from "./DiskFull.ts"
import { layerTelemetry } from "./Listener.ts"
import { layerLogging } from "./Logging.ts"
import { layerServer } from "./ServerLayers.ts"
import { boundStop, explained, teardown } from "./Stop.ts"

const program = Effect.gen(function* () {
  const config = yield* loadServerConfig
  const { databaseUrl, dataDir } = config
  return yield* Layer.launch(layerServer(config)).pipe(
    explainFullDisk(dataDir, (full) => full),
    Effect.provide(databaseUrl === undefined ? DiskSpaceStatfs(dataDir) : DiskSpaceElsewhere),
    Effect.provide(layerTelemetry(config).pipe(Layer.provideMerge(layerLogging(config))))
  )
}).pipe(
  Effect.catchTags({
    ConfigInvalid: explained,
    DatabaseUnreachable: explained,
    DataDirectoryLocked: explained,
    DiskFull: explained,
    ListenFailed: explained,
    MigrationFailed: explained,
    SchemaRefused: explained
  })
)

boundStop(9000)

NodeRuntime.runMain(program, { teardown })
