/**
 * Settings of `retainer dev`: those of a server, with defaults for development. A setting that lets
 * others reach a server with a test clock, or lets it reach others, stops the start.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Config, ConfigProvider, Effect, Option } from "effect"
import {
  ConfigInvalid,
  loadServerConfig,
  publicSettings,
  type ServerConfig
} from "../config/Config.ts"
import { completed } from "../config/ConfigSource.ts"

const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "retainer-dev-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true }))
)

type Judged = Pick<
  ServerConfig,
  | "host"
  | "databaseUrl"
  | "smtpUrl"
  | "trustProxy"
  | "baseUrl"
  | "tls"
  | "processor"
  | "s3"
  | "redisUrl"
>

/**
 * Both forms of the command: webhooks may go to private addresses, so the server must not be
 * reachable from other machines, nor use their data.
 */
const problemsOfDev = (config: Judged): ReadonlyArray<string> => [
  ...publicSettings(config).map(
    (name) => `${name} does not go with dev: it serves this machine alone; use serve`
  ),
  ...(config.databaseUrl === undefined
    ? []
    : ["DATABASE_URL does not go with dev: it serves an embedded database; use serve"])
]

const problemsOfClock = (config: Judged): ReadonlyArray<string> => {
  const beside = (name: string, isSet: boolean, why: string) =>
    isSet ? [`${name} does not go with --test-clock: ${why}`] : []
  const isLocalUrl = config.baseUrl !== undefined && !publicSettings(config).includes("BASE_URL")
  return [
    ...beside("SMTP_URL", config.smtpUrl !== undefined, "no mail leaves the server"),
    ...beside("BASE_URL", isLocalUrl, "it answers programs of this machine alone"),
    ...beside("S3_BUCKET", config.s3 !== undefined, "it stores the bytes of files itself"),
    ...beside("REDIS_URL", config.redisUrl !== undefined, "it counts rate limits itself"),
    ...beside("PROCESSOR", config.processor.name !== "test", "no money moves")
  ]
}

/** Without `DATA_DIR` the data lies in a temporary directory, removed with the scope. */
export const loadDevConfig = Effect.fnUntraced(function* (hasTestClock: boolean) {
  const given = completed(yield* ConfigProvider.ConfigProvider, {})
  const dataDir = Config.option(Config.String("DATA_DIR")).parse(given)
  const isGiven = Option.isSome(
    yield* Effect.mapError(dataDir, ({ message }) => new ConfigInvalid({ problems: [message] }))
  )
  const config = yield* Effect.provideService(
    loadServerConfig,
    ConfigProvider.ConfigProvider,
    completed(given, {
      DATA_DIR: isGiven ? undefined : yield* temporaryDirectory,
      // If there is no default, the setting that removes it is the problem to report.
      PROCESSOR: "test",
      // A developer's receivers run on this machine.
      WEBHOOK_ALLOW_PRIVATE: "true"
    })
  )
  const problems = [...problemsOfDev(config), ...(hasTestClock ? problemsOfClock(config) : [])]
  return problems.length > 0 ? yield* new ConfigInvalid({ problems }) : config
})
