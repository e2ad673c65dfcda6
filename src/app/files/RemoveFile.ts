/** Deletes a file, and then its bytes; a failed removal is retried. */
import { DateTime, Effect } from "effect"
import { FileNotFound } from "../../domain/files/File.ts"
import { FileResource } from "../../domain/files/FileResource.ts"
import { FileId, parseOrFail } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { requireMatchAmong } from "../Preconditions.ts"
import { FileRepository } from "../ports/files/FileRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { type Allowed, requireScope } from "./AddFile.ts"
import { FileLinks } from "./FileLinks.ts"
import { leftoverRemoval } from "./Leftovers.ts"

/** Fails with what a read of an unknown one fails with. */
export const fileIdOf = (id: string) => parseOrFail(FileId, id, () => new FileNotFound({ id }))

export const removeFile = Effect.gen(function* () {
  const files = yield* FileRepository
  const links = yield* FileLinks
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork
  const removeLeftover = yield* leftoverRemoval

  const forget = Effect.fnUntraced(function* (workspace: Workspace, allowed: Allowed, id: FileId) {
    const found = yield* files.getForUpdate(workspace.id, id)
    const { project, client } = found
    yield* requireScope(allowed, {
      projectId: project?.id ?? null,
      clientId: client?.id ?? null
    })
    yield* requireMatchAmong(FileResource, (yield* links.shownLately(workspace.id))(found))
    const key = { workspaceId: workspace.id, id }
    yield* files.remove(key, yield* DateTime.now)
    yield* journal.record(workspace.id, "file.deleted", null, { ...found, downloadUrl: null })
    return key
  }, transact)

  // Not within another transaction: the bytes go when this one is committed, and do not come back.
  return useCase("Files.remove")(function* (workspace: Workspace, allowed: Allowed, id: string) {
    const fileId = yield* fileIdOf(id)
    yield* annotate({ "file.id": fileId })
    yield* removeLeftover(yield* forget(workspace, allowed, fileId))
  })
})
