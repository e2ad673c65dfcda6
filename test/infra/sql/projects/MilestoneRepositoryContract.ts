/** Milestones of a project, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { MilestoneRepository } from "../../../../src/app/ports/projects/MilestoneRepository.ts"
import { MilestoneId } from "../../../../src/domain/Ids.ts"
import { firstPage, newClient, newProject, newWorkspace, random } from "../../../support/records.ts"
import type { StorageContract } from "../contracts.ts"

export const milestoneRepositoryContract: StorageContract = (it) => {
  it.effect("milestones are told in pages, in their workspace", () =>
    Effect.gen(function* () {
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const project = yield* newProject(workspace.id, client.id)
      const repository = yield* MilestoneRepository
      const milestones = yield* repository.listOfProject(workspace.id, project.id, firstPage)
      assert.deepStrictEqual(milestones, { items: [], total: 0, next: null })
      const later = yield* repository.listOfProject(workspace.id, project.id, {
        limit: 1,
        after: yield* MilestoneId.next(yield* random)
      })
      assert.strictEqual(later.total, 0)
    })
  )
}
