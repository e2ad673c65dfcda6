/** The id of a project as a path gives it. */
import { ProjectId, parseOrFail } from "../../domain/Ids.ts"
import { ProjectNotFound } from "../../domain/projects/Project.ts"

/** Fails with what a read of an unknown one fails with. */
export const projectIdOf = (id: string) =>
  parseOrFail(ProjectId, id, () => new ProjectNotFound({ id }))
