/**
 * Idempotency keys, in every storage: one answer for each key, stored with its change or not at
 * all.
 */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { ClientRepository } from "../../../src/app/ports/clients/ClientRepository.ts"
import {
  IdempotencyRepository,
  type StoredAnswer
} from "../../../src/app/ports/IdempotencyRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import type { WorkspaceId } from "../../../src/domain/Ids.ts"
import { firstPage, later, newClient, newWorkspace, now } from "../../support/records.ts"
import { each } from "../../support/transactions.ts"
import type { StorageContract } from "./contracts.ts"

const expired = DateTime.subtract(now, { hours: 24 })

const scopeOf = (workspaceId: WorkspaceId) => ({
  workspaceId,
  credential: "key_1",
  route: "POST /v1/clients",
  key: "k"
})

const answerOf = (body: string): StoredAnswer => ({ requestHash: "hash", status: 201, body })

export const idempotencyRepositoryContract: StorageContract = (it) => {
  it.effect("an answer is stored under its key or not at all, and expires", () =>
    Effect.gen(function* () {
      const repository = yield* each(IdempotencyRepository)
      const { transact } = yield* UnitOfWork
      const workspace = yield* newWorkspace
      const scope = scopeOf(workspace.id)
      assert.isNull(yield* repository.find(scope, expired))
      const undone = transact(
        Effect.andThen(
          repository.insert(scope, answerOf("undone"), now, expired),
          Effect.fail("refused")
        )
      )
      assert.strictEqual(yield* Effect.flip(undone), "refused")
      assert.isNull(yield* repository.find(scope, expired))

      const answer = answerOf("answer")
      yield* repository.insert(scope, answer, now, expired)
      assert.deepStrictEqual(yield* repository.find(scope, expired), answer)
      assert.deepStrictEqual(yield* repository.find(scope, now), answer)
      for (const other of [
        { ...scope, credential: "key_2" },
        { ...scope, route: "POST /v1/projects" },
        { ...scope, key: "K" },
        { ...scope, workspaceId: (yield* newWorkspace).id }
      ]) {
        assert.isNull(yield* repository.find(other, expired))
        yield* repository.insert(other, { ...answer, status: 200 }, now, expired)
        assert.strictEqual((yield* repository.find(other, expired))?.status, 200)
      }

      // From then on it gives way to another answer.
      assert.isNull(yield* repository.find(scope, later))
      const renewed = { ...answerOf("renewed"), requestHash: "other" }
      yield* repository.insert(scope, renewed, later, later)
      assert.deepStrictEqual(yield* repository.find(scope, later), renewed)
    })
  )

  it.effect("two requests with one key at a time end with one answer and one change", () =>
    Effect.gen(function* () {
      const { find, insert } = yield* IdempotencyRepository
      const { transact } = yield* UnitOfWork
      const { id } = yield* newWorkspace
      const scope = scopeOf(id)
      const request = (name: string) =>
        transact(
          Effect.gen(function* () {
            const found = yield* find(scope, expired)
            if (found !== null) return found
            yield* newClient(id, name)
            // Concurrent transactions both read before either writes.
            yield* Effect.sleep("20 millis")
            yield* insert(scope, answerOf(name), now, expired)
            return answerOf(name)
          })
        )
      const answers = yield* Effect.all([request("one"), request("two")], {
        concurrency: "unbounded"
      })
      const stored = yield* find(scope, expired)
      assert.deepStrictEqual<unknown>(answers, [stored, stored])
      const { items } = yield* (yield* ClientRepository).list(id, firstPage)
      assert.deepStrictEqual(
        items.map(({ name }) => name),
        [stored?.body]
      )
    })
  )
}
