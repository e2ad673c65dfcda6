/** Shared by the commands: flags, and the Layers that they run on. */
import { Data, Effect, Layer } from "effect"
import { Flag } from "effect/cli"
import { layerApplication } from "../../app/Application.ts"
import { CurrentActor } from "../../app/CurrentActor.ts"
import { PublicUrls } from "../../app/ports/PublicUrls.ts"
import { type AppConfig, loadConfig } from "../../config/Config.ts"
import { operatorActor } from "../../domain/access/Actor.ts"
import { rehearse } from "../../domain/Rehearsal.ts"
import { line } from "../../domain/text/Text.ts"
import { layerLogging } from "../../process/Logging.ts"
import { layerDatabase, layerPorts } from "../../process/Runtime.ts"

export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  readonly message: string
}> {}

/** The command fails with the sentence of an error. */
export const commandFailed = ({ message }: { readonly message: string }): CommandFailed =>
  new CommandFailed({ message })

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as one line of JSON"),
  Flag.withDefault(false)
)
export const dryRunFlag = Flag.Boolean("dry-run").pipe(
  Flag.withDescription("Check everything and show the result, and change nothing"),
  Flag.withDefault(false)
)
/** The work, or its rehearsal; with the marks of its output. `links` are what it would make. */
export const runOrRehearse = <A, E, R>(
  isDryRun: boolean,
  work: Effect.Effect<A, E, R>,
  show: (result: A) => Readonly<Record<string, unknown>>,
  links: ReadonlyArray<string> = []
): Effect.Effect<Readonly<Record<string, unknown>>, E, R> =>
  isDryRun
    ? rehearse(work, (result, hide) => {
        const shown = Object.entries(show(result))
        return Object.fromEntries([
          ...shown.map(([name, value]) => [name, links.includes(name) ? null : hide(value)]),
          ["dry_run", true]
        ])
      })
    : Effect.map(work, show)

export const nameFlag = Flag.String("name").pipe(Flag.withSchema(line(255)))

/** The address of the server, for links in the output of commands. */
const layerUrls = (config: AppConfig) => {
  const baseUrl = config.baseUrl ?? `http://127.0.0.1:${config.port || 3000}`
  return Layer.succeed(PublicUrls, {
    baseUrl,
    authUrl: config.authUrl ?? baseUrl,
    portalUrl: config.portalUrl ?? `${baseUrl}/portal`
  })
}

/** The configured database, not migrated. */
export const layerDatabaseOnly = Layer.unwrap(
  Effect.map(loadConfig, (config) => Layer.merge(layerDatabase(config), layerLogging(config)))
)

/** Everything that use cases need, on the migrated database. */
export const layerEverything = Layer.unwrap(
  Effect.map(loadConfig, (config) =>
    layerApplication.pipe(
      Layer.provide(layerUrls(config)),
      Layer.provideMerge(layerPorts(config)),
      Layer.provideMerge(layerLogging(config)),
      Layer.merge(Layer.succeed(CurrentActor, operatorActor))
    )
  )
)
