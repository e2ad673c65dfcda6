/**
 * Changes and deletes a milestone of a project that is not archived; the amount of a billed
 * milestone is fixed.
 */
import { DateTime, Effect } from "effect"
import { MilestoneId, parseOrFail } from "../../domain/Ids.ts"
import {
  isCompletedBy,
  MilestoneBilled,
  MilestoneNotFound,
  revise,
  viewOf
} from "../../domain/projects/Milestone.ts"
import { type MilestonePatch, MilestoneResource } from "../../domain/projects/MilestoneResource.ts"
import { ProjectItemsArchived } from "../../domain/projects/Project.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"

/** The id of a path; fails with what a read of an unknown one fails with. */
export const milestoneIdOf = Effect.fnUntraced(function* (text: string) {
  const id = yield* parseOrFail(MilestoneId, text, () => new MilestoneNotFound({ id: text }))
  yield* annotate({ "milestone.id": id })
  return id
})

export const getMilestone = Effect.gen(function* () {
  const milestones = yield* MilestoneRepository

  return useCase("Milestones.get")(function* (workspace: Workspace, idText: string) {
    return yield* milestones.view(workspace.id, yield* milestoneIdOf(idText))
  })
})

export const updateMilestone = Effect.gen(function* () {
  const milestones = yield* MilestoneRepository
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("Milestones.update")(function* (
    workspace: Workspace,
    idText: string,
    patch: MilestonePatch
  ) {
    const id = yield* milestoneIdOf(idText)
    const { milestone, view, isArchived } = yield* milestones.getForUpdate(workspace.id, id)
    yield* requireMatch(MilestoneResource, view)
    if (isArchived) return yield* new ProjectItemsArchived({ projectId: milestone.projectId })
    const revised = yield* Effect.fromResult(revise(milestone, patch, view, yield* DateTime.now))
    if (revised === milestone) return view
    yield* milestones.save(revised)
    const updated = viewOf(revised, view.invoice)
    const type = isCompletedBy(milestone, revised) ? "milestone.completed" : "milestone.updated"
    yield* journal.record(workspace.id, type, view, updated)
    return updated
  }, transact)
})

export const removeMilestone = Effect.gen(function* () {
  const milestones = yield* MilestoneRepository
  const journal = yield* Journal
  const { transact } = yield* UnitOfWork

  return useCase("Milestones.remove")(function* (workspace: Workspace, idText: string) {
    const id = yield* milestoneIdOf(idText)
    const { milestone, view, isArchived } = yield* milestones.getForUpdate(workspace.id, id)
    yield* requireMatch(MilestoneResource, view)
    if (isArchived) return yield* new ProjectItemsArchived({ projectId: milestone.projectId })
    if (view.invoice !== null) return yield* new MilestoneBilled({ id, invoice: view.invoice })
    yield* milestones.remove(workspace.id, id)
    yield* journal.record(workspace.id, "milestone.deleted", view, view)
  }, transact)
})
