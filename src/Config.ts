/**
 * Every setting, read here and nowhere else and checked before anything starts: a
 * bad value stops the start with its name and what would be right.
 */
import { readFile } from "node:fs/promises"
import { Config, Data, Effect, Option, Redacted } from "effect"
import {
  oneOf,
  type Parsed,
  parseDatabaseUrl,
  parseEndpoint,
  parseMailFrom,
  parseMetricsToken,
  parseOrigin,
  parseOrigins,
  parsePoolSize,
  parsePort,
  parsePortalUrl,
  parseRedisUrl,
  parseSecretKey,
  parseSecretOf,
  parseSmtpUrl,
  parseTls,
  type Sender
} from "./ConfigValues.ts"
import {
  type ProcessorName,
  processorCautions,
  processorNames
} from "./domain/payments/Processor.ts"
import type { SecretKeys } from "./infra/crypto/SecretKeys.ts"

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

/** What each processor needs to be told. */
export interface ProcessorSettings {
  readonly test: unknown
  readonly stripe: StripeConfig
}

/** Who takes clients' money. */
export type ProcessorConfig<Name extends ProcessorName = ProcessorName> = {
  readonly [N in Name]: { readonly name: N; readonly settings: ProcessorSettings[N] }
}[Name]

export interface AppConfig {
  readonly host: string
  readonly port: number
  /** A PostgreSQL server; undefined is the embedded database. */
  readonly databaseUrl: Redacted.Redacted | undefined
  /** Connections that one process opens to the PostgreSQL server at most. */
  readonly databasePoolSize: number
  readonly dataDir: string
  /** Origin without a trailing slash; undefined is where the process listens. */
  readonly baseUrl: string | undefined
  /** Origin of the consent screen; undefined is the base URL. */
  readonly authUrl: string | undefined
  readonly portalUrl: string | undefined
  /** Undefined: mails are written as files. */
  readonly smtpUrl: Redacted.Redacted<URL> | undefined
  readonly mailFrom: Sender
  /** Undefined is allowed with the embedded database, which keeps its own. */
  readonly secretKeys: SecretKeys | undefined
  /** Where they were read from. */
  readonly secretKeyFile: string | undefined
  /** Further fonts for invoices, TTF or OTF. */
  readonly fontDir: string | undefined
  /** Shares the rate limits of all processes; undefined keeps them in each. */
  readonly redisUrl: Redacted.Redacted | undefined
  /** False lifts every limit. */
  readonly rateLimit: boolean
  /** Certificate and key in PEM; undefined speaks plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly corsOrigins: ReadonlyArray<string>
  /** Where traces, logs and metrics are sent; undefined sends none. */
  readonly otlpEndpoint: string | undefined
  /** Whether X-Forwarded-For and X-Forwarded-Proto are believed. */
  readonly trustProxy: boolean
  /** Undefined where none is named beside `DATABASE_URL`: a server does not start so. */
  readonly processor: ProcessorConfig | undefined
  /** Bearer of `/metrics`; undefined answers the loopback interface only. */
  readonly metricsToken: Redacted.Redacted | undefined
  /** Webhooks may go to private addresses: for development, and networks of one's own. */
  readonly webhookAllowPrivate: boolean
  readonly logLevel: (typeof logLevels)[number]
  readonly logFormat: (typeof logFormats)[number]
}

/** What the server runs on: money is never taken by a processor that nobody chose. */
export interface ServerConfig extends AppConfig {
  readonly processor: ProcessorConfig
}

export const logLevels = ["trace", "debug", "info", "warn", "error", "none"] as const
export const logFormats = ["pretty", "json"] as const

/** An empty variable is the same as an absent one. */
const raw = (name: string) =>
  Config.String(name).pipe(
    Config.option,
    Config.map((value) => Option.getOrUndefined(value)?.trim() || undefined)
  )

