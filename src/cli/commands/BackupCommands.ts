/**
 * `backup` writes the embedded database with its files and key into one file, with or without a
 * running server. `restore` replaces the database by such a file, without a running server.
 */
import { access } from "node:fs/promises"
import { join } from "node:path"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Console, DateTime, Effect, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type AppConfig, loadConfig } from "../../config/Config.ts"
import { archiveOf, printable } from "../../infra/backup/Archive.ts"
import { hasDatabase, restoreBackup } from "../../infra/backup/Restore.ts"
import { takeSnapshot } from "../../infra/backup/Snapshot.ts"
import { lockDataDirectory } from "../../infra/storage/DataDirectory.ts"
import { version } from "../../infra/Version.ts"
import { CommandHost, onHost } from "../CommandHost.ts"
import { Operator } from "../Operator.ts"
import { print } from "../Output.ts"
import { CommandFailed, json } from "./Shared.ts"

const force = Flag.Boolean("force").pipe(Flag.withDefault(false))

const requireEmbedded = Effect.fnUntraced(function* (instead: string) {
  const config = yield* loadConfig
  if (config.databaseUrl === undefined) return config
  return yield* new CommandFailed({
    message: `This is for the embedded database; with DATABASE_URL use ${instead}`
  })
})

const hasKeyFile = ({ dataDir }: AppConfig) =>
  Effect.promise(() =>
    access(join(dataDir, "secret.key")).then(
      () => true,
      () => false
    )
  )

/** Warnings about secrets and data beside the file. */
const cautions = (config: AppConfig, withKey: boolean): ReadonlyArray<string> => [
  withKey
    ? "The secret key is in it: protect the file as you would protect the key"
    : "The secret key is not in it: store it too, without it links and webhook secrets are lost",
  ...(config.s3 === undefined ? [] : [`The bytes of files are in ${config.s3.bucket}, not in it`])
]

export const backupCommand = Command.make(
  "backup",
  {
    json,
    force: force.pipe(Flag.withDescription("Replace an existing file")),
    withoutKey: Flag.Boolean("without-key").pipe(
      Flag.withDescription("Leave the secret key out"),
      Flag.withDefault(false)
    ),
    path: Argument.String("file").pipe(
      Argument.withDescription("Where to write the backup; - is standard output")
    )
  },
  Effect.fnUntraced(function* (input) {
    const config = yield* requireEmbedded("pg_dump")
    const { onDatabase } = yield* CommandHost
    const { write } = yield* Operator
    if (!(yield* hasDatabase(config.dataDir))) {
      return yield* new CommandFailed({ message: `There is no database in ${config.dataDir}` })
    }
    const withKey =
      !input.withoutKey && config.secretKeys === undefined && (yield* hasKeyFile(config))
    const createdAt = DateTime.formatIso(yield* DateTime.now)
    let size = 0
    const migration = yield* onDatabase(
      Effect.gen(function* () {
        const { folder, migration } = yield* takeSnapshot(config.dataDir, withKey)
        const bytes = NodeStream.fromReadable<Uint8Array>({
          evaluate: () => archiveOf({ version, created_at: createdAt, migration }, folder)
        })
        const counted = Stream.map(bytes, (chunk) => {
          size += chunk.length
          return chunk
        })
        yield* write(input.path, input.force, Stream.orDie(counted))
        return migration
      }).pipe(Effect.scoped)
    )
    const result = { file: input.path, bytes: size, version, migration, created_at: createdAt }
    if (input.path === "-") yield* Console.error(JSON.stringify(result))
    else yield* print(input.json, { ...result, has_key: withKey })
    for (const caution of cautions(config, withKey)) yield* Console.error(caution)
  }, onHost)
).pipe(Command.withDescription("Write the embedded database, its files and its key into one file"))

export const restoreCommand = Command.make(
  "restore",
  {
    json,
    force: force.pipe(Flag.withDescription("Replace the existing database")),
    path: Argument.String("file").pipe(Argument.withDescription("A file of retainer backup"))
  },
  Effect.fnUntraced(function* (input) {
    const config = yield* requireEmbedded("pg_restore")
    if ((yield* CommandHost).isServer) {
      return yield* new CommandFailed({ message: "A server does not restore its own database" })
    }
    const { read } = yield* Operator
    const restored = yield* Effect.gen(function* () {
      yield* lockDataDirectory(config.dataDir)
      if (!input.force && (yield* hasDatabase(config.dataDir))) {
        return yield* new CommandFailed({
          message: `${config.dataDir} has a database; --force replaces it with its files and mails`
        })
      }
      const hasOwnKey = config.secretKeys !== undefined || (yield* hasKeyFile(config))
      return yield* restoreBackup(config.dataDir, read(input.path), hasOwnKey)
    }).pipe(
      Effect.scoped,
      Effect.catchTag("BackupRefused", ({ problem }) =>
        Effect.fail(new CommandFailed({ message: `${input.path} ${problem}` }))
      )
    )
    const { manifest, applied, hasKey } = restored
    yield* print(input.json, {
      restored: input.path,
      version: printable(manifest.version),
      created_at: printable(manifest.created_at),
      applied
    })
    if (hasKey && config.secretKeys !== undefined) {
      yield* Console.error("SECRET_KEY is set: the key of the backup is used only without it")
    }
  })
).pipe(Command.withDescription("Restore a backup of the embedded database, while no server runs"))
