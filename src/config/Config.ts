/**
 * The settings in force, read here and nowhere else and checked before anything starts: every bad value
 * (`Settings.ts`), and every value that does not go with another, stops the start with its name and what
 * would be right.
 */
import { Data, Effect, type Redacted, Result, Struct } from "effect"
import { isLoopback } from "../domain/access/Loopback.ts"
import { type ProcessorName, processorCautions } from "../domain/payments/Processor.ts"
import { configSource } from "./ConfigSource.ts"
import {
  type FoundOrProblem,
  type FoundSetting,
  type FoundSettings,
  foundSettings,
  shownWithout,
  unsetSender
} from "./Settings.ts"

export class ConfigInvalid extends Data.TaggedError("ConfigInvalid")<{
  readonly problems: ReadonlyArray<string>
}> {
  override get message() {
    return `The configuration is not valid:\n${this.problems.map((line) => `  ${line}`).join("\n")}`
  }
}

export interface StripeConfig {
  readonly secretKey: Redacted.Redacted
  readonly webhookSecret: Redacted.Redacted
  /** Undefined is Stripe's own. */
  readonly apiUrl: string | undefined
}

/** Where the bytes of files lie that no folder holds. */
export interface S3Config {
  readonly bucket: string
  readonly region: string
  /** Undefined is Amazon's own. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
}

/** What each processor needs to be told. */
export interface ProcessorSettings {
  readonly test: unknown
  readonly stripe: StripeConfig
}

/** Who takes clients' money. */
export type ProcessorConfig<Name extends ProcessorName = ProcessorName> = {
  readonly [N in Name]: { readonly name: N; readonly settings: ProcessorSettings[N] }
}[Name]

type FoundValue<R> = R extends FoundOrProblem<infer A> ? A : never
type SettingValues = { readonly [K in keyof FoundSettings]: FoundValue<FoundSettings[K]> }
/** Undefined also where a value is bad. */
type KnownValues = { readonly [K in keyof SettingValues]: SettingValues[K] | undefined }

/** The values of single variables, and what follows from several. */
export interface AppConfig
  extends Omit<
    SettingValues,
    | "processor"
    | "stripeSecretKey"
    | "stripeWebhookSecret"
    | "stripeApiUrl"
    | "tlsCertFile"
    | "tlsKeyFile"
    | "s3Bucket"
    | "s3Endpoint"
    | "s3Region"
    | "s3AccessKeyId"
    | "s3SecretAccessKey"
    | "corsOrigins"
  > {
  readonly corsOrigins: ReadonlyArray<string>
  /** Certificate and key in PEM; undefined speaks plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  /** Undefined keeps the bytes of files in a folder. */
  readonly s3: S3Config | undefined
  /** Undefined: no processor is named and there is no default, so a server does not start. */
  readonly processor: ProcessorConfig | undefined
}

/** What the server runs on: money is never taken by a processor that nobody chose. */
export interface ServerConfig extends AppConfig {
  readonly processor: ProcessorConfig
}

const processorConfigs: {
  readonly [Name in ProcessorName]: (
    known: KnownValues
  ) => Result.Result<ProcessorConfig<Name>, ReadonlyArray<string>>
} = {
  test: () => Result.succeed({ name: "test", settings: {} }),
  // Its two secrets are needed: a message that cannot be checked would book money.
  stripe: ({ stripeSecretKey, stripeWebhookSecret, stripeApiUrl }) =>
    stripeSecretKey === undefined || stripeWebhookSecret === undefined
      ? Result.fail([
          ...(stripeSecretKey === undefined ? ["STRIPE_SECRET_KEY"] : []),
          ...(stripeWebhookSecret === undefined ? ["STRIPE_WEBHOOK_SECRET"] : [])
        ])
      : Result.succeed({
          name: "stripe",
          settings: {
            secretKey: stripeSecretKey,
            webhookSecret: stripeWebhookSecret,
            apiUrl: stripeApiUrl
          }
        })
}

/** Also where its value is bad. */
const isSet = (result: FoundOrProblem<unknown>): boolean =>
  Result.isFailure(result) || result.success.value !== undefined

interface Reach {
  readonly host: string | undefined
  readonly baseUrl: string | undefined
  readonly trustProxy: boolean | undefined
  readonly tls: unknown
}

/** The settings that let other machines reach a server. */
export const publicSettings = ({
  host,
  baseUrl,
  trustProxy,
  tls
}: Reach): ReadonlyArray<string> => [
  ...(host === undefined || isLoopback(host) ? [] : ["HOST"]),
  ...(baseUrl === undefined || isLoopback(new URL(baseUrl).hostname) ? [] : ["BASE_URL"]),
  ...(trustProxy === true ? ["TRUST_PROXY"] : []),
  ...(tls === undefined ? [] : ["TLS_CERT_FILE"])
]

/**
 * With these settings `PROCESSOR` has no default: a stranger with a payment link could mark the
 * invoice as paid. They are a database server, and each setting that lets other machines reach this
 * one.
 */
export const withoutDefaultProcessor = (
  given: Reach & { readonly databaseUrl: unknown }
): ReadonlyArray<string> => [
  ...(given.databaseUrl === undefined ? [] : ["DATABASE_URL"]),
  ...publicSettings(given)
]

/**
 * Mail servers refuse the default sender, or treat its mails as spam, because it takes no replies.
 */
export const senderCaution = ({
  smtpUrl,
  mailFrom
}: Pick<AppConfig, "smtpUrl" | "mailFrom">): string | null =>
  smtpUrl !== undefined && mailFrom.address === unsetSender
    ? `MAIL_FROM is not set: mails are sent from ${mailFrom.address}, which most mail servers refuse; set it to an address of yours`
    : null

/** The default is `test` while only this machine reaches the embedded database. */
const processorOf = (
  { processor }: FoundSettings,
  known: KnownValues,
  hasDefault: boolean
): Result.Result<ProcessorConfig | undefined, ReadonlyArray<string>> => {
  if (!isSet(processor) && !hasDefault) return Result.succeed(undefined)
  const name = known.processor ?? "test"
  const made: Result.Result<ProcessorConfig, ReadonlyArray<string>> = processorConfigs[name](known)
  return Result.mapError(made, (variables) =>
    variables.map((variable) => `${variable} is needed with PROCESSOR=${name}`)
  )
}

/** Values that are right by themselves and not beside each other. */
const contradictions = (
  { databaseUrl, databaseDirectUrl, secretKeys }: FoundSettings,
  { tlsCertFile, tlsKeyFile, webConcurrency = 1, ...known }: KnownValues
): ReadonlyArray<string> => [
  ...(known.s3Bucket !== undefined &&
  (known.s3AccessKeyId === undefined || known.s3SecretAccessKey === undefined)
    ? ["S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed with S3_BUCKET"]
    : []),
  ...((tlsCertFile === undefined) === (tlsKeyFile === undefined)
    ? []
    : ["TLS_CERT_FILE and TLS_KEY_FILE are needed together"]),
  ...(webConcurrency > 1 && !isSet(databaseUrl)
    ? ["WEB_CONCURRENCY needs DATABASE_URL: the embedded database belongs to one process"]
    : []),
  ...(isSet(databaseDirectUrl) && !isSet(databaseUrl)
    ? ["DATABASE_DIRECT_URL needs DATABASE_URL"]
    : []),
  ...(isSet(databaseUrl) && !isSet(secretKeys)
    ? [
        "SECRET_KEY is needed with DATABASE_URL: 32 bytes in base64; make one with: openssl rand -base64 32"
      ]
    : [])
]

const processorChoices = Object.entries(processorCautions).map(([name, caution]) =>
  caution === null ? name : `${name}, with which ${caution}`
)

/** What a server needs beyond the settings that every command reads. */
export const serverProblems = (
  given: Reach & {
    readonly processor: unknown
    readonly databaseUrl: unknown
    readonly hasBaseUrl?: boolean
  }
): ReadonlyArray<string> => [
  ...(given.processor === undefined
    ? [
        `PROCESSOR is needed with ${withoutDefaultProcessor(given).join(", ")}: ${processorChoices.join(", or ")}`
      ]
    : []),
  ...(given.trustProxy === true && given.baseUrl === undefined && given.hasBaseUrl !== true
    ? ["BASE_URL is needed with TRUST_PROXY: the public address decides whether cookies are Secure"]
    : [])
]

interface ValueOf extends Struct.Lambda {
  <A>(found: FoundSetting<A>): A
  readonly "~lambda.out": this["~lambda.in"] extends FoundSetting<infer A> ? A : never
}

interface KnownOf extends Struct.Lambda {
  <A>(result: FoundOrProblem<A>): A | undefined
  readonly "~lambda.out": FoundValue<this["~lambda.in"]> | undefined
}

const knownOf = Struct.map(
  Struct.lambda<KnownOf>((result) => (Result.isSuccess(result) ? result.success.value : undefined))
)

interface Reading {
  readonly found: FoundSettings
  readonly config: Result.Result<AppConfig, unknown>
  readonly problems: ReadonlyArray<string>
  readonly serverProblems: ReadonlyArray<string>
}

const readingOf = (found: FoundSettings): Reading => {
  const known: KnownValues = knownOf(found)
  const all: ReadonlyArray<FoundOrProblem<unknown>> = Object.values(found)
  const reach = {
    host: known.host,
    baseUrl: known.baseUrl,
    trustProxy: known.trustProxy,
    tls: known.tlsCertFile,
    databaseUrl: isSet(found.databaseUrl) || undefined
  }
  const hasDefault = withoutDefaultProcessor(reach).length === 0
  const processor = processorOf(found, known, hasDefault)
  const config = Result.flatMap(Result.all(found), (each) =>
    Result.map(processor, (chosen): AppConfig => {
      const {
        processor: _name,
        stripeSecretKey: _key,
        stripeWebhookSecret: _secret,
        stripeApiUrl: _url,
        tlsCertFile: certFile,
        tlsKeyFile: keyFile,
        s3Bucket: bucket,
        s3Endpoint: endpoint,
        s3Region: region,
        s3AccessKeyId: accessKeyId,
        s3SecretAccessKey: secretAccessKey,
        corsOrigins = [],
        ...values
      } = Struct.map(
        each,
        Struct.lambda<ValueOf>(({ value }) => value)
      )
      const tls =
        certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile }
      const s3 =
        bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined
          ? undefined
          : { bucket, endpoint, region, accessKeyId, secretAccessKey }
      return { ...values, corsOrigins, tls, s3, processor: chosen }
    })
  )
  const problems = [
    ...all.flatMap((one) => (Result.isFailure(one) ? [one.failure] : [])),
    ...(Result.isFailure(processor) ? processor.failure : []),
    ...contradictions(found, known)
  ]
  return {
    found,
    config,
    problems,
    serverProblems: serverProblems({
      ...reach,
      processor: isSet(found.processor) || hasDefault || undefined,
      // An invalid value has its own problem.
      hasBaseUrl: isSet(found.baseUrl)
    })
  }
}

