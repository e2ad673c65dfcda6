/** Transitions of a project; `archived` has a single way out. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result } from "effect"
import { ClientId, ProjectId, WorkspaceId } from "../../../src/domain/Ids.ts"
import {
  archive,
  datesProblem,
  make,
  restore,
  revise
} from "../../../src/domain/projects/Project.ts"
import { openStatuses } from "../../../src/domain/projects/ProjectResource.ts"
import { CalendarDate } from "../../../src/domain/time/CalendarDate.ts"

const uuid = "0190a5b0-0000-7000-8000-00000000000d"
const now = DateTime.makeUnsafe("2026-03-10T12:00:00.000Z")
const later = DateTime.add(now, { minutes: 1 })

const project = make(
  ProjectId.fromUuid(uuid),
  WorkspaceId.fromUuid(uuid),
  { name: "Site", clientId: ClientId.fromUuid(uuid) },
  now
)

describe("a project", () => {
  it("begins in planning, unless it is given another status", () => {
    assert.deepInclude(project, { status: "planning", archivedFrom: null, budgetMinor: null })
  })

  it("moves freely between the open statuses", () => {
    for (const from of openStatuses) {
      for (const to of openStatuses) {
        const moved = revise(
          { ...project, status: from, archivedFrom: null },
          { status: to },
          later
        )
        assert.deepStrictEqual(
          Result.map(moved, ({ status, updatedAt }) => [status, updatedAt]),
          Result.succeed([to, later])
        )
      }
    }
  })

  it("is the very same where a patch holds nothing", () => {
    assert.isTrue(Result.getOrThrow(revise(project, {}, later)) === project)
  })

  it("is archived from the status it has, and restored to it", () => {
    for (const status of openStatuses) {
      const open = { ...project, status, archivedFrom: null } as const
      const archived = archive(open, later)
      assert.deepInclude(archived, { status: "archived", archivedFrom: status, updatedAt: later })
      assert.deepStrictEqual(
        Result.getOrThrow(revise(open, { status: "archived" }, later)),
        archived
      )
      assert.deepStrictEqual(restore(archived, later), { ...open, updatedAt: later })
      assert.strictEqual(archive(archived, now), archived)
      assert.strictEqual(restore(open, later), open)
    }
  })

  it("that is archived takes other changes, and no other status", () => {
    const archived = archive(project, now)
    const renamed = Result.getOrThrow(revise(archived, { name: "Shop" }, later))
    assert.deepInclude(renamed, { name: "Shop", status: "archived", archivedFrom: "planning" })
    const refused = revise(archived, { status: "review", name: "Shop" }, later)
    assert.strictEqual(Result.isFailure(refused) && refused.failure._tag, "ProjectArchived")
    assert.isTrue(Result.isSuccess(revise(archived, { status: "archived" }, later)))
  })

  it("ends on the day it starts or later", () => {
    const day = (text: string) => CalendarDate.make(text)
    const of = (startDate: CalendarDate | null, endDate: CalendarDate | null) =>
      datesProblem({ startDate, endDate })
    assert.isUndefined(of(day("2026-03-10"), day("2026-03-10")))
    assert.isUndefined(of(day("2026-03-10"), null))
    assert.isUndefined(of(null, day("2026-03-10")))
    assert.strictEqual(of(day("2026-03-11"), day("2026-03-10")), "must not be before start_date")
  })
})
