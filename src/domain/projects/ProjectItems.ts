/** Rules shared by tasks and milestones: those of an archived project are read-only. */
import { Data } from "effect"
import type { ProjectId } from "../Ids.ts"

export class ProjectItemsArchived extends Data.TaggedError("ProjectItemsArchived")<{
  readonly projectId: ProjectId
}> {
  override get message() {
    return (
      `project ${this.projectId} is archived: its tasks and milestones can be read, not changed; ` +
      "an archived project is restored in the workspace settings"
    )
  }
}
