/** Second factors, in every storage. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SecondFactorRepository } from "../../../../src/app/ports/people/SecondFactorRepository.ts"
import { later, newUser, newWorkspace, now } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const secondFactorRepositoryContract: StorageContract = (it) => {
  it.effect("a factor is stored, used and removed in its workspace alone", () =>
    Effect.gen(function* () {
      const factors = yield* each(SecondFactorRepository)
      const [one, two] = [yield* newWorkspace, yield* newWorkspace]
      const { id: userId } = yield* newUser(one.id)
      const factor = {
        workspaceId: one.id,
        userId,
        secret: "encrypted",
        usedStep: 58_000_000,
        recoveryHashes: ["a", "b"],
        createdAt: now
      }
      assert.isNull(yield* factors.find(one.id, userId))
      yield* factors.insert(factor)
      assert.deepStrictEqual(yield* factors.find(one.id, userId), factor)
      assert.deepStrictEqual(yield* factors.findForUpdate(one.id, userId), factor)
      assert.isNull(yield* factors.find(two.id, userId))
      assert.isNull(yield* factors.findForUpdate(two.id, userId))
      const used = { ...factor, usedStep: 58_000_001, recoveryHashes: ["b"] }
      yield* factors.saveUse({ ...used, workspaceId: two.id })
      assert.deepStrictEqual(yield* factors.find(one.id, userId), factor)
      yield* factors.saveUse(used)
      assert.deepStrictEqual(yield* factors.find(one.id, userId), used)
      yield* factors.saveUse({ ...used, recoveryHashes: [] })
      assert.deepStrictEqual((yield* factors.find(one.id, userId))?.recoveryHashes, [])
      yield* factors.remove(two.id, userId)
      assert.isNotNull(yield* factors.find(one.id, userId))
      yield* factors.remove(one.id, userId)
      assert.isNull(yield* factors.find(one.id, userId))
    })
  )

  it.effect("the requirement is of one workspace", () =>
    Effect.gen(function* () {
      const factors = yield* each(SecondFactorRepository)
      const [one, two] = [yield* newWorkspace, yield* newWorkspace]
      yield* factors.saveRequired(one.id, later)
      assert.deepStrictEqual(yield* factors.requiredSince(one.id), later)
      assert.isNull(yield* factors.requiredSince(two.id))
      yield* factors.saveRequired(one.id, null)
      assert.isNull(yield* factors.requiredSince(one.id))
    })
  )
}
