/** Stored projects. */
import { Context, type Effect } from "effect"
import type { ClientId, ProjectId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { Project, ProjectNotFound } from "../../../domain/projects/Project.ts"
import type {
  OpenProjectStatus,
  ProjectStatus,
  ProjectView
} from "../../../domain/projects/ProjectResource.ts"
import type { ListTooBroad, Search } from "../../../domain/text/Search.ts"
import type { PageRequest } from "../PageRequest.ts"
import type { Transaction } from "../UnitOfWork.ts"

export interface ProjectFilter {
  readonly status?: OpenProjectStatus
  readonly clientId?: ClientId
  readonly teamLeadId?: UserId
  /** Restricts the list to these. */
  readonly ids?: ReadonlyArray<ProjectId>
  /** Lists the archived projects in place of the others; for the pages only. */
  readonly archived?: boolean
}

/** The projects whose states are counted. */
export interface ProjectScope {
  readonly q?: string
  readonly clientId?: ClientId
}

/** What a row of the agency's list shows beside the project. */
interface ProjectDetails {
  readonly id: ProjectId
  /** The client's company. */
  readonly company: string | null
}

interface LockedProject {
  readonly project: Project
  readonly view: ProjectView
}

export class ProjectRepository extends Context.Service<
  ProjectRepository,
  {
    readonly insert: (project: Project) => Effect.Effect<void, never, Transaction>
    readonly find: (workspaceId: WorkspaceId, id: ProjectId) => Effect.Effect<Project | null>
    /**
     * As `find`, for a transaction that refers to the project: it stays as it is until the commit.
     */
    readonly findForReference: (
      workspaceId: WorkspaceId,
      id: ProjectId
    ) => Effect.Effect<Project | null, never, Transaction>
    /** The row and how it is shown; both stay so until the commit. */
    readonly getForUpdate: (
      workspaceId: WorkspaceId,
      id: ProjectId
    ) => Effect.Effect<LockedProject, ProjectNotFound, Transaction>
    /** Locks the row before anything else is read: it guards what is counted of the project. */
    readonly lock: (
      workspaceId: WorkspaceId,
      id: ProjectId
    ) => Effect.Effect<Project, ProjectNotFound, Transaction>
    readonly save: (project: Project) => Effect.Effect<void, never, Transaction>
    readonly hasInvoices: (workspaceId: WorkspaceId, id: ProjectId) => Effect.Effect<boolean>
    readonly view: (
      workspaceId: WorkspaceId,
      id: ProjectId
    ) => Effect.Effect<ProjectView, ProjectNotFound>
    /** Excludes archived projects, unless the query lists them. */
    readonly list: (
      workspaceId: WorkspaceId,
      filter: ProjectFilter,
      page: PageRequest<ProjectId>
    ) => Effect.Effect<Page<ProjectView, ProjectId>>
    /** The words are searched in the name. */
    readonly search: (
      workspaceId: WorkspaceId,
      search: ProjectFilter & Search,
      page: PageRequest<ProjectId>
    ) => Effect.Effect<Page<ProjectView, ProjectId>, ListTooBroad>
    /** How many of the scope have each status; one that none has may be absent. */
    readonly counts: (
      workspaceId: WorkspaceId,
      scope: ProjectScope
    ) => Effect.Effect<Readonly<Partial<Record<ProjectStatus, number>>>>
    readonly details: (
      workspaceId: WorkspaceId,
      ids: ReadonlyArray<ProjectId>
    ) => Effect.Effect<ReadonlyArray<ProjectDetails>>
    /** The ids of all projects of a client, oldest first. */
    readonly idsOfClient: (
      workspaceId: WorkspaceId,
      clientId: ClientId
    ) => Effect.Effect<ReadonlyArray<ProjectId>>
  }
>()("retainer/app/ports/ProjectRepository") {}