const settings = {
  HOST: raw("HOST"),
  PORT: raw("PORT"),
  DATABASE_URL: raw("DATABASE_URL"),
  DATABASE_POOL_SIZE: raw("DATABASE_POOL_SIZE"),
  DATA_DIR: raw("DATA_DIR"),
  BASE_URL: raw("BASE_URL"),
  AUTH_URL: raw("AUTH_URL"),
  PORTAL_URL: raw("PORTAL_URL"),
  SMTP_URL: raw("SMTP_URL"),
  MAIL_FROM: raw("MAIL_FROM"),
  SECRET_KEY: raw("SECRET_KEY"),
  SECRET_KEY_FILE: raw("SECRET_KEY_FILE"),
  FONT_DIR: raw("FONT_DIR"),
  REDIS_URL: raw("REDIS_URL"),
  RATE_LIMIT: raw("RATE_LIMIT"),
  TLS_CERT_FILE: raw("TLS_CERT_FILE"),
  TLS_KEY_FILE: raw("TLS_KEY_FILE"),
  CORS_ORIGINS: raw("CORS_ORIGINS"),
  OTEL_EXPORTER_OTLP_ENDPOINT: raw("OTEL_EXPORTER_OTLP_ENDPOINT"),
  TRUST_PROXY: raw("TRUST_PROXY"),
  PROCESSOR: raw("PROCESSOR"),
  STRIPE_SECRET_KEY: raw("STRIPE_SECRET_KEY"),
  STRIPE_WEBHOOK_SECRET: raw("STRIPE_WEBHOOK_SECRET"),
  STRIPE_API_URL: raw("STRIPE_API_URL"),
  WEBHOOK_ALLOW_PRIVATE: raw("WEBHOOK_ALLOW_PRIVATE"),
  METRICS_TOKEN: raw("METRICS_TOKEN"),
  LOG_LEVEL: raw("LOG_LEVEL"),
  LOG_FORMAT: raw("LOG_FORMAT")
}
const values = Config.all(settings)
/** The name of every setting. */
export const settingNames: ReadonlyArray<string> = Object.keys(settings)
type Values = Config.Success<typeof values>

/** The value, or undefined with its problem noted: what is made of it is then never used. */
type Take = <T>(name: keyof Values, parsed: Parsed<T>) => T | undefined

const noSecret = Redacted.make("")

const processorConfigs: {
  readonly [Name in ProcessorName]: (found: Values, take: Take) => ProcessorConfig<Name>
} = {
  test: () => ({ name: "test", settings: {} }),
  // Its two secrets are needed: a message that cannot be checked would book money.
  stripe: (found, take) => {
    const secretOf = (name: "STRIPE_SECRET_KEY" | "STRIPE_WEBHOOK_SECRET") =>
      take(name, parseSecretOf("stripe", found[name])) ?? noSecret
    return {
      name: "stripe",
      settings: {
        secretKey: secretOf("STRIPE_SECRET_KEY"),
        webhookSecret: secretOf("STRIPE_WEBHOOK_SECRET"),
        apiUrl: found.STRIPE_API_URL
      }
    }
  }
}

/** Without a name, `test` on the embedded database; a server's money is left to nobody's guess. */
const processorOf = (found: Values, take: Take): ProcessorConfig | undefined => {
  take("STRIPE_API_URL", parseEndpoint(found.STRIPE_API_URL))
  if (found.PROCESSOR === undefined && found.DATABASE_URL !== undefined) return undefined
  const name = take("PROCESSOR", oneOf(found.PROCESSOR, processorNames, "test"))
  return processorConfigs[name ?? "test"](found, take)
}

