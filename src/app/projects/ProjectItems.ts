/** The project of a path below which tasks and milestones are listed or made. */
import { Effect } from "effect"
import { ProjectItemsArchived, ProjectNotFound } from "../../domain/projects/Project.ts"
import { ProjectResource } from "../../domain/projects/ProjectResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { requireMatchOf } from "../Preconditions.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { annotate } from "../UseCase.ts"
import { projectIdOf } from "./ReadProjects.ts"

/** The id of an existing project: the list below an unknown one is not an empty list. */
export const existingProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository

  return Effect.fnUntraced(function* (workspace: Workspace, idText: string) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    const project = yield* projects.find(workspace.id, id)
    return project === null ? yield* new ProjectNotFound({ id }) : id
  })
})

/**
 * Locks the project, so that it cannot be archived before the transaction ends and its counts stay
 * true.
 */
export const openProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository

  return Effect.fnUntraced(function* (workspace: Workspace, idText: string) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    const project = yield* projects.lock(workspace.id, id)
    yield* requireMatchOf(ProjectResource, Effect.orDie(projects.view(workspace.id, id)))
    return project.status === "archived" ? yield* new ProjectItemsArchived({ projectId: id }) : id
  })
})
