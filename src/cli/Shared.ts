/** What the commands share: flags, output, and the Layers they run on. */
import { Console, Data, Effect, Layer, Option, Redacted } from "effect"
import { Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { CurrentActor } from "../app/Acting.ts"
import { layerApplication } from "../app/Application.ts"
import { PublicUrls } from "../app/ports/PublicUrls.ts"
import { WorkspaceRepository } from "../app/ports/workspaces/WorkspaceRepository.ts"
import { type AppConfig, loadConfig } from "../Config.ts"
import { operatorActor } from "../domain/Actor.ts"
import { WorkspaceId } from "../domain/Ids.ts"
import { makePassword } from "../domain/people/Credential.ts"
import { Password } from "../domain/people/User.ts"
import { line } from "../domain/Text.ts"
import { layerLogging } from "../Logging.ts"
import { layerPorts } from "../Runtime.ts"

export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  readonly message: string
}> {}

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as one line of JSON"),
  Flag.withDefault(false)
)
export const workspaceFlag = Flag.String("workspace").pipe(
  Flag.withDescription("The id of the workspace, ws_…"),
  Flag.withSchema(WorkspaceId.schema)
)
export const nameFlag = Flag.String("name").pipe(Flag.withSchema(line(255)))

export const print = (asJson: boolean, result: Record<string, unknown>): Effect.Effect<void> =>
  asJson
    ? Console.log(JSON.stringify(result))
    : Effect.forEach(
        Object.entries(result),
        ([key, value]) => Console.log(`${key}: ${Array.isArray(value) ? value.join(" ") : value}`),
        { discard: true }
      )

/** Where the server would be: what the links that a command prints begin with. */
const layerUrls = (config: AppConfig) => {
  const baseUrl = config.baseUrl ?? `http://127.0.0.1:${config.port || 3000}`
  return Layer.succeed(PublicUrls, {
    baseUrl,
    authUrl: config.authUrl ?? baseUrl,
    portalUrl: config.portalUrl ?? `${baseUrl}/portal`
  })
}

/** Runs a command on the database of the configuration. */
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

export const requireWorkspace = Effect.fnUntraced(function* (id: WorkspaceId) {
  const workspace = yield* (yield* WorkspaceRepository).find(id)
  return workspace ?? (yield* new CommandFailed({ message: `There is no workspace ${id}` }))
})

export const givenOrNewPassword = Effect.fnUntraced(function* (given: Option.Option<string>) {
  return Option.isSome(given)
    ? Redacted.make(given.value)
    : yield* makePassword(yield* SecureRandom.SecureRandom)
})

export const passwordFlag = (name: string) =>
  Flag.String(name).pipe(
    Flag.withDescription("Default: a new one, printed"),
    Flag.withSchema(Password),
    Flag.optional
  )
