/**
 * Configuration: the settings in force, read here and nowhere else, and checked before anything
 * starts. Every bad value (`Settings.ts`) or combination stops the start, with its name and what
 * would be right.
 */
import { Data, Effect, type Redacted, Result, Struct } from "effect"
import { isLoopback } from "../domain/access/Loopback.ts"
import { type ProcessorName, processorCautions } from "../domain/payments/Checkout.ts"
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

interface StripeConfig {
  readonly secretKey: Redacted.Redacted
  readonly webhookSecret: Redacted.Redacted
  /** Undefined is Stripe's own host. */
  readonly apiUrl: string | undefined
}

/** The bucket for the bytes of files. */
interface S3Config {
  readonly bucket: string
  readonly region: string
  /** Undefined is Amazon's own host. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
}

/** The settings of each processor. */
export interface ProcessorSettings {
  readonly test: unknown
  readonly stripe: StripeConfig
}

export type ProcessorConfig<Name extends ProcessorName = ProcessorName> = {
  readonly [N in Name]: { readonly name: N; readonly settings: ProcessorSettings[N] }
}[Name]

type FoundValue<R> = R extends FoundOrProblem<infer A> ? A : never
type SettingValues = { readonly [K in keyof FoundSettings]: FoundValue<FoundSettings[K]> }
/** Undefined also if a value is bad. */
type KnownValues = { readonly [K in keyof SettingValues]: SettingValues[K] | undefined }

/** The values of single variables, and values that follow from several. */
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
  /** Undefined stores the bytes of files in a folder. */
  readonly s3: S3Config | undefined
  /** Undefined: no processor is named and there is no default, so a server does not start. */
  readonly processor: ProcessorConfig | undefined
}

/** A server never takes money by a processor that the operator did not choose. */
export interface ServerConfig extends AppConfig {
  readonly processor: ProcessorConfig
}

const processorConfigs: {
  readonly [Name in ProcessorName]: (
    known: KnownValues
  ) => Result.Result<ProcessorConfig<Name>, ReadonlyArray<string>>
} = {
  test: () => Result.succeed({ name: "test", settings: {} }),
  // Both secrets are needed: an unverified message would book money.
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

/** True also if its value is bad. */
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
 * With these settings `PROCESSOR` has no default, because a stranger with a payment link could mark
 * the invoice as paid: a database server, and each setting that lets other machines reach this one.
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
    ? `MAIL_FROM is not set: mails are sent from ${mailFrom.address}, which most mail servers ` +
      "refuse; set your own address"
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

/** Pages of the agency and of the portal answer by host, or else by path. */
const hidesPortal = (portalUrl: string, baseUrl: string): boolean => {
  const { host, pathname } = new URL(portalUrl)
  return host === new URL(baseUrl).host && pathname === "/"
}

/** Values that are valid alone but not together. */
const contradictions = (
  { databaseUrl, databaseDirectUrl, secretKeys }: FoundSettings,
  { tlsCertFile, tlsKeyFile, webConcurrency = 1, ...known }: KnownValues
): ReadonlyArray<string> => [
  ...(known.s3Bucket !== undefined &&
  (known.s3AccessKeyId === undefined || known.s3SecretAccessKey === undefined)
    ? ["S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed with S3_BUCKET"]
    : []),
  ...(known.portalUrl !== undefined &&
  known.baseUrl !== undefined &&
  hidesPortal(known.portalUrl, known.baseUrl)
    ? ["PORTAL_URL needs a path where its host is that of BASE_URL, like BASE_URL/portal"]
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
        "SECRET_KEY is needed with DATABASE_URL: 32 bytes in base64; make one with: openssl " +
          "rand -base64 32"
      ]
    : [])
]

const processorChoices = Object.entries(processorCautions).map(([name, caution]) =>
  caution === null ? name : `${name}, with which ${caution}`
)

/** Settings that a server needs and a command does not. */
export const serverProblems = (
  given: Reach & {
    readonly processor: unknown
    readonly databaseUrl: unknown
    readonly hasBaseUrl?: boolean
  }
): ReadonlyArray<string> => [
  ...(given.processor === undefined
    ? [
        `PROCESSOR is needed with ${withoutDefaultProcessor(given).join(", ")}: ` +
          `${processorChoices.join(", or ")}`
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

/** The settings of a command, which takes no money and sets no cookie. */
export const loadConfig: Effect.Effect<AppConfig, ConfigInvalid> = Effect.flatMap(read, valid)

/** A router of cells reads no other setting that must be there. */
export interface RouterConfig extends AppConfig {
  readonly cells: NonNullable<AppConfig["cells"]>
}

export const loadRouterConfig: Effect.Effect<RouterConfig, ConfigInvalid> = Effect.flatMap(
  loadConfig,
  ({ cells, ...config }) =>
    cells === undefined
      ? Effect.fail(
          new ConfigInvalid({
            problems: ["CELLS is needed, like eu1=http://10.0.0.1:3000,eu2=http://10.0.0.2:3000"]
          })
        )
      : Effect.succeed({ ...config, cells })
)

/** The settings of a server; reports all problems at once. */
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

/** Every setting by the name of its variable, without secrets. */
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
