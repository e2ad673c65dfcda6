/**
 * Updates a workspace; its row is locked first, so If-Match holds until the commit. A logo is
 * decoded before that, which takes CPU time but no connection.
 */
import { DateTime, Effect } from "effect"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { CurrentRehearsal } from "../../domain/Rehearsal.ts"
import { reviseWorkspace, type WorkspaceChange } from "../../domain/workspaces/ReviseWorkspace.ts"
import { WorkspaceResource } from "../../domain/workspaces/WorkspaceResource.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { LogoDecoder } from "../ports/workspaces/LogoDecoder.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { annotate, useCase } from "../UseCase.ts"

/** Absent is unchanged. */
export interface WorkspacePatch extends WorkspaceChange {
  /** The uploaded file. */
  readonly logo?: Uint8Array | null
}

export const updateWorkspace = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const decoder = yield* LogoDecoder
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  const save = Effect.fnUntraced(function* (
    id: WorkspaceId,
    change: WorkspaceChange,
    logo: Effect.Success<ReturnType<typeof decoder.decode>> | null | undefined
  ) {
    yield* workspaces.lock(id)
    const workspace = yield* workspaces.find(id)
    if (workspace === null) return null
    yield* requireMatch(WorkspaceResource, workspace)
    const now = yield* DateTime.now
    const revised = yield* Effect.fromResult(reviseWorkspace(workspace, change, now))
    if (revised === workspace && logo === undefined) return workspace
    yield* workspaces.save(revised)
    if (logo !== undefined) yield* workspaces.saveLogo(id, logo)
    // Storage decides the hash of a logo, which a rehearsal cannot read back.
    const isReadBack = logo !== undefined && (yield* CurrentRehearsal) === null
    const saved = (isReadBack ? yield* workspaces.find(id) : null) ?? revised
    yield* journal.note(id, "workspace.updated", workspace, saved)
    return saved
  }, transact)

  return useCase("Workspaces.update")(function* (
    id: WorkspaceId,
    { logo, ...change }: WorkspacePatch
  ) {
    yield* annotate({ "workspace.id": id })
    return yield* save(id, change, logo == null ? logo : yield* decoder.decode(id, logo))
  })
})
