/** Use cases of projects (docs/spec.md §3.1, §4.1). */
import { Context, Effect, Layer } from "effect"
import type { ProjectId } from "../../domain/Ids.ts"
import type { Invalid, PreconditionFailed } from "../../domain/Invalid.ts"
import type { Page } from "../../domain/Page.ts"
import type * as Project from "../../domain/projects/Project.ts"
import type {
  ProjectInput,
  ProjectPatch,
  ProjectView
} from "../../domain/projects/ProjectResource.ts"
import type { ListTooBroad, Search } from "../../domain/text/Search.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { type ProjectFilter, ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { archiveProject, restoreProject } from "./ArchiveProject.ts"
import { createProject } from "./CreateProject.ts"
import { type ProjectBoard, type ProjectBoardQuery, projectBoard } from "./ProjectBoard.ts"
import { type ProjectSheet, projectSheet, type SheetSlices } from "./ProjectSheet.ts"
import { getProject } from "./ReadProjects.ts"
import { updateProject } from "./UpdateProject.ts"

type NotFound = Project.ProjectNotFound

export class Projects extends Context.Service<
  Projects,
  {
    readonly create: (
      workspace: Workspace,
      input: ProjectInput
    ) => Effect.Effect<ProjectView, Invalid>
    readonly get: (workspace: Workspace, id: string) => Effect.Effect<ProjectView, NotFound>
    readonly update: (
      workspace: Workspace,
      id: string,
      patch: ProjectPatch
    ) => Effect.Effect<
      ProjectView,
      NotFound | Invalid | Project.ProjectArchived | Project.ProjectHasInvoices | PreconditionFailed
    >
    readonly archive: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<void, NotFound | PreconditionFailed>
    /** Undoes an archiving; for the pages (docs/spec.md §3.1). */
    readonly restore: (
      workspace: Workspace,
      id: string
    ) => Effect.Effect<void, NotFound | PreconditionFailed>
    /** A page of the agency's list, with the counts of its tabs. */
    readonly board: (
      workspace: Workspace,
      query: ProjectBoardQuery,
      page: PageRequest<ProjectId>
    ) => Effect.Effect<ProjectBoard, ListTooBroad>
    /** The project with parts of its tasks and milestones. */
    readonly sheet: (
      workspace: Workspace,
      id: string,
      slices: SheetSlices
    ) => Effect.Effect<ProjectSheet, NotFound>
    readonly list: (
      workspace: Workspace,
      filter: ProjectFilter,
      page: PageRequest<ProjectId>
    ) => Effect.Effect<Page<ProjectView, ProjectId>>
    readonly search: (
      workspace: Workspace,
      search: ProjectFilter & Search,
      page: PageRequest<ProjectId>
    ) => Effect.Effect<Page<ProjectView, ProjectId>, ListTooBroad>
  }
>()("retainer/app/Projects") {
  static readonly layer = Layer.effect(
    Projects,
    Effect.gen(function* () {
      const projects = yield* ProjectRepository
      return Projects.of({
        create: yield* createProject,
        get: yield* getProject,
        update: yield* updateProject,
        archive: yield* archiveProject,
        restore: yield* restoreProject,
        board: yield* projectBoard,
        sheet: yield* projectSheet,
        list: (workspace, filter, page) => projects.list(workspace.id, filter, page),
        search: (workspace, search, page) => projects.search(workspace.id, search, page)
      })
    })
  )
}
