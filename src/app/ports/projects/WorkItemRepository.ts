/** Tasks and milestones of projects, to be read. */
import { Context, type Effect } from "effect"
import type { MilestoneId, ProjectId, TaskId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { MilestoneView, TaskView } from "../../../domain/projects/WorkItemResources.ts"
import type { PageRequest } from "../PageRequest.ts"

export class WorkItemRepository extends Context.Service<
  WorkItemRepository,
  {
    readonly tasksOfProject: (
      workspaceId: WorkspaceId,
      projectId: ProjectId,
      page: PageRequest<TaskId>
    ) => Effect.Effect<Page<TaskView, TaskId>>
    readonly milestonesOfProject: (
      workspaceId: WorkspaceId,
      projectId: ProjectId,
      page: PageRequest<MilestoneId>
    ) => Effect.Effect<Page<MilestoneView, MilestoneId>>
  }
>()("retainer/app/ports/WorkItemRepository") {}
