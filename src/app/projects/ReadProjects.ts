/** A project, and the milestones below it. */
import { Effect } from "effect"
import type { MilestoneId } from "../../domain/Ids.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import { projectIdOf } from "./ProjectIds.ts"
import { existingProject } from "./ProjectItems.ts"

export const getProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository

  return useCase("Projects.get")(function* (workspace: Workspace, idText: string) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    return yield* projects.view(workspace.id, id)
  })
})

export const projectMilestones = Effect.gen(function* () {
  const existing = yield* existingProject
  const milestones = yield* MilestoneRepository

  return useCase("Projects.milestones")(function* (
    workspace: Workspace,
    id: string,
    page: PageRequest<MilestoneId>
  ) {
    return yield* milestones.listOfProject(workspace.id, yield* existing(workspace, id), page)
  })
})
