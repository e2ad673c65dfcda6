/**
 * Deletes a workspace (docs/spec.md §14). Its credentials are refused at once. For 14 days the
 * deletion can be taken back, with every credential; then housekeeping erases the rows.
 */
import { Data, DateTime, Effect } from "effect"
import { shownId, type WorkspaceId } from "../../domain/Ids.ts"
import { permitted } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { erasedAfter } from "../ports/Housekeeping.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import {
  type DeletedWorkspace,
  WorkspaceRepository
} from "../ports/workspaces/WorkspaceRepository.ts"
import { annotate, useCase } from "../UseCase.ts"

export class WorkspaceNotFound extends Data.TaggedError("WorkspaceNotFound")<{
  readonly id: string
  /** The id has to be one of a deleted workspace. */
  readonly isDeleted: boolean
}> {
  override get message() {
    const kind = this.isDeleted ? "deleted workspace" : "workspace"
    return `There is no ${kind} ${shownId(this.id)}`
  }
}

export class WorkspaceNameDiffers extends Data.TaggedError("WorkspaceNameDiffers")<{
  readonly name: string
}> {
  override get message() {
    return `Nothing was deleted: the workspace is named ${JSON.stringify(this.name)}`
  }
}

/** The time at which housekeeping may erase it. */
export const erasureOf = ({ deletedAt }: DeletedWorkspace): DateTime.Utc =>
  DateTime.addDuration(deletedAt, erasedAfter)

export const deleteWorkspace = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("Workspaces.delete")(
    function* (id: WorkspaceId, name: string) {
      yield* annotate({ "workspace.id": id })
      yield* workspaces.lock(id)
      const workspace = yield* workspaces.find(id)
      if (workspace === null) return yield* new WorkspaceNotFound({ id, isDeleted: false })
      if (workspace.name !== name) return yield* new WorkspaceNameDiffers({ name: workspace.name })
      const deletedAt = yield* DateTime.now
      yield* workspaces.saveDeletion(id, deletedAt)
      yield* journal.note(id, "workspace.deleted", workspace, workspace)
      return { workspace, deletedAt }
    },
    transact,
    permitted("delete")
  )
})

export const restoreWorkspace = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("Workspaces.restore")(function* (id: WorkspaceId) {
    yield* annotate({ "workspace.id": id })
    yield* workspaces.lock(id)
    const deleted = yield* workspaces.findDeleted(id)
    if (deleted === null) return yield* new WorkspaceNotFound({ id, isDeleted: true })
    // Later the erasure may have begun.
    if (DateTime.isLessThanOrEqualTo(erasureOf(deleted), yield* DateTime.now)) {
      return yield* new WorkspaceNotFound({ id, isDeleted: true })
    }
    yield* workspaces.saveDeletion(id, null)
    yield* journal.note(id, "workspace.restored", deleted.workspace, deleted.workspace)
    return deleted.workspace
  }, transact)
})
