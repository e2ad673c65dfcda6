/** Copies the bytes of a workspace's files into the folder of the target, each file once. */
import { Effect } from "effect"
import { FileStorage } from "../../../../app/ports/files/FileStorage.ts"
import { FileId, WorkspaceId } from "../../../../domain/Ids.ts"
import type { Side } from "./CopyRows.ts"
import { MoveRefused } from "./MoveErrors.ts"

interface FileRow {
  readonly id: string
  readonly sha256: string
}

/** `target` is null where both use one storage. Returns how many files the workspace has. */
export const makeCopyFiles = (target: FileStorage["Service"] | null) => {
  const copied = new Set<string>()
  return Effect.fnUntraced(function* ({ sql, id }: Side) {
    const source = yield* FileStorage
    const workspaceId = WorkspaceId.fromUuid(id)
    const files = yield* sql<FileRow>`SELECT id, sha256 FROM files WHERE workspace_id = ${id}`
    if (target === null) return files.length
    for (const file of files) {
      if (copied.has(file.id)) continue
      const key = { workspaceId, id: FileId.fromUuid(file.id) }
      const bytes = yield* source.read(key)
      const written = bytes === null ? null : yield* target.write(key, bytes)
      if (written?.sha256 !== file.sha256) {
        const what = bytes === null ? "are not in the storage" : "are not those that were uploaded"
        return yield* new MoveRefused({ reason: `the bytes of ${key.id} ${what}` })
      }
      copied.add(file.id)
    }
    return files.length
  })
}
