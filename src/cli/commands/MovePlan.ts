/** The plan of a move: both databases, storages and keys. It is refused while nothing is held. */
import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import { FileStorage } from "../../app/ports/files/FileStorage.ts"
import { movePlace, Vault } from "../../app/ports/Vault.ts"
import { type WorkspaceMove, WorkspaceMoves } from "../../app/ports/workspaces/WorkspaceMoves.ts"
import { WorkspaceRepository } from "../../app/ports/workspaces/WorkspaceRepository.ts"
import { type AppConfig, loadConfig } from "../../config/Config.ts"
import { shownId, WorkspaceId } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { keyId, parseSecretKeys, type SecretKeys } from "../../infra/crypto/SecretKeys.ts"
import { VaultAesGcm } from "../../infra/crypto/VaultAesGcm.ts"
import { Database } from "../../infra/postgres/Database.ts"
import { MaintenanceClient } from "../../infra/postgres/ReadClient.ts"
import { parseDatabaseUrl } from "../../infra/postgres/session/DatabaseUrl.ts"
import { sealedUnder } from "../../infra/sql/SealedColumns.ts"
import { MoveRefused } from "../../infra/sql/workspaces/move/MoveErrors.ts"
import { makeCopyFiles } from "../../infra/sql/workspaces/move/MoveFiles.ts"
import { resealSecrets } from "../../infra/sql/workspaces/move/MoveSecrets.ts"
import { prepareTarget } from "../../infra/sql/workspaces/move/MoveTarget.ts"
import { verifyMoved } from "../../infra/sql/workspaces/move/MoveVerification.ts"
import { type MovePlan, requireSameTables } from "../../infra/sql/workspaces/move/MoveWorkspace.ts"
import { FileStorageFolder } from "../../infra/storage/FileStorageFolder.ts"
import { secretKeysOf } from "../../process/Runtime.ts"

const refused = (reason: string) => new MoveRefused({ reason })

export interface MoveInput {
  readonly id: WorkspaceId
  readonly to: string
  readonly toDataDir: string | undefined
  readonly toCell: string | undefined
  readonly toSecretKey: string | undefined
  readonly dryRun: boolean
}

/** The keys of the target: those of this installation unless others are given. */
const targetKeys = (given: string | undefined, own: SecretKeys) => {
  const keys = given === undefined ? own : parseSecretKeys(given)
  return keys === undefined
    ? Effect.fail(refused("--to-secret-key has to be like SECRET_KEY: 32 bytes in base64"))
    : Effect.succeed(keys)
}

/** The key under which the target encrypts has to be the first of those that were given. */
const requireSigner = Effect.fnUntraced(function* (keys: SecretKeys) {
  const sql = yield* MaintenanceClient
  const [last] = yield* sql<{ keyId: string }>`
    SELECT key_id FROM secret_keys ORDER BY signing_since DESC LIMIT 1`
  if (last === undefined || last.keyId === keyId(keys[0])) return
  return yield* refused("the target has another SECRET_KEY: give it as --to-secret-key")
})

/** The storage of the target; null if both installations use one bucket. */
const targetStorage = Effect.fnUntraced(function* (
  { s3 }: AppConfig,
  toDataDir: string | undefined,
  id: string
) {
  if (toDataDir !== undefined) {
    const { maxBytes } = yield* FileStorage
    const storage = FileStorageFolder({ directory: join(toDataDir, "files"), maxBytes })
    return Context.get(yield* Layer.build(storage), FileStorage)
  }
  if (s3 !== undefined) return null
  const sql = yield* MaintenanceClient
  const files = yield* sql`SELECT 1 FROM files WHERE workspace_id = ${id} LIMIT 1`
  return files.length === 0 ? null : yield* refused("it has files: name --to-data-dir")
})

const requireWorkspace = Effect.fnUntraced(function* (id: WorkspaceId) {
  const workspace = yield* (yield* WorkspaceRepository).find(id)
  return workspace ?? (yield* refused(`there is no workspace ${shownId(id)}`))
})

/** The workspace moved before; a move that a killed process left undecided is decided first. */
export const movedBefore = Effect.fnUntraced(function* (id: WorkspaceId) {
  const moves = yield* WorkspaceMoves
  if ((yield* moves.find(id))?.isDecided === false) {
    yield* Effect.catchCause(moves.settle(id), () =>
      Effect.fail(refused("a move of it broke off, and the target of that one does not answer"))
    )
  }
  const move: WorkspaceMove | null = yield* moves.find(id)
  return move
})

const isAddress = (text: string): boolean => parseDatabaseUrl(text) !== undefined

/** The target may have the key of the source as an older one. */
const resealing = (own: SecretKeys, keys: SecretKeys): MovePlan["reseal"] => {
  if (keyId(own[0]) === keyId(keys[0])) return () => Effect.void
  const known = new Map([...keys, ...own].map((key) => [keyId(key), key]))
  const [, ...older] = known.values()
  const layer = VaultAesGcm([keys[0], ...older])
  return (target) =>
    Effect.flatMap(Vault, ({ renew }) =>
      resealSecrets(target, renew, sealedUnder(keyId(keys[0])))
    ).pipe(Effect.provide(layer))
}

/** Links in mails are signed: without the key of the source the target does not accept them. */
const acceptsLinks = (own: SecretKeys, keys: SecretKeys): boolean =>
  keys.some((key) => keyId(key) === keyId(own[0]))

/** Refuses with one line, while nothing is held; until the scope ends the target is open. */
export const planMove = Effect.fnUntraced(function* (
  input: MoveInput,
  progress: MovePlan["progress"]
) {
  const config = yield* loadConfig
  if (config.databaseUrl === undefined) {
    return yield* refused("a workspace of the embedded database stays: DATABASE_URL is not set")
  }
  const workspace: Workspace = yield* requireWorkspace(input.id)
  const id = WorkspaceId.toUuid(workspace.id)
  if (!isAddress(input.to)) return yield* refused("--to has to be like DATABASE_URL")
  const own = yield* secretKeysOf(config)
  const keys = yield* targetKeys(input.toSecretKey, own)
  const { context, migrated } = yield* prepareTarget(Redacted.make(input.to), input.dryRun)
  const source = yield* MaintenanceClient
  const target = Context.get(context, MaintenanceClient)
  if (!migrated && !input.dryRun) return yield* refused("the target has another schema")
  const tables = migrated ? yield* requireSameTables(source, target) : null
  if (migrated) yield* Effect.provide(requireSigner(keys), context)
  const storage = yield* targetStorage(config, input.toDataDir, id)
  const copyFiles = makeCopyFiles(storage)
  const files = yield* FileStorage
  const plan: MovePlan = {
    workspace,
    id,
    cell: input.toCell ?? null,
    sharesFiles: storage === null,
    target: (yield* Vault).encrypt(Redacted.make(input.to), movePlace(workspace.id)),
    source: yield* Database,
    destination: Context.get(context, Database),
    copyFiles: (side) => Effect.provideService(copyFiles(side), FileStorage, files),
    reseal: resealing(own, keys),
    verify: (side, since) => verifyMoved(side, workspace, keys, since),
    progress
  }
  return { plan, tables, acceptsLinks: acceptsLinks(own, keys) }
})
