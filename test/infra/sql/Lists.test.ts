/**
 * A list gives what its filter asks for, all of it and newest first, page by page: every
 * combination of filters against the rows themselves, where issue dates and ids have nothing to do
 * with each other.
 */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import {
  type InvoiceFilter,
  InvoiceRepository
} from "../../../src/app/ports/invoices/InvoiceRepository.ts"
import {
  type ProjectFilter,
  ProjectRepository
} from "../../../src/app/ports/projects/ProjectRepository.ts"
import { type TaskFilter, TaskRepository } from "../../../src/app/ports/projects/TaskRepository.ts"
import { ClientId, InvoiceId, ProjectId, TaskId, UserId } from "../../../src/domain/Ids.ts"
import {
  type InvoiceStatus,
  invoiceStatuses
} from "../../../src/domain/invoices/InvoiceTransitions.ts"
import type { Page } from "../../../src/domain/Page.ts"
import { openStatuses, type ProjectStatus } from "../../../src/domain/projects/ProjectResource.ts"
import { type TaskStatus, taskStatuses } from "../../../src/domain/projects/TaskResource.ts"
import { addDays, CalendarDate } from "../../../src/domain/time/CalendarDate.ts"
import { MaintenanceClient } from "../../../src/infra/postgres/ReadClient.ts"
import { issueDays } from "../../../src/infra/sql/invoices/IssueDays.ts"
import { combined } from "../../support/combined.ts"
import { readTime } from "../../support/listReads.ts"
import { manyRows } from "../../support/manyRows.ts"
import { layerPglite, layerPostgres, onDatabase } from "../../support/storages.ts"

const date = (text: string) => CalendarDate.make(text)

interface Listed {
  readonly id: string
  readonly status: InvoiceStatus
  readonly clientId: string
  readonly projectId: string
  readonly issueDate: string
  readonly dueDate: string
}

interface ListedProject {
  readonly id: string
  readonly status: ProjectStatus
  readonly clientId: string
  readonly teamLeadId: string
}

interface ListedTask {
  readonly id: string
  readonly status: TaskStatus
  readonly projectId: string
  readonly assigneeId: string | null
  readonly dueDate: string | null
}

/** Said as the contract says it, over all rows. */
const asked = (row: Listed, { status, clientId, projectId, from, to }: InvoiceFilter): boolean => {
  const shown = row.status === "sent" && row.dueDate < readTime.today ? "overdue" : row.status
  return (
    (status === undefined || shown === status) &&
    (clientId === undefined || row.clientId === ClientId.toUuid(clientId)) &&
    (projectId === undefined || row.projectId === ProjectId.toUuid(projectId)) &&
    (from === undefined || row.issueDate >= from) &&
    (to === undefined || row.issueDate <= to)
  )
}

const askedProject = (row: ListedProject, filter: ProjectFilter): boolean =>
  (row.status === "archived") === (filter.archived === true) &&
  (filter.status === undefined || row.status === filter.status) &&
  (filter.clientId === undefined || row.clientId === ClientId.toUuid(filter.clientId)) &&
  (filter.teamLeadId === undefined || row.teamLeadId === UserId.toUuid(filter.teamLeadId))

const askedTask = (row: ListedTask, filter: TaskFilter): boolean =>
  (filter.status === undefined || row.status === filter.status) &&
  (filter.projectId === undefined || row.projectId === ProjectId.toUuid(filter.projectId)) &&
  (filter.assigneeId === undefined || row.assigneeId === UserId.toUuid(filter.assigneeId)) &&
  (filter.dueBefore === undefined || (row.dueDate !== null && row.dueDate < filter.dueBefore))

const walk = Effect.fnUntraced(function* <Id, E, R>(
  list: (page: {
    limit: number
    after: Id | null
  }) => Effect.Effect<Page<{ readonly id: Id }, Id>, E, R>,
  expected: ReadonlyArray<string>,
  toUuid: (id: Id) => string,
  name: string
) {
  const found: Array<string> = []
  let after: Id | null = null
  do {
    const page: Page<{ readonly id: Id }, Id> = yield* list({ limit: 37, after })
    assert.strictEqual(page.total, expected.length, name)
    found.push(...page.items.map(({ id }) => toUuid(id)))
    after = page.next
  } while (after !== null && found.length <= expected.length)
  assert.deepEqual(found, expected, name)
})

const ranges = [
  {},
  { from: date("2022-02-14") },
  { to: date("2025-06-20") },
  { from: date("2023-01-20"), to: date("2023-02-10") },
  { from: date("2023-01-01"), to: date("2023-01-31") },
  { from: date("2023-03-02"), to: date("2024-02-29") },
  { from: date("2023-03-05"), to: date("2023-03-05") },
  { from: date("2023-03-05"), to: date("2022-03-05") },
  { from: date("2025-12-10"), to: date("9999-12-31") },
  // Months and days that only the oldest ids have.
  { from: date("2020-02-10"), to: date("2020-11-05") }
]

const dueDays = ["0001-01-01", "2022-01-02", "2023-03-01", "2024-12-31", "9999-12-31"]

