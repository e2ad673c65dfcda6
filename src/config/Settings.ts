/**
 * Table of all settings: variable, kind, default, and text of the operator's manual. The typed
 * configuration, the problems of a start, `retainer config` and the manual's table (`npm run
 * settings`) follow from it.
 */
import { Config, Option, Result, Struct } from "effect"
import { type ProcessorName, processorNames } from "../domain/payments/Checkout.ts"
import {
  bearerToken,
  bytes,
  cellLabel,
  cellList,
  databaseUrl,
  endpoint,
  mebibytes,
  oneOf,
  onOrOff,
  origin,
  origins,
  poolSize,
  port,
  portalUrl,
  processes,
  redisUrl,
  type SettingKind,
  secret,
  secretKeyList,
  secrets,
  sender,
  smtpUrl,
  text,
  trueOrFalse
} from "./Values.ts"

interface Described {
  readonly name: string
  /** The default as text; undefined is none. */
  readonly fallback: string | undefined
  /** The default in words; Markdown, like `about`. */
  readonly without: string
  readonly about: string
  /** The only processor that reads it. */
  readonly of: ProcessorName | undefined
}

/** The value of a setting, and how it is shown. */
export interface FoundSetting<A> {
  readonly setting: Described
  readonly value: A
  readonly shown: string | number | boolean
}
/** The problem of a bad value, so that all problems are reported together. */
export type FoundOrProblem<A> = Result.Result<FoundSetting<A>, string>

interface Setting<A> extends Described {
  readonly found: Config.Config<FoundOrProblem<A>>
}

/** The words for a setting without a value. */
export const shownWithout = ({ without }: Described): string => `(${without.replaceAll("`", "")})`

const settingOf = <A>(
  setting: Described,
  must: string,
  value: Config.Config<A>,
  show: (value: A) => FoundSetting<A>["shown"]
): Setting<A> => ({
  ...setting,
  found: value.pipe(
    Config.map(
      (value): FoundOrProblem<A> => Result.succeed({ setting, value, shown: show(value) })
    ),
    Config.orElse(() => Config.succeed(Result.fail(`${setting.name} ${must}`)))
  )
})

const always = <A>(
  name: string,
  kind: SettingKind<A>,
  fallback: string,
  about: string
): Setting<A> =>
  settingOf(
    { name, fallback, without: `\`${fallback}\``, about, of: undefined },
    kind.must,
    kind.read(name),
    kind.show
  )

const optional = <A>(
  name: string,
  kind: SettingKind<A>,
  without: string,
  about: string,
  of?: ProcessorName
): Setting<A | undefined> => {
  const setting = { name, fallback: undefined, without, about, of }
  return settingOf<A | undefined>(
    setting,
    kind.must,
    Config.map(Config.option(kind.read(name)), Option.getOrUndefined),
    (value) => (value === undefined ? shownWithout(setting) : kind.show(value))
  )
}

const ofStripe = <A>(name: string, kind: SettingKind<A>, without: string, about: string) =>
  optional(name, kind, without, about, "stripe")

/** The sender if `MAIL_FROM` is not set. */
export const unsetSender = "retainer@localhost.localdomain"

