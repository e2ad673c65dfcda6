/** The storage use of a workspace and its quota, in bytes. */
import { Effect } from "effect"
import { planQuotas, type StorageUse } from "../../domain/files/Quota.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { FileStorage } from "../ports/files/FileStorage.ts"

export const storageQuota = Effect.map(
  FileStorage,
  ({ quota }) =>
    ({ plan }: Workspace): number =>
      quota ?? planQuotas[plan]
)

export const storageUse = Effect.gen(function* () {
  const files = yield* FileRepository
  const quotaOf = yield* storageQuota
  return (workspace: Workspace): Effect.Effect<StorageUse> =>
    Effect.map(files.usage(workspace.id), (used) => ({ used, quota: quotaOf(workspace) }))
})
