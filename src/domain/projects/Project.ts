/**
 * A project (docs/spec.md §2.1, §3.1). Its status moves freely, except out of `archived`: that is
 * undone on its page only, which puts back the status it was archived from.
 */
import { Data, type DateTime, Result } from "effect"
import { type ProjectId, shownId, type WorkspaceId } from "../Ids.ts"
import type { Defaults } from "../Resource.ts"
import type {
  OpenProjectStatus,
  ProjectInput,
  ProjectPatch,
  ProjectStatus,
  ProjectStored
} from "./ProjectResource.ts"

export type ProjectFields = Omit<ProjectStored, "status" | "archivedFrom">

export interface OpenProject extends ProjectFields {
  readonly status: OpenProjectStatus
  readonly archivedFrom: null
}

export interface ArchivedProject extends ProjectFields {
  readonly status: "archived"
  readonly archivedFrom: OpenProjectStatus
}

export type Project = OpenProject | ArchivedProject

const defaults: Defaults<ProjectInput, ProjectStored> = {
  description: null,
  teamLeadId: null,
  startDate: null,
  endDate: null,
  budgetMinor: null,
  status: "planning"
}

const withStatus = (fields: ProjectFields, status: ProjectStatus): Project =>
  status === "archived"
    ? { ...fields, status, archivedFrom: "planning" }
    : { ...fields, status, archivedFrom: null }

export const make = (
  id: ProjectId,
  workspaceId: WorkspaceId,
  input: ProjectInput,
  now: DateTime.Utc
): Project => {
  const { status, ...fields } = { ...defaults, ...input }
  return withStatus({ id, workspaceId, ...fields, createdAt: now, updatedAt: now }, status)
}

/** The one type of the state that is stored. */
export const ofStored = ({ status, archivedFrom, ...fields }: ProjectStored): Project =>
  status === "archived"
    ? { ...fields, status, archivedFrom: archivedFrom ?? "planning" }
    : { ...fields, status, archivedFrom: null }

/** Archives; an archived project stays as it is. */
export const archive = (project: Project, now: DateTime.Utc): ArchivedProject =>
  project.status === "archived"
    ? project
    : { ...project, status: "archived", archivedFrom: project.status, updatedAt: now }

/** Puts back the status that the project was archived from; an open project stays as it is. */
export const restore = (project: Project, now: DateTime.Utc): OpenProject =>
  project.status === "archived"
    ? { ...project, status: project.archivedFrom, archivedFrom: null, updatedAt: now }
    : project

/** The project with the patch applied; the very same value where the patch holds nothing. */
export const revise = (
  project: Project,
  patch: ProjectPatch,
  now: DateTime.Utc
): Result.Result<Project, ProjectArchived> => {
  const { status, ...fields } = patch
  if (Object.keys(patch).length === 0) return Result.succeed(project)
  if (project.status === "archived") {
    return status === undefined || status === "archived"
      ? Result.succeed({ ...project, ...fields, updatedAt: now })
      : Result.fail(new ProjectArchived({ id: project.id, status }))
  }
  const revised: OpenProject = { ...project, ...fields, updatedAt: now }
  if (status === undefined) return Result.succeed(revised)
  return Result.succeed(status === "archived" ? archive(revised, now) : { ...revised, status })
}

/** The problem with the end date; undefined where there is none. */
export const datesProblem = ({
  startDate,
  endDate
}: Pick<ProjectFields, "startDate" | "endDate">): string | undefined =>
  startDate !== null && endDate !== null && endDate < startDate
    ? "must not be before start_date"
    : undefined

export class ProjectNotFound extends Data.TaggedError("ProjectNotFound")<{ readonly id: string }> {
  override get message() {
    return `No project has the id ${shownId(this.id)}`
  }
}

export class ProjectArchived extends Data.TaggedError("ProjectArchived")<{
  readonly id: ProjectId
  readonly status: ProjectStatus
}> {
  override get message() {
    return (
      `status: project ${this.id} is archived and cannot become ${this.status}; ` +
      "an archived project is restored on its page"
    )
  }
}

export class ProjectHasInvoices extends Data.TaggedError("ProjectHasInvoices")<{
  readonly id: ProjectId
}> {
  override get message() {
    return `client_id: project ${this.id} has invoices for its client and cannot change clients`
  }
}

export class ProjectItemsArchived extends Data.TaggedError("ProjectItemsArchived")<{
  readonly projectId: ProjectId
}> {
  override get message() {
    return (
      `project ${this.projectId} is archived: its tasks and milestones can be read, not changed; ` +
      "an archived project is restored on its page"
    )
  }
}
