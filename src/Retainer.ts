/**
 * Retainer as a part of another program: the server that `npx retainer` runs, as a Layer or behind
 * a promise. The environment, the signals and the exit code of the process stay the program's own.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { ConfigProvider, Context, Effect, Layer, ManagedRuntime } from "effect"
import type { SqlError } from "effect/sql"
import { type ConfigInvalid, loadServerConfig } from "./config/Config.ts"
import { settings } from "./config/Settings.ts"
import type { DatabaseUnreachable } from "./infra/sql/schema/DatabaseWait.ts"
import type { SchemaError } from "./infra/sql/schema/MigrationErrors.ts"
import type { DataDirectoryLocked } from "./infra/storage/DataDirectory.ts"
import { layerTelemetry } from "./process/Listener.ts"
import type { ListenFailed } from "./process/ListenFailed.ts"
import { layerLogging } from "./process/Logging.ts"
import { layerServing } from "./process/ServerLayers.ts"
import { Serving, type ServingFacts } from "./process/Serving.ts"

export { ConfigInvalid } from "./config/Config.ts"
export type { FirstStart } from "./process/Serving.ts"

/**
 * The settings of the operator's manual in camelCase: `DATABASE_URL` is `databaseUrl`. A value is
 * what the variable would say, as a text, a number or a boolean; what is left out is what the
 * manual says of it.
 */
export type RetainerSettings = {
  readonly [Name in Exclude<keyof typeof settings, "webConcurrency">]?:
    | string
    | number
    | boolean
    | undefined
}

/** Why a start was refused, each with a message for the operator. */
export type StartRefused =
  | ConfigInvalid
  | DatabaseUnreachable
  | DataDirectoryLocked
  | ListenFailed
  | SchemaError
  | SqlError.SqlError

/** A server that runs, and how it is stopped. */
export interface RunningRetainer extends ServingFacts {
  /** Answers the requests in progress, then closes socket and database. */
  readonly stop: () => Promise<void>
}

const provider = (given: RetainerSettings) =>
  ConfigProvider.layer(
    ConfigProvider.fromEnv({
      env: Object.fromEntries(
        Object.entries(settings).flatMap(([key, { name }]) => {
          const value = Object.entries(given).find(([known]) => known === key)?.[1]
          return value === undefined ? [] : [[name, `${value}`]]
        })
      )
    })
  )

/** The server of whatever ConfigProvider is there. */
const served = Layer.unwrap(
  Effect.map(loadServerConfig, (config) =>
    Layer.effect(Retainer, Serving).pipe(
      Layer.provide(layerServing(config)),
      Layer.provide(layerTelemetry(config)),
      Layer.provide(layerLogging(config))
    )
  )
)

/** A server that listens, and where. */
export class Retainer extends Context.Service<Retainer, ServingFacts>()("retainer/Retainer") {
  /**
   * Listens with these settings for as long as the Layer lives. The environment is not read. Logs
   * go to stderr and nothing is printed: what the first start of an embedded database made is in
   * `firstStart`.
   */
  static readonly layer = (given: RetainerSettings = {}): Layer.Layer<Retainer, StartRefused> =>
    served.pipe(Layer.provide(provider(given)))

  /** The same with the settings of the environment, or of whatever ConfigProvider is there. */
  static readonly layerEnvironment: Layer.Layer<Retainer, StartRefused> = served

  /** The same for programs without Effect: rejects with a StartRefused. */
  static readonly start = async (given: RetainerSettings = {}): Promise<RunningRetainer> => {
    const runtime = ManagedRuntime.make(Retainer.layer(given))
    const facts = await runtime.runPromise(Retainer)
    return { ...facts, stop: () => runtime.dispose() }
  }
}
