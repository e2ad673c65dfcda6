/**
 * Milestones, in every storage: what comes back, in pages and in its workspace, and what bills it.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { MilestoneRepository } from "../../../../src/app/ports/projects/MilestoneRepository.ts"
import { ProjectRepository } from "../../../../src/app/ports/projects/ProjectRepository.ts"
import { MilestoneId, type ProjectId, type WorkspaceId } from "../../../../src/domain/Ids.ts"
import * as Invoice from "../../../../src/domain/invoices/Invoice.ts"
import * as Milestone from "../../../../src/domain/projects/Milestone.ts"
import * as Project from "../../../../src/domain/projects/Project.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
import {
  firstPage,
  later,
  newClient,
  newDraft,
  newProject,
  newWorkspace,
  now,
  random
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const added = Effect.fnUntraced(function* (workspaceId: WorkspaceId, projectId: ProjectId) {
  const id = yield* MilestoneId.next(yield* random)
  const input = { name: "Design", amountMinor: 5000 }
  const milestone = Milestone.make({ id, workspaceId, projectId }, input, now)
  yield* (yield* each(MilestoneRepository)).insert(milestone)
  return milestone
})

const setUp = Effect.gen(function* () {
  const workspace = yield* newWorkspace
  const client = yield* newClient(workspace.id)
  const project = yield* newProject(workspace.id, client.id)
  return { workspace, client, project, milestones: yield* each(MilestoneRepository) }
})

export const milestoneRepositoryContract: StorageContract = (it) => {
  it.effect("a milestone comes back as it was written, with what bills it until that is void", () =>
    Effect.gen(function* () {
      const { workspace, client, project, milestones } = yield* setUp
      const milestone = yield* added(workspace.id, project.id)
      const view = Milestone.viewOf(milestone, null)
      assert.deepStrictEqual(yield* milestones.view(workspace.id, milestone.id), view)
      assert.deepStrictEqual(yield* milestones.getForUpdate(workspace.id, milestone.id), {
        milestone,
        view,
        isArchived: false,
        clientId: client.id
      })
      const draft = yield* newDraft(workspace.id, client.id, { projectId: project.id })
      const billed = { ...milestone, invoiceId: draft.id }
      yield* milestones.save(billed)
      const shown = Milestone.viewOf(billed, { id: draft.id, number: draft.number })
      assert.deepStrictEqual(yield* milestones.view(workspace.id, milestone.id), shown)
      const page = yield* milestones.listOfProject(workspace.id, project.id, firstPage)
      assert.deepStrictEqual(page, { items: [shown], total: 1, next: null })
      yield* (yield* each(InvoiceRepository)).save(Invoice.becomeVoid(draft, null, later), "draft")
      yield* (yield* each(ProjectRepository)).save(Project.archive(project, later))
      const locked = yield* milestones.getForUpdate(workspace.id, milestone.id)
      assert.deepStrictEqual(locked, {
        milestone: billed,
        view,
        isArchived: true,
        clientId: client.id
      })
      yield* milestones.remove(workspace.id, milestone.id)
      const gone = yield* Effect.flip(milestones.view(workspace.id, milestone.id))
      assert.deepStrictEqual([gone._tag, gone.id], ["MilestoneNotFound", milestone.id])
    })
  )

  it.effect("milestones are told in pages, in their workspace", () =>
    Effect.gen(function* () {
      const { workspace, project, milestones } = yield* setUp
      const other = yield* newWorkspace
      const empty = yield* milestones.listOfProject(workspace.id, project.id, firstPage)
      assert.deepStrictEqual(empty, { items: [], total: 0, next: null })
      const one = yield* added(workspace.id, project.id)
      const two = yield* added(workspace.id, project.id)
      const first = yield* milestones.listOfProject(workspace.id, project.id, {
        limit: 1,
        after: null
      })
      assert.deepStrictEqual([first.items[0]?.id, first.total, first.next], [two.id, 2, two.id])
      const rest = yield* milestones.listOfProject(workspace.id, project.id, {
        limit: 1,
        after: first.next
      })
      assert.deepStrictEqual([rest.items[0]?.id, rest.next], [one.id, null])
      assert.strictEqual(
        (yield* milestones.listOfProject(other.id, project.id, firstPage)).total,
        0
      )
      const hidden = yield* Effect.flip(milestones.view(other.id, one.id))
      assert.strictEqual(hidden._tag, "MilestoneNotFound")
      const locked = yield* Effect.flip(milestones.getForUpdate(other.id, one.id))
      assert.strictEqual(locked._tag, "MilestoneNotFound")
      yield* milestones.remove(other.id, one.id)
      assert.strictEqual((yield* milestones.view(workspace.id, one.id)).id, one.id)
    })
  )

  it.effect("in order of their due days, in parts, and of this workspace alone", () =>
    Effect.gen(function* () {
      const { workspace, project, milestones } = yield* setUp
      const undated = yield* added(workspace.id, project.id)
      const [late, soon] = [
        yield* added(workspace.id, project.id),
        yield* added(workspace.id, project.id)
      ]
      yield* milestones.save({ ...late, dueDate: CalendarDate.make("2026-02-02") })
      yield* milestones.save({ ...soon, dueDate: CalendarDate.make("2026-02-01") })
      const part = (workspaceId: WorkspaceId, limit: number, offset: number) =>
        Effect.map(
          milestones.inOrder(workspaceId, project.id, { limit, offset }),
          ({ items, total }) => [total, ...items.map(({ id }) => id)]
        )
      assert.deepStrictEqual(yield* part(workspace.id, 2, 0), [3, soon.id, late.id])
      assert.deepStrictEqual(yield* part(workspace.id, 2, 2), [3, undated.id])
      assert.deepStrictEqual(yield* part(workspace.id, 2, 4), [3])
      assert.deepStrictEqual(yield* part((yield* newWorkspace).id, 2, 0), [0])
    })
  )
}
