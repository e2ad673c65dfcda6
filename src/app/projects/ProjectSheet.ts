/** Reads what the page of one project shows of it: the project, its tasks and its milestones. */
import { Effect } from "effect"
import type { MilestoneView } from "../../domain/projects/MilestoneResource.ts"
import type { ProjectView } from "../../domain/projects/ProjectResource.ts"
import type { TaskView } from "../../domain/projects/TaskResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { Slice, Sliced } from "../ports/PageRequest.ts"
import { MilestoneRepository } from "../ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { TaskRepository } from "../ports/projects/TaskRepository.ts"
import { annotate, useCase } from "../UseCase.ts"
import { projectIdOf } from "./ReadProjects.ts"

/** Which parts of the lists to read. */
export interface SheetSlices {
  readonly tasks: Slice
  readonly milestones: Slice
}

export interface ProjectSheet {
  readonly project: ProjectView
  /** The client's company. */
  readonly company: string | null
  /** In the order of work. */
  readonly tasks: Sliced<TaskView>
  /** By due day. */
  readonly milestones: Sliced<MilestoneView>
}

export const projectSheet = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  const tasks = yield* TaskRepository
  const milestones = yield* MilestoneRepository

  return useCase("Projects.sheet")(function* (
    workspace: Workspace,
    idText: string,
    slices: SheetSlices
  ) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    const read = yield* Effect.all(
      {
        project: projects.view(workspace.id, id),
        details: projects.details(workspace.id, [id]),
        tasks: tasks.inOrder(workspace.id, id, slices.tasks),
        milestones: milestones.inOrder(workspace.id, id, slices.milestones)
      },
      { concurrency: "unbounded" }
    )
    const { details, ...found } = read
    const sheet: ProjectSheet = { ...found, company: details[0]?.company ?? null }
    return sheet
  })
})