const read = configSource.pipe(
  Effect.flatMap(foundSettings.parse),
  Effect.map(readingOf),
  Effect.catchTags({
    KeyFileRefused: ({ problem }) => Effect.fail(new ConfigInvalid({ problems: [problem] })),
    ConfigError: ({ message }) => Effect.fail(new ConfigInvalid({ problems: [message] }))
  })
)

const valid = ({
  config,
  problems
}: Pick<Reading, "config" | "problems">): Effect.Effect<AppConfig, ConfigInvalid> =>
  problems.length > 0 || Result.isFailure(config)
    ? Effect.fail(new ConfigInvalid({ problems }))
    : Effect.succeed(config.success)

/**
 * The settings in force, from the environment or from whatever ConfigProvider is there. A command
 * takes no money and sets no cookie: it runs without what only a server needs.
 */
export const loadConfig: Effect.Effect<AppConfig, ConfigInvalid> = Effect.flatMap(read, valid)

/** The settings of a server; every problem is named at once. */
export const loadServerConfig: Effect.Effect<ServerConfig, ConfigInvalid> = Effect.gen(
  function* () {
    const reading = yield* read
    const problems = [...reading.problems, ...reading.serverProblems]
    const { processor, ...config } = yield* valid({ ...reading, problems })
    return processor === undefined
      ? yield* new ConfigInvalid({ problems })
      : { ...config, processor }
  }
)

/** Every setting by the name of its variable, as an operator may see it: without secrets. */
export const loadShown = Effect.gen(function* () {
  const { found, ...reading } = yield* read
  const { processor } = yield* valid(reading)
  const shownOf = ({ setting, shown }: FoundSetting<unknown>) => {
    if (setting.name === "PROCESSOR") {
      return processor?.name ?? "(not set: a server does not start)"
    }
    return setting.of === undefined || setting.of === processor?.name
      ? shown
      : shownWithout(setting)
  }
  const all: ReadonlyArray<FoundOrProblem<unknown>> = Object.values(found)
  return Object.fromEntries(
    all.flatMap((one) =>
      Result.isSuccess(one) ? [[one.success.setting.name, shownOf(one.success)]] : []
    )
  )
})
