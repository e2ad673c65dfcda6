/** A project. */
import { Effect } from "effect"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import { projectIdOf } from "./ProjectIds.ts"

export const getProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository

  return useCase("Projects.get")(function* (workspace: Workspace, idText: string) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    return yield* projects.view(workspace.id, id)
  })
})