export const settings = {
  host: always("HOST", text, "127.0.0.1", "where to listen"),
  port: always("PORT", port, "3000", "where to listen; `0` takes a free one"),
  databaseUrl: optional(
    "DATABASE_URL",
    databaseUrl,
    "embedded",
    "a PostgreSQL server, 15 or later; without it the embedded database. Several hosts are " +
      "`postgres://user@h1:5432,h2:5432/name?target_session_attrs=read-write`: see [A database " +
      "that fails over](#a-database-that-fails-over). A server waits 30 s for its first answer; " +
      "the commands do not wait"
  ),
  databasePoolSize: always(
    "DATABASE_POOL_SIZE",
    poolSize,
    "10",
    "connections that one process opens to the PostgreSQL server at most, 4 to 1000: one for " +
      "`/readyz`, a third of the rest for reads, from 6 on one that quick changes share, what " +
      "remains for changes that take longer. All processes together should stay below the " +
      "server's `max_connections`; beyond it they wait for each other"
  ),
  databasePrepare: always(
    "DATABASE_PREPARE",
    trueOrFalse,
    "true",
    "`false` behind a pooler in transaction mode (PgBouncer): nothing is prepared or set " +
      "beyond a transaction, and small changes do not share commits. The timeouts of single " +
      "statements come from the role then; `retainer migrate` prints the statements that set " +
      "them"
  ),
  databaseDirectUrl: optional(
    "DATABASE_DIRECT_URL",
    databaseUrl,
    "`DATABASE_URL`",
    "the PostgreSQL server past a pooler, for migrations and other maintenance"
  ),
  webConcurrency: always(
    "WEB_CONCURRENCY",
    processes,
    "1",
    "server processes on the one port, 1 to 64, beside a supervisor; with `DATABASE_URL` only. " +
      "Each opens `DATABASE_POOL_SIZE` connections"
  ),
  dataDir: always(
    "DATA_DIR",
    text,
    "./.data",
    "embedded database, its secret key, mails as files, and the bytes of files (unless " +
      "`S3_BUCKET` is set; servers on several machines have to share them): readable by the " +
      "process's own user alone, even if the directory was open before"
  ),
  fileMaxMib: always(
    "FILE_MAX_MIB",
    mebibytes,
    "100",
    "the largest file that is accepted, 1 to 5000 MiB. A proxy in front must accept as much"
  ),
  fileQuotaBytes: optional(
    "FILE_QUOTA_BYTES",
    bytes,
    "by plan: 5, 50 or 500 GiB",
    "the storage quota of each workspace in bytes, for all plans"
  ),
  s3Bucket: optional(
    "S3_BUCKET",
    text,
    "a folder, `DATA_DIR/files`",
    "a bucket of S3 or of a compatible service, for the bytes of files; its key needs the " +
      "rights to get, put, list and delete"
  ),
  s3Endpoint: optional(
    "S3_ENDPOINT",
    endpoint,
    "Amazon's own",
    "the address of another service than Amazon's; the bucket is named in the path"
  ),
  s3Region: always("S3_REGION", text, "us-east-1", "the region of the bucket"),
  s3AccessKeyId: optional("S3_ACCESS_KEY_ID", text, "none", "needed with `S3_BUCKET`"),
  s3SecretAccessKey: optional("S3_SECRET_ACCESS_KEY", secret, "none", "needed with `S3_BUCKET`"),
  baseUrl: optional("BASE_URL", origin, "where it listens", "the public origin, for links"),
  authUrl: optional(
    "AUTH_URL",
    origin,
    "`BASE_URL`",
    "the origin of the consent screen and the OAuth endpoints"
  ),
  portalUrl: optional(
    "PORTAL_URL",
    portalUrl,
    "`BASE_URL/portal`",
    "the address of the client portal: its path is where this server has the portal's pages"
  ),
  cell: optional(
    "CELL",
    cellLabel,
    "none",
    "the label of this installation where it is one of several behind a router, as `eu1`: see " +
      "[Cells](#cells). It stands in new keys, tokens and links"
  ),
  cells: optional(
    "CELLS",
    cellList,
    "none",
    "for `retainer router` alone: the cells behind it, as " +
      "`eu1=http://10.0.0.1:3000,eu2=http://10.0.0.2:3000`. Requests without a label go to the first"
  ),
  smtpUrl: optional(
    "SMTP_URL",
    smtpUrl,
    "files",
    "`smtp://user:password@host:587` or `smtps://…`; without it mails are files. With a user " +
      "the server must offer STARTTLS and a valid certificate, except on this machine"
  ),
  mailFrom: always(
    "MAIL_FROM",
    sender,
    unsetSender,
    "the sender, an address or `Name <address>`; mails use the workspace's name, or this one " +
      "if it has none. Answers go to the workspace's e-mail"
  ),
  secretKeys: optional(
    "SECRET_KEY",
    secretKeyList,
    "created in `DATA_DIR`",
    "32 bytes in base64 that sign links and cursors and encrypt webhook secrets; required with " +
      "`DATABASE_URL`. Several, with commas between them, while a key is replaced: see " +
      "[Replacing the secret key](#replacing-the-secret-key)"
  ),
  secretKeyFile: optional(
    "SECRET_KEY_FILE",
    text,
    "none",
    "a file with the value of `SECRET_KEY`, instead of that"
  ),
  processor: optional(
    "PROCESSOR",
    oneOf(processorNames),
    "`test` if only this machine reaches the embedded database",
    "the payment processor: `stripe`, or the built-in `test`, which lets anyone with a payment " +
      "link mark its invoice as paid. Required with `DATABASE_URL`, and if other machines can " +
      "reach the server: a `HOST` or `BASE_URL` that is not loopback, `TRUST_PROXY`, TLS"
  ),
  stripeSecretKey: ofStripe(
    "STRIPE_SECRET_KEY",
    secret,
    "none",
    "needed for Stripe: the key of its API"
  ),
  stripeWebhookSecret: ofStripe(
    "STRIPE_WEBHOOK_SECRET",
    secrets,
    "none",
    "needed for Stripe: the secret that signs its messages. Its webhook is " +
      "`BASE_URL/processor/stripe` (of a cell `BASE_URL/processor/stripe/CELL`), with " +
      "`checkout.session.completed`, " +
      "`checkout.session.async_payment_succeeded`, `charge.refunded` and " +
      "`charge.dispute.closed`. Several, separated by commas: a message may be signed with any"
  ),
  stripeApiUrl: ofStripe(
    "STRIPE_API_URL",
    endpoint,
    "Stripe's own",
    "another host for Stripe's API, for tests"
  ),
  webhookAllowPrivate: always(
    "WEBHOOK_ALLOW_PRIVATE",
    trueOrFalse,
    "false",
    "`true` lets webhooks go to private and loopback addresses, and over `http://`"
  ),
  rateLimit: always("RATE_LIMIT", onOrOff, "on", "`off` lifts every limit"),
  redisUrl: optional(
    "REDIS_URL",
    redisUrl,
    "none",
    "shares the rate limits of all processes; while it is unreachable each process counts alone"
  ),
  fontDir: optional(
    "FONT_DIR",
    text,
    "none",
    "further TTF and OTF fonts for invoices, searched after the shipped ones and the [optional " +
      "packages](#fonts)"
  ),
  tlsCertFile: optional(
    "TLS_CERT_FILE",
    text,
    "none",
    "a PEM file; with it and its key the service speaks TLS itself"
  ),
  tlsKeyFile: optional("TLS_KEY_FILE", text, "none", "the key of `TLS_CERT_FILE`, a PEM file"),
  trustProxy: always(
    "TRUST_PROXY",
    trueOrFalse,
    "false",
    "`true` trusts the proxy's `X-Forwarded-For` and `X-Forwarded-Proto`; requests that came " +
      "over http are then refused (400 on `/v1`, a redirect on pages). `BASE_URL` is needed " +
      "with it"
  ),
  corsOrigins: optional(
    "CORS_ORIGINS",
    origins,
    "none",
    "origins, separated by commas, whose scripts may call the API from a browser"
  ),
  otlpEndpoint: optional(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    endpoint,
    "none",
    "where traces, logs and metrics go, OTLP over HTTP in JSON"
  ),
  metricsToken: optional(
    "METRICS_TOKEN",
    bearerToken,
    "loopback only",
    "the bearer token of `/metrics`, at least 16 characters; without it `/metrics` answers " +
      "this machine only"
  ),
  logLevel: always(
    "LOG_LEVEL",
    oneOf(["trace", "debug", "info", "warn", "error", "none"]),
    "info",
    "`trace debug info warn error none`"
  ),
  logFormat: always(
    "LOG_FORMAT",
    oneOf(["pretty", "json"]),
    "pretty",
    "`pretty` or `json`, on stderr"
  )
}

/** In the order of the manual. */
export const settingList: ReadonlyArray<Setting<unknown>> = Object.values(settings)

interface FoundOf extends Struct.Lambda {
  <A>(setting: Setting<A>): Setting<A>["found"]
  readonly "~lambda.out": this["~lambda.in"] extends Setting<infer A> ? Setting<A>["found"] : never
}

/** Every setting with its value or its problem. */
export const foundSettings = Config.all(
  Struct.map(
    settings,
    Struct.lambda<FoundOf>(({ found }) => found)
  )
)
export type FoundSettings = Config.Success<typeof foundSettings>

/** The table of the manual. */
export const settingsTable = (): string =>
  [
    "| variable | default | |",
    "|---|---|---|",
    ...settingList.map(({ name, without, about }) => `| \`${name}\` | ${without} | ${about} |`)
  ].join("\n")
