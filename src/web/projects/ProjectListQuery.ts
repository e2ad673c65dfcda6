/**
 * The query of the list of projects. All of its state is in the address, so that it can be
 * bookmarked. An unreadable value is ignored: an old link shows the list.
 */
import { Option, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { PageRequest } from "../../app/ports/PageRequest.ts"
import type { ProjectBoard, ProjectBoardQuery } from "../../app/projects/ProjectBoard.ts"
import { ClientId, ProjectId } from "../../domain/Ids.ts"
import { ProjectStatus } from "../../domain/projects/ProjectResource.ts"
import { SearchText } from "../../domain/text/Search.ts"
import type { ProjectTab } from "../../words/projects/ProjectListWords.ts"
import { queryOf } from "../PageUrls.ts"

export const projectsPath = "/projects"
const pageSize = 50

export interface ProjectListQuery {
  readonly board: ProjectBoardQuery
  readonly after: ProjectId | null
  readonly before: ProjectId | null
}

export const projectTabs: ReadonlyArray<ProjectTab> = ["all", ...ProjectStatus.literals]

export const tabOf = ({ board }: ProjectListQuery): ProjectTab => board.status ?? "all"

export const projectQueryOf = (request: HttpServerRequest.HttpServerRequest): ProjectListQuery => {
  const text = (name: string) => queryOf(request, name) ?? ""
  const status = Option.getOrUndefined(Schema.decodeUnknownOption(ProjectStatus)(text("status")))
  const q = Option.getOrUndefined(Schema.decodeUnknownOption(SearchText)(text("q")))
  const clientId = Option.getOrUndefined(ClientId.parse(text("client")))
  return {
    board: {
      ...(status === undefined ? {} : { status }),
      ...(q === undefined ? {} : { q }),
      ...(clientId === undefined ? {} : { clientId })
    },
    after: Option.getOrNull(ProjectId.parse(text("after"))),
    before: Option.getOrNull(ProjectId.parse(text("before")))
  }
}

/** The parameters of this query, with some of them changed; a change leads to the first page. */
export const projectsAddress = (
  { board }: ProjectListQuery,
  change: Readonly<Record<string, string | null>> = {},
  path = projectsPath
): string => {
  const { status, q, clientId: client } = board
  const all: Readonly<Record<string, string | null | undefined>> = { status, q, client, ...change }
  const parameters = new URLSearchParams(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] != null)
  )
  return parameters.size === 0 ? path : `${path}?${parameters}`
}

/** A page before an edge is read in the opposite direction. */
export const projectPageOf = ({ after, before }: ProjectListQuery): PageRequest<ProjectId> =>
  before === null
    ? { limit: pageSize, after }
    : { limit: pageSize, after: before, isAscending: true }

interface ShownPage {
  readonly items: ProjectBoard["items"]
  /** The `after` of the older page and the `before` of the newer one; null where there is none. */
  readonly older: ProjectId | null
  readonly newer: ProjectId | null
}

/** The newest first, and the edges of the pages beside. */
export const shownProjects = (
  { after, before }: ProjectListQuery,
  board: ProjectBoard
): ShownPage => {
  const isBackwards = before !== null
  const items = isBackwards ? board.items.toReversed() : board.items
  const [first, last] = [items[0]?.id ?? null, items.at(-1)?.id ?? null]
  const hasNext = board.next !== null
  return {
    items,
    older: isBackwards || hasNext ? last : null,
    newer: (isBackwards ? hasNext : after !== null) ? first : null
  }
}
