/** Sources of settings: the environment, the file of the secret key, and defaults. */
import { readFile } from "node:fs/promises"
import { Config, ConfigProvider, Data, Effect, Option } from "effect"
import { settingList } from "./Settings.ts"

class KeyFileRefused extends Data.TaggedError("KeyFileRefused")<{
  readonly problem: string
}> {}

const variable = (name: string) =>
  Config.map(Config.option(Config.String(name)), Option.getOrUndefined)

/** `texts` are the values of absent variables; a blank variable counts as absent. */
export const completed = (
  given: ConfigProvider.ConfigProvider,
  texts: Readonly<Record<string, string | undefined>>
): ConfigProvider.ConfigProvider =>
  ConfigProvider.make((path) =>
    Effect.map(given.load(path), (node) => {
      const text =
        node?._tag === "Value" || node?._tag === "Record" ? node.value?.trim() : undefined
      const value = text || texts[path.join("_")]
      return value === undefined ? undefined : ConfigProvider.makeValue(value)
    })
  )

/** A secret that an orchestrator provides as a file; it excludes the variable. */
const keyFromFile = Effect.fnUntraced(function* (given: ConfigProvider.ConfigProvider) {
  const file = yield* variable("SECRET_KEY_FILE").parse(given)
  if (file === undefined) return undefined
  const refused = (problem: string) => new KeyFileRefused({ problem: `SECRET_KEY_FILE ${problem}` })
  if ((yield* variable("SECRET_KEY").parse(given)) !== undefined) {
    return yield* refused("and SECRET_KEY exclude each other")
  }
  const text = yield* Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: () => refused(`cannot be read: ${file}`)
  })
  return text.trim()
})

/** The current ConfigProvider, completed. */
export const configSource = Effect.gen(function* () {
  const given = completed(yield* ConfigProvider.ConfigProvider, {})
  const texts = Object.fromEntries(settingList.map(({ name, fallback }) => [name, fallback]))
  return completed(given, { ...texts, SECRET_KEY: yield* keyFromFile(given) })
})