const suite = <E>(name: string, database: Parameters<typeof onDatabase<E, never>>[0]) =>
  layer(onDatabase(database), { excludeTestServices: true })(name, (it) => {
    it.effect("every combination of filters gives its rows", () =>
      Effect.gen(function* () {
        const sql = yield* MaintenanceClient
        const many = yield* manyRows(1_200)
        const { workspaceId, clientId, projectId, teamLeadId } = many
        // The oldest are of years of their own, so that no newer row is in their range.
        yield* sql`UPDATE invoices SET issue_date = issue_date - 731
          WHERE issue_date < '2023-01-01' AND length(number) < 8`
        // Some at the edge of what can be written, and some due on days of their own.
        yield* sql`UPDATE invoices SET issue_date = '9999-12-31', due_date = '9999-12-31'
          WHERE right(number, 2) = '33'`
        yield* sql`UPDATE invoices SET issue_date = '0001-01-01' WHERE right(number, 2) = '66'`
        yield* sql`UPDATE invoices SET due_date = '2026-01-19'
          WHERE status = 'sent' AND issue_date < '2024-01-01'`
        yield* sql`UPDATE invoices SET client_id = p.client_id, project_id = p.id FROM projects p
          WHERE p.id = ${ProjectId.toUuid(projectId)} AND right(number, 1) = '5'`
        const invoices = yield* InvoiceRepository
        const rows = yield* sql<Listed>`SELECT id, status, client_id, project_id,
          issue_date::text AS issue_date, due_date::text AS due_date FROM invoices ORDER BY id DESC`
        const filters = combined<InvoiceFilter>(
          [{}, ...invoiceStatuses.map((status) => ({ status }))],
          [{}, { clientId }],
          [{}, { projectId }],
          ranges
        )
        for (const filter of filters) {
          const expected = rows.filter((row) => asked(row, filter)).map(({ id }) => id)
          yield* walk(
            (page) => invoices.list(workspaceId, filter, page, readTime),
            expected,
            InvoiceId.toUuid,
            JSON.stringify(filter)
          )
          yield* walk(
            (page) => invoices.list(workspaceId, filter, { ...page, isAscending: true }, readTime),
            expected.toReversed(),
            InvoiceId.toUuid,
            `${JSON.stringify(filter)}, oldest first`
          )
        }
        const projects = yield* ProjectRepository
        const projectRows = yield* sql<ListedProject>`
          SELECT id, status, client_id, team_lead_id FROM projects ORDER BY id DESC`
        const projectFilters = combined<ProjectFilter>(
          [{}, { archived: true }, ...openStatuses.map((status) => ({ status }))],
          [{}, { clientId }],
          [{}, { teamLeadId }]
        )
        for (const filter of projectFilters) {
          const expected = projectRows
            .filter((row) => askedProject(row, filter))
            .map(({ id }) => id)
          yield* walk(
            (page) => projects.list(workspaceId, filter, page),
            expected,
            ProjectId.toUuid,
            JSON.stringify(filter)
          )
        }
        const tasks = yield* TaskRepository
        const taskRows = yield* sql<ListedTask>`SELECT id, status, project_id, assignee_id,
          due_date::text AS due_date FROM tasks ORDER BY id DESC`
        const taskFilters = combined<TaskFilter>(
          [{}, ...taskStatuses.map((status) => ({ status }))],
          [{}, { projectId: many.busyProjectId }],
          [{}, { assigneeId: teamLeadId }],
          [{}, ...dueDays.map((dueBefore) => ({ dueBefore: date(dueBefore) }))]
        )
        for (const filter of taskFilters) {
          const expected = taskRows.filter((row) => askedTask(row, filter)).map(({ id }) => id)
          yield* walk(
            (page) => tasks.list(workspaceId, filter, page),
            expected,
            TaskId.toUuid,
            JSON.stringify(filter)
          )
        }
      })
    )
  })

suite("lists on PGlite", layerPglite)
suite("lists on PostgreSQL", layerPostgres)

describe("a range as months and days", () => {
  const day = fc.integer({ min: 0, max: 1200 }).map((n) => addDays(date("2023-12-01"), n))

  it("is the range, and few of both", () => {
    fc.assert(
      fc.property(day, day, day, (from, to, one) => {
        const { first, last, days } = issueDays(from, to)
        const month = Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7)) - 1
        const held = Number(month >= first && month <= last) + days.filter((d) => d === one).length
        assert.strictEqual(held, from <= one && one <= to ? 1 : 0)
        assert.isAtMost(days.length, 60)
      })
    )
  })

  it("may be open at either end, and end with the last day", () => {
    assert.deepEqual(issueDays(date("2024-02-01"), undefined), {
      first: 2024 * 12 + 1,
      last: 9999 * 12 + 11,
      days: []
    })
    assert.deepEqual(issueDays(undefined, date("2024-02-29")).last, 2024 * 12 + 1)
    assert.lengthOf(issueDays(date("9999-12-30"), date("9999-12-31")).days, 2)
  })
})
