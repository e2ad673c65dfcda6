/** Requests for exports, in every storage. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ExportRepository } from "../../../../src/app/ports/workspaces/ExportRepository.ts"
import { FileId } from "../../../../src/domain/Ids.ts"
import type { ExportRequest } from "../../../../src/domain/workspaces/ExportRequest.ts"
import { later, newUser, newWorkspace, now, random } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const longBefore = DateTime.subtract(now, { days: 1000 })

export const exportRepositoryContract: StorageContract = (it) => {
  it.effect("a request is stored in each of its states, in its workspace alone", () =>
    Effect.gen(function* () {
      const exports = yield* each(ExportRepository)
      const [one, two] = [yield* newWorkspace, yield* newWorkspace]
      const { id: requestedBy } = yield* newUser(one.id)
      const fileId = yield* FileId.next(yield* random)
      const requested = { workspaceId: one.id, requestedBy, requestedAt: now }
      const states: ReadonlyArray<ExportRequest> = [
        { ...requested, status: "pending", attempts: 0, leasedUntil: null, fileId: null },
        { ...requested, status: "pending", attempts: 1, leasedUntil: later, fileId },
        { ...requested, status: "ready", fileId, size: 5_000_000_000, readyAt: now, endsAt: later },
        { ...requested, requestedAt: later, status: "failed", failure: "disk_full" },
        { ...requested, status: "failed", failure: "unknown" },
        { ...requested, status: "pending", attempts: 0, leasedUntil: null, fileId: null }
      ]
      assert.isNull(yield* exports.find(one.id))
      assert.isNull(yield* exports.findForUpdate(one.id))
      for (const state of states) {
        yield* exports.save(state)
        assert.deepStrictEqual(yield* exports.find(one.id), state)
        assert.deepStrictEqual(yield* exports.findForUpdate(one.id), state)
        assert.isNull(yield* exports.find(two.id))
        assert.isNull(yield* exports.findForUpdate(two.id))
      }
    })
  )

  it.effect("the oldest pending request without a lease is the next one", () =>
    Effect.gen(function* () {
      const exports = yield* each(ExportRepository)
      const [one, two] = [yield* newWorkspace, yield* newWorkspace]
      const pendingOf = Effect.fnUntraced(function* (
        workspaceId: typeof one.id,
        minutes: number,
        leasedUntil: DateTime.Utc | null
      ) {
        const { id: requestedBy } = yield* newUser(workspaceId)
        // Older than the requests of other tests on this storage.
        const requestedAt = DateTime.add(longBefore, { minutes })
        const status = "pending" as const
        const request = { status, attempts: 0, leasedUntil, fileId: null }
        yield* exports.save({ workspaceId, requestedBy, requestedAt, ...request })
      })
      yield* pendingOf(one.id, 2, null)
      yield* pendingOf(two.id, 1, null)
      assert.strictEqual(yield* exports.nextClaimable(now), two.id)
      yield* pendingOf(two.id, 1, later)
      assert.strictEqual(yield* exports.nextClaimable(now), one.id)
      assert.strictEqual(yield* exports.nextClaimable(later), two.id)
      for (const { id: workspaceId } of [one, two]) {
        const { id: requestedBy } = yield* newUser(workspaceId)
        const failure = { status: "failed", failure: "unknown" } as const
        yield* exports.save({ workspaceId, requestedBy, requestedAt: longBefore, ...failure })
      }
      assert.notInclude([one.id, two.id], yield* exports.nextClaimable(later))
    })
  )
}
