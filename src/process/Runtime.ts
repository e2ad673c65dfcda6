/**
 * Runtime of server and command line: the configured database with its schema, and every port on
 * it.
 */
import { join } from "node:path"
import { Deferred, type Duration, Effect, Fiber, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Cell } from "../app/Cell.ts"
import { DiskSpace } from "../app/ports/DiskSpace.ts"
import type { PaymentProcessor } from "../app/ports/payments/PaymentProcessor.ts"
import type { AppConfig, ProcessorConfig, ProcessorSettings } from "../config/Config.ts"
import type { ProcessorName } from "../domain/payments/Checkout.ts"
import { Readiness } from "../http/server/Health.ts"
import { ArchiverYazl } from "../infra/backup/Zip.ts"
import { CommonPasswordsZxcvbn } from "../infra/crypto/CommonPasswordsZxcvbn.ts"
import { OneTimePasswordsOtpauth } from "../infra/crypto/OneTimePasswordsOtpauth.ts"
import { PasswordHasherArgon2 } from "../infra/crypto/PasswordHasherArgon2.ts"
import { keyId, type SecretKeys } from "../infra/crypto/SecretKeys.ts"
import { SecureRandomNode } from "../infra/crypto/SecureRandomNode.ts"
import { SignerHmac } from "../infra/crypto/SignerHmac.ts"
import { VaultAesGcm } from "../infra/crypto/VaultAesGcm.ts"
import {
  AccessLogLogger,
  AccessLogStderr,
  jsonLine,
  prettyLine
} from "../infra/log/AccessLogStderr.ts"
import { LogoDecoderThreads } from "../infra/logo/LogoDecoderThreads.ts"
import { MailComposerPreact } from "../infra/mail/MailComposerPreact.ts"
import { MailerFiles } from "../infra/mail/MailerFiles.ts"
import { MailerSmtp } from "../infra/mail/MailerSmtp.ts"
import { ProcessorStripe } from "../infra/payments/ProcessorStripe.ts"
import { ProcessorTest } from "../infra/payments/ProcessorTest.ts"
import { PdfRendererCached } from "../infra/pdf/PdfRendererCached.ts"
import { PdfRendererThreads } from "../infra/pdf/PdfRendererThreads.ts"
import { Database, layerEmbedded, layerPostgresServer } from "../infra/postgres/Database.ts"
import { HealthClient, type MaintenanceClient } from "../infra/postgres/ReadClient.ts"
import {
  RateLimitsLocal,
  RateLimitsOff,
  RateLimitsRedis
} from "../infra/ratelimit/RateLimitsBucket.ts"
import { renewSecrets } from "../infra/sql/KeyRenewal.ts"
import { layerSqlPorts } from "../infra/sql/SqlPorts.ts"
import { awaitDatabase, type DatabaseUnreachable } from "../infra/sql/schema/DatabaseWait.ts"
import { migrate } from "../infra/sql/schema/Migrate.ts"
import { isMigrated } from "../infra/sql/schema/Migrations.ts"
import { WorkspaceMovesPostgres } from "../infra/sql/workspaces/move/WorkspaceMovesPostgres.ts"
import {
  type DataDirectoryLocked,
  fileSecretKeys,
  lockDataDirectory
} from "../infra/storage/DataDirectory.ts"
import { DiskSpaceElsewhere, DiskSpaceStatfs } from "../infra/storage/DiskSpaceStatfs.ts"
import { FileSnifferFileType } from "../infra/storage/FileSnifferFileType.ts"
import { FileStorageFolder } from "../infra/storage/FileStorageFolder.ts"
import { FileStorageS3 } from "../infra/storage/FileStorageS3.ts"
import { WebhookSenderNode } from "../infra/webhooks/WebhookSenderNode.ts"

/** One line per request at level info; over OTLP if an endpoint is set. */
export const layerAccessLog = ({ logLevel, logFormat, otlpEndpoint }: AppConfig) =>
  otlpEndpoint === undefined
    ? AccessLogStderr({
        line: logFormat === "json" ? jsonLine : prettyLine,
        isOn: ["trace", "debug", "info"].includes(logLevel)
      })
    : AccessLogLogger

/** A server waits for a database that starts; a command fails at once. */
export const serverPatience = "30 seconds"

/** The database when it answers; the embedded one after its directory is locked. */
export const layerDatabase = (
  config: AppConfig,
  patience: Duration.Input = 0
): Layer.Layer<
  SqlClient.SqlClient | Database | HealthClient | MaintenanceClient,
  SqlError.SqlError | DatabaseUnreachable | DataDirectoryLocked
> => {
  const { databaseUrl: url, databasePoolSize, databasePrepare, databaseDirectUrl, dataDir } = config
  return url !== undefined
    ? Layer.effectDiscard(
        awaitDatabase(
          url,
          patience,
          Effect.flatMap(Database, ({ check }) => check)
        )
      ).pipe(
        Layer.provideMerge(
          layerPostgresServer(url, {
            poolSize: databasePoolSize,
            prepare: databasePrepare,
            directUrl: databaseDirectUrl
          })
        )
      )
    : Layer.unwrap(Effect.as(lockDataDirectory(dataDir), layerEmbedded(join(dataDir, "db"))))
}

