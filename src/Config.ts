/**
 * Every setting, read here and nowhere else and checked before anything starts: a
 * bad value stops the start with its name and what would be right.
 */
import { Config, Data, Effect, Option, Redacted, Schema } from "effect"
import { EmailAddress } from "./domain/Text.ts"

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

export interface AppConfig {
  readonly host: string
  readonly port: number
  /** A PostgreSQL server; undefined is the embedded database. */
  readonly databaseUrl: Redacted.Redacted | undefined
  readonly dataDir: string
  /** Origin without a trailing slash; undefined is where the process listens. */
  readonly baseUrl: string | undefined
  /** Origin of the consent screen; undefined is the base URL. */
  readonly authUrl: string | undefined
  readonly portalUrl: string | undefined
  /** Undefined: mails are written as files. */
  readonly smtpUrl: Redacted.Redacted<URL> | undefined
  readonly mailFrom: string
  /** 32 bytes; undefined is allowed with the embedded database, which keeps its own. */
  readonly secretKey: Redacted.Redacted<Uint8Array> | undefined
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
  /** Who takes clients' money. */
  readonly processor: { readonly name: "test" } | ({ readonly name: "stripe" } & StripeConfig)
  /** Webhooks may go to private addresses: for development, and networks of one's own. */
  readonly webhookAllowPrivate: boolean
  readonly logLevel: (typeof logLevels)[number]
  readonly logFormat: (typeof logFormats)[number]
}

export const logLevels = ["trace", "debug", "info", "warn", "error", "none"] as const
export const logFormats = ["pretty", "json"] as const

/** An empty variable is the same as an absent one. */
const raw = (name: string) =>
  Config.String(name).pipe(
    Config.option,
    Config.map((value) => Option.getOrUndefined(value)?.trim() || undefined)
  )

const values = Config.all({
  HOST: raw("HOST"),
  PORT: raw("PORT"),
  DATABASE_URL: raw("DATABASE_URL"),
  DATA_DIR: raw("DATA_DIR"),
  BASE_URL: raw("BASE_URL"),
  AUTH_URL: raw("AUTH_URL"),
  PORTAL_URL: raw("PORTAL_URL"),
  SMTP_URL: raw("SMTP_URL"),
  MAIL_FROM: raw("MAIL_FROM"),
  SECRET_KEY: raw("SECRET_KEY"),
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
  LOG_LEVEL: raw("LOG_LEVEL"),
  LOG_FORMAT: raw("LOG_FORMAT")
})
type Values = Config.Success<typeof values>

type Parsed<T> = { readonly value: T } | { readonly problem: string }
const ok = <T>(value: T): Parsed<T> => ({ value })
const bad = (problem: string): Parsed<never> => ({ problem })

const parsePort = (text = "3000"): Parsed<number> =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? ok(Number(text))
    : bad("must be a port from 0 to 65535 (0 takes a free one)")

const parseUrl = (text: string, protocols: ReadonlyArray<string>): URL | undefined => {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "" ? url : undefined
}

const parseDatabaseUrl = (text: string | undefined): Parsed<AppConfig["databaseUrl"]> => {
  if (text === undefined) return ok(undefined)
  return parseUrl(text, ["postgres:", "postgresql:"]) === undefined
    ? bad("must be like postgres://user:password@host:5432/database")
    : ok(Redacted.make(text))
}

const parseOrigin = (text: string | undefined): Parsed<string | undefined> => {
  if (text === undefined) return ok(undefined)
  const url = parseUrl(text, ["http:", "https:"])
  const isOrigin = url?.pathname === "/" && url.search === "" && url.hash === ""
  return url !== undefined && isOrigin && url.username === ""
    ? ok(url.origin)
    : bad("must be an origin without a path, like https://retainer.example.com")
}

const parsePortalUrl = (text: string | undefined): Parsed<string | undefined> => {
  if (text === undefined) return ok(undefined)
  const url = parseUrl(text, ["http:", "https:"])
  return url !== undefined && url.search === "" && url.hash === "" && url.username === ""
    ? ok(url.href.replace(/\/+$/, ""))
    : bad("must be a URL without a query, like https://portal.example.com")
}

const parseSmtpUrl = (text: string | undefined): Parsed<AppConfig["smtpUrl"]> => {
  if (text === undefined) return ok(undefined)
  const url = parseUrl(text, ["smtp:", "smtps:"])
  return url === undefined
    ? bad("must be like smtp://user:password@host:587 or smtps://host:465")
    : ok(Redacted.make(url))
}

const parseRedisUrl = (text: string | undefined): Parsed<AppConfig["redisUrl"]> => {
  if (text === undefined) return ok(undefined)
  return parseUrl(text, ["redis:", "rediss:"]) === undefined
    ? bad("must be like redis://user:password@host:6379")
    : ok(Redacted.make(text))
}

