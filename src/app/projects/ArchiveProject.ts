/** Takes a project out of all lists, and puts it back; what is so already is left as it is. */
import { DateTime, Effect } from "effect"
import { archive, type Project, restore } from "../../domain/projects/Project.ts"
import { ProjectResource, shownAs } from "../../domain/projects/ProjectResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { projectIdOf } from "./ReadProjects.ts"

/** Saves and records the project after the transition, if it changed. */
const moveProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  const journal = yield* Journal

  return Effect.fnUntraced(function* (
    workspace: Workspace,
    idText: string,
    type: "project.archived" | "project.restored",
    move: (project: Project, now: DateTime.Utc) => Project
  ) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    const { project, view } = yield* projects.getForUpdate(workspace.id, id)
    yield* requireMatch(ProjectResource, view)
    const moved = move(project, yield* DateTime.now)
    if (moved === project) return
    yield* projects.save(moved)
    yield* journal.record(workspace.id, type, view, shownAs(moved, view, {}))
  })
})

export const archiveProject = Effect.gen(function* () {
  const move = yield* moveProject
  const { transact } = yield* UnitOfWork

  return useCase("Projects.archive")(function* (workspace: Workspace, id: string) {
    yield* move(workspace, id, "project.archived", archive)
  }, transact)
})

export const restoreProject = Effect.gen(function* () {
  const move = yield* moveProject
  const { transact } = yield* UnitOfWork

  return useCase("Projects.restore")(function* (workspace: Workspace, id: string) {
    yield* move(workspace, id, "project.restored", restore)
  }, transact)
})
