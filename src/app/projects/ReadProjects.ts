/** Reads of a project. */
import { Effect } from "effect"
import { ProjectId, parseOrFail } from "../../domain/Ids.ts"
import { ProjectNotFound } from "../../domain/projects/Project.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { annotate, useCase } from "../UseCase.ts"

/** Fails with what a read of an unknown one fails with. */
export const projectIdOf = (id: string) =>
  parseOrFail(ProjectId, id, () => new ProjectNotFound({ id }))

export const getProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository

  return useCase("Projects.get")(function* (workspace: Workspace, idText: string) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    return yield* projects.view(workspace.id, id)
  })
})