const parseTls = (
  certFile: string | undefined,
  keyFile: string | undefined
): Parsed<AppConfig["tls"]> => {
  if (certFile === undefined && keyFile === undefined) return ok(undefined)
  return certFile === undefined || keyFile === undefined
    ? bad("and TLS_KEY_FILE are needed together")
    : ok({ certFile, keyFile })
}

const parseOrigins = (text = ""): Parsed<ReadonlyArray<string>> => {
  const origins = text.split(",").flatMap((part) => part.trim() || [])
  return origins.every((origin) => URL.parse(origin)?.origin === origin)
    ? ok(origins)
    : bad("must be origins separated by commas, like https://app.example.com")
}

const parseEndpoint = (text: string | undefined): Parsed<string | undefined> => {
  if (text === undefined) return ok(undefined)
  const url = parseUrl(text, ["http:", "https:"])
  return url === undefined ? bad("must be a URL like http://localhost:4318") : ok(url.href)
}

const parseSecretKey = (text: string | undefined): Parsed<AppConfig["secretKey"]> => {
  if (text === undefined) return ok(undefined)
  const bytes = Buffer.from(text, "base64")
  return bytes.length === 32 &&
    bytes.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "")
    ? ok(Redacted.make(new Uint8Array(bytes)))
    : bad("must be 32 bytes in base64; make one with: openssl rand -base64 32")
}

const parseMailFrom = (text = "retainer@localhost.localdomain"): Parsed<string> =>
  Schema.is(EmailAddress)(text) ? ok(text) : bad("must be one e-mail address")

const oneOf = <const T extends string>(
  text: string | undefined,
  allowed: ReadonlyArray<T>,
  fallback: T
): Parsed<T> => {
  if (text === undefined) return ok(fallback)
  const found = allowed.find((value) => value === text)
  return found === undefined ? bad(`must be one of: ${allowed.join(" ")}`) : ok(found)
}

/** With Stripe its two secrets are needed: a message that cannot be checked would book money. */
const parseStripeSecret = (
  processor: string | undefined,
  text: string | undefined
): Parsed<Redacted.Redacted | undefined> => {
  if (processor !== "stripe") return ok(undefined)
  return text === undefined ? bad("is needed with PROCESSOR=stripe") : ok(Redacted.make(text))
}

const parse = (found: Values): Effect.Effect<AppConfig, ConfigInvalid> => {
  const problems: string[] = []
  const take = <T>(name: keyof Values, parsed: Parsed<T>): T | undefined => {
    if ("value" in parsed) return parsed.value
    problems.push(`${name} ${parsed.problem}`)
    return undefined
  }
  const secretKey = take(
    "STRIPE_SECRET_KEY",
    parseStripeSecret(found.PROCESSOR, found.STRIPE_SECRET_KEY)
  )
  const webhookSecret = take(
    "STRIPE_WEBHOOK_SECRET",
    parseStripeSecret(found.PROCESSOR, found.STRIPE_WEBHOOK_SECRET)
  )
  take("PROCESSOR", oneOf(found.PROCESSOR, ["test", "stripe"], "test"))
  take("STRIPE_API_URL", parseEndpoint(found.STRIPE_API_URL))
  const config: AppConfig = {
    host: found.HOST ?? "127.0.0.1",
    port: take("PORT", parsePort(found.PORT)) ?? 0,
    databaseUrl: take("DATABASE_URL", parseDatabaseUrl(found.DATABASE_URL)),
    dataDir: found.DATA_DIR ?? "./.data",
    baseUrl: take("BASE_URL", parseOrigin(found.BASE_URL)),
    authUrl: take("AUTH_URL", parseOrigin(found.AUTH_URL)),
    portalUrl: take("PORTAL_URL", parsePortalUrl(found.PORTAL_URL)),
    smtpUrl: take("SMTP_URL", parseSmtpUrl(found.SMTP_URL)),
    mailFrom: take("MAIL_FROM", parseMailFrom(found.MAIL_FROM)) ?? "",
    secretKey: take("SECRET_KEY", parseSecretKey(found.SECRET_KEY)),
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
    processor:
      secretKey === undefined || webhookSecret === undefined
        ? { name: "test" }
        : { name: "stripe", secretKey, webhookSecret, apiUrl: found.STRIPE_API_URL },
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
  return problems.length === 0
    ? Effect.succeed(config)
    : Effect.fail(new ConfigInvalid({ problems }))
}

/** The settings in force, from the environment or from whatever ConfigProvider is there. */
export const loadConfig: Effect.Effect<AppConfig, ConfigInvalid> = Effect.gen(function* () {
  const given = yield* Effect.mapError(
    values,
    (error) => new ConfigInvalid({ problems: [error.message] })
  )
  return yield* parse(given)
})
