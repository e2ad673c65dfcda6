/** Stored milestones, to be read. */
import { Context, type Effect } from "effect"
import type { MilestoneId, ProjectId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import type { PageRequest } from "../PageRequest.ts"

export class MilestoneRepository extends Context.Service<
  MilestoneRepository,
  {
    readonly listOfProject: (
      workspaceId: WorkspaceId,
      projectId: ProjectId,
      page: PageRequest<MilestoneId>
    ) => Effect.Effect<Page<MilestoneView, MilestoneId>>
  }
>()("retainer/app/ports/MilestoneRepository") {}
