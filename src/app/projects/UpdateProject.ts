/** Changes a project; the client of one with invoices is fixed. */
import { DateTime, Effect } from "effect"
import { ProjectHasInvoices, revise } from "../../domain/projects/Project.ts"
import {
  type ProjectPatch,
  ProjectResource,
  shownAs
} from "../../domain/projects/ProjectResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { projectReferences } from "./ProjectReferences.ts"
import { projectIdOf } from "./ReadProjects.ts"

export const updateProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  const journal = yield* Journal
  const checkReferences = yield* projectReferences
  const { transact } = yield* UnitOfWork

  return useCase("Projects.update")(function* (
    workspace: Workspace,
    idText: string,
    patch: ProjectPatch
  ) {
    const id = yield* projectIdOf(idText)
    yield* annotate({ "project.id": id })
    const { project, view: previous } = yield* projects.getForUpdate(workspace.id, id)
    yield* requireMatch(ProjectResource, previous)
    const revised = yield* Effect.fromResult(revise(project, patch, yield* DateTime.now))
    if (revised === project) return previous
    const names = yield* checkReferences(workspace.id, patch, revised)
    const moves = revised.clientId !== project.clientId
    if (moves && (yield* projects.hasInvoices(workspace.id, id))) {
      return yield* new ProjectHasInvoices({ id })
    }
    yield* projects.save(revised)
    const updated = shownAs(revised, previous, names)
    const archived = revised.status === "archived" && project.status !== "archived"
    const type = archived ? "project.archived" : "project.updated"
    yield* journal.record(workspace.id, type, previous, updated)
    return updated
  }, transact)
})