const parse = (found: Values): { config: AppConfig; problems: ReadonlyArray<string> } => {
  const problems: string[] = []
  const take: Take = (name, parsed) => {
    if ("value" in parsed) return parsed.value
    problems.push(`${name} ${parsed.problem}`)
    return undefined
  }
  const config: AppConfig = {
    host: found.HOST ?? "127.0.0.1",
    port: take("PORT", parsePort(found.PORT)) ?? 0,
    databaseUrl: take("DATABASE_URL", parseDatabaseUrl(found.DATABASE_URL)),
    databasePoolSize: take("DATABASE_POOL_SIZE", parsePoolSize(found.DATABASE_POOL_SIZE)) ?? 10,
    dataDir: found.DATA_DIR ?? "./.data",
    baseUrl: take("BASE_URL", parseOrigin(found.BASE_URL)),
    authUrl: take("AUTH_URL", parseOrigin(found.AUTH_URL)),
    portalUrl: take("PORTAL_URL", parsePortalUrl(found.PORTAL_URL)),
    smtpUrl: take("SMTP_URL", parseSmtpUrl(found.SMTP_URL)),
    mailFrom: take("MAIL_FROM", parseMailFrom(found.MAIL_FROM)) ?? { name: "", address: "" },
    secretKeyFile: found.SECRET_KEY_FILE,
    secretKeys: take("SECRET_KEY", parseSecretKey(found.SECRET_KEY)),
    fontDir: found.FONT_DIR,
    redisUrl: take("REDIS_URL", parseRedisUrl(found.REDIS_URL)),
    rateLimit: take("RATE_LIMIT", oneOf(found.RATE_LIMIT, ["on", "off"], "on")) !== "off",
    trustProxy:
      take("TRUST_PROXY", oneOf(found.TRUST_PROXY, ["true", "false"], "false")) === "true",
    tls: take("TLS_CERT_FILE", parseTls(found.TLS_CERT_FILE, found.TLS_KEY_FILE)),
    corsOrigins: take("CORS_ORIGINS", parseOrigins(found.CORS_ORIGINS)) ?? [],
    otlpEndpoint: take(
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      parseEndpoint(found.OTEL_EXPORTER_OTLP_ENDPOINT)
    ),
    processor: processorOf(found, take),
    metricsToken: take("METRICS_TOKEN", parseMetricsToken(found.METRICS_TOKEN)),
    webhookAllowPrivate:
      take(
        "WEBHOOK_ALLOW_PRIVATE",
        oneOf(found.WEBHOOK_ALLOW_PRIVATE, ["true", "false"], "false")
      ) === "true",
    logLevel: take("LOG_LEVEL", oneOf(found.LOG_LEVEL, logLevels, "info")) ?? "info",
    logFormat: take("LOG_FORMAT", oneOf(found.LOG_FORMAT, logFormats, "pretty")) ?? "pretty"
  }
  if (config.databaseUrl !== undefined && found.SECRET_KEY === undefined) {
    problems.push(
      "SECRET_KEY is needed with DATABASE_URL: 32 bytes in base64; make one with: openssl rand -base64 32"
    )
  }
  return { config, problems }
}

/** What orchestrators give as a file stands for the variable, and not beside it. */
const withKeyFile = (found: Values): Effect.Effect<Values, ConfigInvalid> => {
  const { SECRET_KEY_FILE: file } = found
  const refused = (problem: string) =>
    new ConfigInvalid({ problems: [`SECRET_KEY_FILE ${problem}`] })
  if (file === undefined) return Effect.succeed(found)
  if (found.SECRET_KEY !== undefined)
    return Effect.fail(refused("and SECRET_KEY exclude each other"))
  return Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: () => refused(`cannot be read: ${file}`)
  }).pipe(Effect.map((text) => ({ ...found, SECRET_KEY: text.trim() })))
}

const read = Effect.mapError(
  values,
  (error) => new ConfigInvalid({ problems: [error.message] })
).pipe(Effect.flatMap(withKeyFile), Effect.map(parse))

/**
 * The settings in force, from the environment or from whatever ConfigProvider is there. A command
 * takes no money and sets no cookie: it runs without what only a server needs.
 */
export const loadConfig: Effect.Effect<AppConfig, ConfigInvalid> = Effect.flatMap(
  read,
  ({ config, problems }) =>
    problems.length === 0 ? Effect.succeed(config) : Effect.fail(new ConfigInvalid({ problems }))
)

const processorChoices = Object.entries(processorCautions).map(([name, caution]) =>
  caution === null ? name : `${name}, with which ${caution}`
)

/** What a server needs beyond the settings that every command reads. */
export const serverProblems = (config: AppConfig): ReadonlyArray<string> => [
  ...(config.processor === undefined
    ? [`PROCESSOR is needed with DATABASE_URL: ${processorChoices.join(", or ")}`]
    : []),
  ...(config.trustProxy && config.baseUrl === undefined
    ? ["BASE_URL is needed with TRUST_PROXY: the public address decides whether cookies are Secure"]
    : [])
]

/** The settings of a server; every problem is named at once. */
export const loadServerConfig: Effect.Effect<ServerConfig, ConfigInvalid> = Effect.flatMap(
  read,
  ({ config, problems }) => {
    const all = [...problems, ...serverProblems(config)]
    const { processor } = config
    return all.length > 0 || processor === undefined
      ? Effect.fail(new ConfigInvalid({ problems: all }))
      : Effect.succeed({ ...config, processor })
  }
)
