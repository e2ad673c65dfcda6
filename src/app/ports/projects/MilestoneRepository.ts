/** Stored milestones. */
import { type Array as Arr, Context, type Effect } from "effect"
import type { ClientId, MilestoneId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { MilestoneNotFound } from "../../../domain/projects/Milestone.ts"
import type { Milestone, MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import type { PageRequest, Slice, Sliced } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

interface LockedMilestone {
  readonly milestone: Milestone
  readonly view: MilestoneView
  /** State of the project, locked until the transaction ends. */
  readonly isArchived: boolean
  readonly clientId: ClientId | null
}

export class MilestoneRepository extends Context.Service<
  MilestoneRepository,
  {
    readonly insert: (
      ...milestones: Arr.NonEmptyReadonlyArray<Milestone>
    ) => Effect.Effect<void, never, Transaction>
    /** Locks the row until the transaction ends, with the given facts of its project. */
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: MilestoneId
    ) => Effect.Effect<LockedMilestone, MilestoneNotFound, Transaction>
    readonly save: (milestone: Milestone) => Effect.Effect<void, never, Transaction>
    readonly remove: (
      workspaceId: WorkspaceId,
      id: MilestoneId
    ) => Effect.Effect<void, never, Transaction>
    readonly view: (
      workspaceId: WorkspaceId,
      id: MilestoneId
    ) => Effect.Effect<MilestoneView, MilestoneNotFound>
    /** By due day and then the oldest first, without a due day last. */
    readonly inOrder: (
      workspaceId: WorkspaceId,
      projectId: ProjectId,
      slice: Slice
    ) => Effect.Effect<Sliced<MilestoneView>>
    readonly listOfProject: (
      workspaceId: WorkspaceId,
      projectId: ProjectId,
      page: PageRequest<MilestoneId>
    ) => Effect.Effect<Page<MilestoneView, MilestoneId>>
  }
>()("retainer/app/ports/MilestoneRepository") {}
