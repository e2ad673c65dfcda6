/**
 * Every list of an agency, in every combination of its filters, at the first page, in the middle and near the end:
 * for the test of what their statements touch, and for the bench that times them.
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
import { CalendarDate } from "../../src/domain/CalendarDate.ts"
import { ClientId, FileId, InvoiceId, ProjectId, TaskId } from "../../src/domain/Ids.ts"
import { invoiceStatuses } from "../../src/domain/invoices/InvoiceTransitions.ts"
import { openStatuses } from "../../src/domain/projects/ProjectResource.ts"
import { taskStatuses } from "../../src/domain/projects/TaskResource.ts"
import { combined } from "./combined.ts"
import type { namesOf } from "./manyRows.ts"
import { at } from "./records.ts"

type Many = ReturnType<typeof namesOf>

export const readTime = {
  today: CalendarDate.make("2026-01-20"),
  yearStart: at("2026-01-01T00:00:00Z")
}
const date = (text: string) => CalendarDate.make(text)

export interface Read {
  readonly name: string
  readonly list: Effect.Effect<{ readonly items: ReadonlyArray<unknown> }>
}

/** Of `rows` rows, `limit` to the page. */
export const listReads = Effect.fnUntraced(function* (many: Many, rows: number, limit: number) {
  const { workspaceId, clientId, projectId, invoiceId, teamLeadId } = many
  const projects = yield* ProjectRepository
  const invoices = yield* InvoiceRepository
  const clients = yield* ClientRepository
  const files = yield* FileRepository
  const tasks = yield* TaskRepository
  const fileFilters: ReadonlyArray<FileFilter> = [{}, { clientId }, { projectId }, { invoiceId }]
  const projectFilters = [
    { archived: true },
    ...combined<ProjectFilter>(
      [{}, ...openStatuses.map((status) => ({ status }))],
      [{}, { clientId }],
      [{}, { teamLeadId }]
    )
  ]
  const invoiceFilters = combined<InvoiceFilter>(
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
  const taskFilters = combined<TaskFilter>(
    [{}, ...taskStatuses.map((status) => ({ status }))],
    [{}, { projectId: many.busyProjectId }],
    [{}, { assigneeId: teamLeadId }],
    [{}, { dueBefore: date("2022-01-03") }, { dueBefore: date("2025-06-20") }]
  )
  const reads: Array<Read> = []
  const places = [
    [null, "first page"],
    [rows / 2, "in the middle"],
    [30, "near the end"]
  ] as const
  for (const [after, place] of places) {
    const asked = <Id>(list: Parameters<typeof many.uuidOf>[0], id: (uuid: string) => Id) => ({
      limit,
      after: after === null ? null : id(many.uuidOf(list, after))
    })
    const add = (name: string, list: Read["list"]) =>
      reads.push({ name: `${name}, ${place}`, list })
    add("clients", clients.list(workspaceId, asked("clients", ClientId.fromUuid)))
    for (const filter of fileFilters) {
      const list = files.list(workspaceId, filter, asked("files", FileId.fromUuid))
      add(`files ${JSON.stringify(filter)}`, list)
    }
    for (const filter of projectFilters) {
      const list = projects.list(workspaceId, filter, asked("projects", ProjectId.fromUuid))
      add(`projects ${JSON.stringify(filter)}`, list)
    }
    for (const filter of taskFilters) {
      const list = tasks.list(workspaceId, filter, asked("tasks", TaskId.fromUuid))
      add(`tasks ${JSON.stringify(filter)}`, list)
    }
    for (const filter of invoiceFilters) {
      const list = invoices.list(
        workspaceId,
        filter,
        asked("invoices", InvoiceId.fromUuid),
        readTime
      )
      add(`invoices ${JSON.stringify(filter)}`, list)
    }
  }
  return reads
})