/** Ports that need the secret keys, after data of older keys is encrypted with the first. */
const onKeys = (keys: SecretKeys) =>
  Layer.effectDiscard(renewSecrets(keyId(keys[0]))).pipe(
    Layer.provideMerge(Layer.merge(SignerHmac(keys), VaultAesGcm(keys)))
  )

/** The configured keys, or the key file of the embedded database. */
export const secretKeysOf = ({ secretKeys, dataDir }: AppConfig) =>
  secretKeys === undefined ? fileSecretKeys(dataDir) : Effect.succeed(secretKeys)

const layerKeyed = (config: AppConfig) => Layer.unwrap(Effect.map(secretKeysOf(config), onKeys))

const processorLayers: {
  readonly [Name in ProcessorName]: (
    settings: ProcessorSettings[Name]
  ) => Layer.Layer<PaymentProcessor>
} = {
  test: () => ProcessorTest,
  stripe: ProcessorStripe
}

const layerOfProcessor = <Name extends ProcessorName>({ name, settings }: ProcessorConfig<Name>) =>
  processorLayers[name](settings)

/** Commands run without a processor: they open no checkout. */
const layerProcessor = ({ processor }: AppConfig) =>
  processor === undefined ? ProcessorTest : layerOfProcessor(processor)

export const layerRateLimits = ({ rateLimit, redisUrl }: AppConfig) => {
  if (!rateLimit) return RateLimitsOff
  return redisUrl === undefined ? RateLimitsLocal : RateLimitsRedis(redisUrl)
}

/** Mails are files here without an SMTP server. */
export const mailDirectory = ({ dataDir }: AppConfig): string => join(dataDir, "mail")

const layerFileStorage = ({ dataDir, fileMaxMib, fileQuotaBytes: quota, s3 }: AppConfig) => {
  const maxBytes = fileMaxMib * 1_048_576
  return s3 === undefined
    ? FileStorageFolder({ directory: join(dataDir, "files"), maxBytes, quota })
    : FileStorageS3({ ...s3, maxBytes, quota })
}

/** Measures the disk of DATA_DIR, unless callers' requests write nothing there. */
const layerDiskSpace = ({ dataDir, databaseUrl, s3 }: AppConfig) =>
  databaseUrl !== undefined && s3 !== undefined ? DiskSpaceElsewhere : DiskSpaceStatfs(dataDir)

/** Every port except `PublicUrls`, on the migrated database. */
export const layerPorts = (config: AppConfig, patience: Duration.Input = 0) => {
  const mailer =
    config.smtpUrl === undefined
      ? MailerFiles({ directory: mailDirectory(config), from: config.mailFrom })
      : MailerSmtp({ url: config.smtpUrl, from: config.mailFrom })
  const migrated = Layer.effectDiscard(migrate)
  const keyed = layerKeyed(config)
  return Layer.mergeAll(
    layerSqlPorts,
    keyed,
    Layer.provide(WorkspaceMovesPostgres, keyed),
    Layer.succeed(Cell, { label: config.cell ?? null }),
    layerProcessor(config),
    WebhookSenderNode(config.webhookAllowPrivate),
    PasswordHasherArgon2,
    OneTimePasswordsOtpauth,
    CommonPasswordsZxcvbn,
    MailComposerPreact,
    ArchiverYazl,
    LogoDecoderThreads,
    FileSnifferFileType,
    layerFileStorage(config),
    layerDiskSpace(config),
    PdfRendererCached(PdfRendererThreads(config.fontDir ?? null)),
    mailer,
    layerRateLimits(config)
  ).pipe(
    Layer.provideMerge(SecureRandomNode),
    Layer.provideMerge(migrated),
    Layer.provideMerge(layerDatabase(config, patience))
  )
}

/** A process with less free space is not ready: one segment of PostgreSQL's log takes 16 MiB. */
const freeBytesWhenReady = 33_554_432

/**
 * Ready: the database answers in time and has the schema of this code, and the disk is not full.
 */
export const layerReadiness = Layer.effect(
  Readiness,
  Effect.gen(function* () {
    const sql = yield* HealthClient
    const { free } = yield* DiskSpace
    const draining = yield* Deferred.make<void>()
    const scope = yield* Effect.scope
    let checking: Fiber.Fiber<boolean> | undefined
    const check = isMigrated.pipe(
      Effect.catchCause(() => Effect.succeed(false)),
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.ensuring(
        Effect.sync(() => {
          checking = undefined
        })
      ),
      Effect.forkIn(scope)
    )
    /** Concurrent checks share one query, which a check leaves after two seconds. */
    const database = Effect.gen(function* () {
      checking ??= yield* check
      return yield* Fiber.join(checking)
    }).pipe(
      Effect.timeout("2 seconds"),
      Effect.catchCause(() => Effect.succeed(false))
    )
    const isDraining = Deferred.isDone(draining)
    return {
      isReady: Effect.gen(function* () {
        if (yield* isDraining) return false
        return (yield* free) >= freeBytesWhenReady && (yield* database)
      }),
      drain: Effect.asVoid(Deferred.succeed(draining, undefined)),
      isDraining,
      drained: Deferred.await(draining)
    }
  })
)
