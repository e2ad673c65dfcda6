/** Use cases of projects (docs/spec.md §3.1, §4.1). */
import { Context, DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import {
  type ClientId,
  type MilestoneId,
  ProjectId,
  parseOrFail,
  type TaskId,
  type UserId,
  type WorkspaceId
} from "../../domain/Ids.ts"
import { Invalid, type Issue, type PreconditionFailed } from "../../domain/Invalid.ts"
import type { Page } from "../../domain/Page.ts"
import * as Project from "../../domain/projects/Project.ts"
import {
  type ProjectInput,
  type ProjectPatch,
  ProjectResource,
  type ProjectView
} from "../../domain/projects/ProjectResource.ts"
import type { MilestoneView, TaskView } from "../../domain/projects/WorkItemResources.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { Journal } from "../Journal.ts"
import { requireMatch } from "../Preconditions.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { type ProjectFilter, ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { WorkItemRepository } from "../ports/projects/WorkItemRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"

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
    readonly archive: (workspace: Workspace, id: string) => Effect.Effect<void, NotFound>
    /** Undoes an archiving; for the settings pages (docs/spec.md §3.1). */
    readonly restore: (workspace: Workspace, id: string) => Effect.Effect<void, NotFound>
    readonly list: (
      workspace: Workspace,
      filter: ProjectFilter,
      page: PageRequest<ProjectId>
    ) => Effect.Effect<Page<ProjectView, ProjectId>>
    readonly tasks: (
      workspace: Workspace,
      id: string,
      page: PageRequest<TaskId>
    ) => Effect.Effect<Page<TaskView, TaskId>, NotFound>
    readonly milestones: (
      workspace: Workspace,
      id: string,
      page: PageRequest<MilestoneId>
    ) => Effect.Effect<Page<MilestoneView, MilestoneId>, NotFound>
  }
>()("retainer/app/Projects") {
  static readonly layer = Layer.effect(
    Projects,
    Effect.gen(function* () {
      const projects = yield* ProjectRepository
      const clients = yield* ClientRepository
      const users = yield* UserRepository
      const workItems = yield* WorkItemRepository
      const journal = yield* Journal
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const parseId = (id: string) =>
        parseOrFail(ProjectId, id, () => new Project.ProjectNotFound({ id }))

      const existing = Effect.fnUntraced(function* (workspaceId: WorkspaceId, id: string) {
        const project = yield* projects.find(workspaceId, yield* parseId(id))
        return project ?? (yield* new Project.ProjectNotFound({ id }))
      })

      const checkReferences = Effect.fnUntraced(function* (
        workspaceId: WorkspaceId,
        given: {
          readonly clientId?: ClientId | null
          readonly teamLeadId?: UserId | null
        },
        dates: Pick<Project.ProjectFields, "startDate" | "endDate">
      ) {
        const issues: Issue[] = []
        if (given.clientId != null && (yield* clients.find(workspaceId, given.clientId)) === null) {
          issues.push({ path: "client_id", message: `no client has the id ${given.clientId}` })
        }
        if (
          given.teamLeadId != null &&
          (yield* users.find(workspaceId, given.teamLeadId)) === null
        ) {
          issues.push({ path: "team_lead_id", message: `no user has the id ${given.teamLeadId}` })
        }
        if (dates.startDate !== null && dates.endDate !== null && dates.endDate < dates.startDate) {
          issues.push({ path: "end_date", message: "must not be before start_date" })
        }
        const [first, ...rest] = issues
        if (first !== undefined) yield* new Invalid({ issues: [first, ...rest] })
      })

      const view = (workspaceId: WorkspaceId, id: ProjectId) =>
        Effect.orDie(projects.view(workspaceId, id))

      return Projects.of({
        create: Effect.fn("Projects.create")(function* (workspace, input) {
          return yield* transact(
            Effect.gen(function* () {
              const now = yield* DateTime.now
              const id = yield* ProjectId.next(random)
              const project = Project.make(id, workspace.id, input, now)
              yield* checkReferences(workspace.id, input, project)
              yield* projects.insert(project)
              const created = yield* view(workspace.id, id)
              yield* journal.record(workspace.id, "project.created", null, created)
              return created
            })
          )
        }),

        get: Effect.fn("Projects.get")(function* (workspace, id) {
          return yield* projects.view(workspace.id, yield* parseId(id))
        }),

        update: Effect.fn("Projects.update")(function* (workspace, idText, patch) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const project = yield* projects.getForUpdate(workspace.id, id)
              const previous = yield* view(workspace.id, id)
              yield* requireMatch(ProjectResource.toWire(previous))
              const revised = yield* Effect.fromResult(
                Project.revise(project, patch, yield* DateTime.now)
              )
              if (revised === project) return previous
              yield* checkReferences(workspace.id, patch, revised)
              if (
                revised.clientId !== project.clientId &&
                (yield* projects.hasInvoices(workspace.id, id))
              ) {
                return yield* new Project.ProjectHasInvoices({ id })
              }
              yield* projects.save(revised)
              const updated = yield* view(workspace.id, id)
              const archived = revised.status === "archived" && project.status !== "archived"
              yield* journal.record(
                workspace.id,
                archived ? "project.archived" : "project.updated",
                previous,
                updated
              )
              return updated
            })
          )
        }),

        archive: Effect.fn("Projects.archive")(function* (workspace, idText) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const project = yield* projects.getForUpdate(workspace.id, id)
              if (project.status === "archived") return
              const previous = yield* view(workspace.id, id)
              yield* projects.save(Project.archive(project, yield* DateTime.now))
              yield* journal.record(
                workspace.id,
                "project.archived",
                previous,
                yield* view(workspace.id, id)
              )
            })
          )
        }),

        restore: Effect.fn("Projects.restore")(function* (workspace, idText) {
          const id = yield* parseId(idText)
          return yield* transact(
            Effect.gen(function* () {
              const project = yield* projects.getForUpdate(workspace.id, id)
              if (project.status !== "archived") return
              const previous = yield* view(workspace.id, id)
              yield* projects.save(Project.restore(project, yield* DateTime.now))
              yield* journal.record(
                workspace.id,
                "project.restored",
                previous,
                yield* view(workspace.id, id)
              )
            })
          )
        }),

        list: (workspace, filter, page) => projects.list(workspace.id, filter, page),

        tasks: Effect.fn("Projects.tasks")(function* (workspace, id, page) {
          const project = yield* existing(workspace.id, id)
          return yield* workItems.tasksOfProject(workspace.id, project.id, page)
        }),

        milestones: Effect.fn("Projects.milestones")(function* (workspace, id, page) {
          const project = yield* existing(workspace.id, id)
          return yield* workItems.milestonesOfProject(workspace.id, project.id, page)
        })
      })
    })
  )
}
