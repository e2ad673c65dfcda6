/**
 * Every list of an agency, in every combination of its filters, at the first page, in the middle
 * and near the end: as data, for the bench that asks the API for them, and as reads, for the test
 * of what their statements touch.
 */
import { Effect } from "effect"
import { ClientRepository } from "../../src/app/ports/clients/ClientRepository.ts"
import { type FileFilter, FileRepository } from "../../src/app/ports/files/FileRepository.ts"
import {
  type InvoiceFilter,
  InvoiceRepository
} from "../../src/app/ports/invoices/InvoiceRepository.ts"
import {
  type ProjectFilter,
  ProjectRepository
} from "../../src/app/ports/projects/ProjectRepository.ts"
import { type TaskFilter, TaskRepository } from "../../src/app/ports/projects/TaskRepository.ts"
import { ClientId, FileId, InvoiceId, ProjectId, TaskId } from "../../src/domain/Ids.ts"
import { invoiceStatuses } from "../../src/domain/invoices/InvoiceTransitions.ts"
import { openStatuses } from "../../src/domain/projects/ProjectResource.ts"
import { taskStatuses } from "../../src/domain/projects/TaskResource.ts"
import { CalendarDate } from "../../src/domain/time/CalendarDate.ts"
import { combined } from "./combined.ts"
import type { namesOf } from "./manyRows.ts"
import { at } from "./records.ts"

type Many = ReturnType<typeof namesOf>

export const readTime = {
  today: CalendarDate.make("2026-01-20"),
  yearStart: at("2026-01-01T00:00:00Z")
}
const date = (text: string) => CalendarDate.make(text)

interface Asked<List extends string, Filter, Id> {
  readonly name: string
  readonly list: List
  readonly filter: Filter
  /** The last row of the page before. */
  readonly after: Id | null
}

export type AskedList =
  | Asked<"clients", Readonly<Record<string, never>>, ClientId>
  | Asked<"files", FileFilter, FileId>
  | Asked<"projects", ProjectFilter, ProjectId>
  | Asked<"tasks", TaskFilter, TaskId>
  | Asked<"invoices", InvoiceFilter, InvoiceId>

const filtersOf = ({ clientId, projectId, invoiceId, teamLeadId, busyProjectId }: Many) => ({
  clients: [{}],
  files: [{}, { clientId }, { projectId }, { invoiceId }],
  projects: [
    { archived: true },
    ...combined<ProjectFilter>(
      [{}, ...openStatuses.map((status) => ({ status }))],
      [{}, { clientId }],
      [{}, { teamLeadId }]
    )
  ],
  tasks: combined<TaskFilter>(
    [{}, ...taskStatuses.map((status) => ({ status }))],
    [{}, { projectId: busyProjectId }],
    [{}, { assigneeId: teamLeadId }],
    [{}, { dueBefore: date("2022-01-03") }, { dueBefore: date("2025-06-20") }]
  ),
  invoices: combined<InvoiceFilter>(
    [{}, ...invoiceStatuses.map((status) => ({ status }))],
    [{}, { clientId }],
    [{}, { projectId }],
    [
      {},
      { from: date("2022-02-14") },
      { to: date("2025-06-20") },
      { from: date("2023-01-20"), to: date("2023-02-10") },
      { from: date("2022-03-05"), to: date("2024-05-17") }
    ]
  )
})

/** A workspace of `rows` rows; two workspaces have equal rows in equal order. */
export const askedLists = (many: Many, rows: number): ReadonlyArray<AskedList> => {
  const filters = filtersOf(many)
  const places = [
    [null, "first page"],
    [rows / 2, "in the middle"],
    [30, "near the end"]
  ] as const
  return places.flatMap(([row, place]) => {
    const each = <List extends AskedList["list"], Filter extends object, Id>(
      list: List,
      all: ReadonlyArray<Filter>,
      idOf: (uuid: string) => Id
    ): ReadonlyArray<Asked<List, Filter, Id>> =>
      all.map((filter) => ({
        name: `${list} ${JSON.stringify(filter)}, ${place}`,
        list,
        filter,
        after: row === null ? null : idOf(many.uuidOf(list, row))
      }))
    return [
      ...each("clients", filters.clients, ClientId.fromUuid),
      ...each("files", filters.files, FileId.fromUuid),
      ...each("projects", filters.projects, ProjectId.fromUuid),
      ...each("tasks", filters.tasks, TaskId.fromUuid),
      ...each("invoices", filters.invoices, InvoiceId.fromUuid)
    ]
  })
}

/** The same queries on the repositories, with pages of `limit`. */
export const listReads = Effect.fnUntraced(function* (many: Many, rows: number, limit: number) {
  const { workspaceId } = many
  const projects = yield* ProjectRepository
  const invoices = yield* InvoiceRepository
  const clients = yield* ClientRepository
  const files = yield* FileRepository
  const tasks = yield* TaskRepository
  const read = (asked: AskedList): Effect.Effect<{ readonly items: ReadonlyArray<unknown> }> => {
    switch (asked.list) {
      case "clients":
        return clients.list(workspaceId, { limit, after: asked.after })
      case "files":
        return files.list(workspaceId, asked.filter, { limit, after: asked.after })
      case "projects":
        return projects.list(workspaceId, asked.filter, { limit, after: asked.after })
      case "tasks":
        return tasks.list(workspaceId, asked.filter, { limit, after: asked.after })
      case "invoices":
        return invoices.list(workspaceId, asked.filter, { limit, after: asked.after }, readTime)
    }
  }
  return askedLists(many, rows).map((asked) => ({ name: asked.name, list: read(asked) }))
})
