/**
 * The list of projects in which people work: those of a tab with the client's company, and how many
 * each tab has under the same search and filter.
 */
import { Effect } from "effect"
import type { ClientId, ProjectId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import {
  openStatuses,
  type ProjectStatus,
  type ProjectView
} from "../../domain/projects/ProjectResource.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import type { PageRequest } from "../ports/PageRequest.ts"
import { ProjectRepository } from "../ports/projects/ProjectRepository.ts"
import { useCase } from "../UseCase.ts"

export interface ProjectBoardQuery {
  /** Absent: all that are not archived. */
  readonly status?: ProjectStatus
  readonly q?: string
  readonly clientId?: ClientId
}

interface BoardItem extends ProjectView {
  readonly company: string | null
}

export interface ProjectBoard extends Page<BoardItem, ProjectId> {
  readonly counts: Readonly<Record<ProjectStatus | "all", number>>
}

export const projectBoard = Effect.gen(function* () {
  const projects = yield* ProjectRepository

  const pageOf = Effect.fnUntraced(function* (
    workspace: Workspace,
    { status, q, clientId }: ProjectBoardQuery,
    page: PageRequest<ProjectId>
  ) {
    const filter = {
      ...(status === "archived" ? { archived: true } : status === undefined ? {} : { status }),
      ...(clientId === undefined ? {} : { clientId })
    }
    const found = yield* q === undefined
      ? projects.list(workspace.id, filter, page)
      : projects.search(workspace.id, { ...filter, q }, page)
    const ids = found.items.map(({ id }) => id)
    const details = yield* projects.details(workspace.id, ids)
    const companies = new Map(details.map(({ id, company }) => [id, company]))
    const items = found.items.map((item) => ({ ...item, company: companies.get(item.id) ?? null }))
    return { ...found, items }
  })

  return useCase("Projects.board")(function* (
    workspace: Workspace,
    query: ProjectBoardQuery,
    page: PageRequest<ProjectId>
  ) {
    const { q, clientId } = query
    const scope = {
      ...(q === undefined ? {} : { q }),
      ...(clientId === undefined ? {} : { clientId })
    }
    const read = yield* Effect.all(
      { found: pageOf(workspace, query, page), counts: projects.counts(workspace.id, scope) },
      { concurrency: "unbounded" }
    )
    const count = (status: ProjectStatus): number => read.counts[status] ?? 0
    const board: ProjectBoard = {
      ...read.found,
      counts: {
        planning: count("planning"),
        in_progress: count("in_progress"),
        review: count("review"),
        completed: count("completed"),
        archived: count("archived"),
        all: openStatuses.reduce((sum, status) => sum + count(status), 0)
      }
    }
    return board
  })
})
