/** Begins a project for a client of the workspace. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { ProjectId } from "../../domain/Ids.ts"
import { make } from "../../domain/projects/Project.ts"
import { type ProjectInput, shownNew } from "../../domain/projects/ProjectResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { annotate, useCase } from "../UseCase.ts"
import { projectReferences } from "./ProjectReferences.ts"

export const createProject = Effect.gen(function* () {
  const projects = yield* ProjectRepository
  const journal = yield* Journal
  const checkReferences = yield* projectReferences
  const { transact } = yield* UnitOfWork
  const random = yield* SecureRandom.SecureRandom

  return useCase("Projects.create")(function* (workspace: Workspace, input: ProjectInput) {
    const now = yield* DateTime.now
    const id = yield* ProjectId.next(random)
    yield* annotate({ "project.id": id })
    const project = make(id, workspace.id, input, now)
    const names = yield* checkReferences(workspace.id, input, project)
    yield* projects.insert(project)
    const created = shownNew(project, { client: null, teamLead: null, ...names })
    yield* journal.record(workspace.id, "project.created", null, created)
    return created
  }, transact)
})
