/** Adds a milestone to a project that is not archived. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { BoundReached, projectBounds } from "../../domain/Bounds.ts"
import { MilestoneId } from "../../domain/Ids.ts"
import { make, viewOf } from "../../domain/projects/Milestone.ts"
import type { MilestoneInput } from "../../domain/projects/MilestoneResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { openProject } from "./ProjectItems.ts"

export const createMilestone = Effect.gen(function* () {
  const milestones = yield* MilestoneRepository
  const journal = yield* Journal
  const open = yield* openProject
  const { transact } = yield* UnitOfWork
  const random = yield* SecureRandom.SecureRandom

  return useCase("Milestones.create")(function* (
    workspace: Workspace,
    projectIdText: string,
    input: MilestoneInput
  ) {
    const projectId = yield* open(workspace, projectIdText)
    const first = { limit: 1, after: null }
    const { total } = yield* milestones.listOfProject(workspace.id, projectId, first)
    if (total >= projectBounds.milestones) return yield* new BoundReached({ what: "milestones" })
    const id = yield* MilestoneId.next(random)
    yield* annotate({ "milestone.id": id })
    const ids = { id, workspaceId: workspace.id, projectId }
    const milestone = make(ids, input, yield* DateTime.now)
    yield* milestones.insert(milestone)
    const created = viewOf(milestone, null)
    yield* journal.record(workspace.id, "milestone.created", null, created)
    return created
  }, transact)
})
