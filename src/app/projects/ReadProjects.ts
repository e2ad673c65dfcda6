/** A project, and the tasks and milestones below it. */
import { Effect } from "effect"
import type { MilestoneId, TaskId } from "../../domain/Ids.ts"
import { ProjectNotFound } from "../../domain/projects/Project.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { WorkItemRepository } from "../ports/projects/WorkItemRepository.ts"
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

/** The id, where such a project is there: what is below an unknown one is not an empty list. */
const existingProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository

  return Effect.fnUntraced(function* (workspace: Workspace, idText: string) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    const project = yield* projects.find(workspace.id, id)
    return project === null ? yield* new ProjectNotFound({ id }) : id
  })
})

export const projectTasks = Effect.gen(function* () {
  const existing = yield* existingProject
  const workItems = yield* WorkItemRepository

  return useCase("Projects.tasks")(function* (
    workspace: Workspace,
    id: string,
    page: PageRequest<TaskId>
  ) {
    return yield* workItems.tasksOfProject(workspace.id, yield* existing(workspace, id), page)
  })
})

export const projectMilestones = Effect.gen(function* () {
  const existing = yield* existingProject
  const workItems = yield* WorkItemRepository

  return useCase("Projects.milestones")(function* (
    workspace: Workspace,
    id: string,
    page: PageRequest<MilestoneId>
  ) {
    return yield* workItems.milestonesOfProject(workspace.id, yield* existing(workspace, id), page)
  })
})
