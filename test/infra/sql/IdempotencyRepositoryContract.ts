/** Kept answers, in every storage. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Exit } from "effect"
import { IdempotencyRepository } from "../../../src/app/ports/IdempotencyRepository.ts"
import { UnitOfWork } from "../../../src/app/ports/UnitOfWork.ts"
import { later, newWorkspace, now } from "../../support/records.ts"
import type { StorageContract } from "./contracts.ts"

export const idempotencyRepositoryContract: StorageContract = (it) => {
  it.effect("a key is kept with its answer or not at all, and forgotten after its time", () =>
    Effect.gen(function* () {
      const repository = yield* IdempotencyRepository
      const { transact } = yield* UnitOfWork
      const workspace = yield* newWorkspace
      const scope = {
        workspaceId: workspace.id,
        credential: "key_1",
        route: "POST /v1/clients",
        key: "k"
      }
      const expired = DateTime.subtract(now, { hours: 24 })
      const failed = yield* Effect.exit(
        transact(
          Effect.andThen(repository.reserve(scope, "hash", now, expired), Effect.fail("refused"))
        )
      )
      assert.isTrue(Exit.isFailure(failed))
      const first = yield* transact(
        Effect.tap(repository.reserve(scope, "hash", now, expired), () =>
          repository.keep(scope, 201, "answer")
        )
      )
      assert.isNull(first)
      const again = repository.reserve(scope, "other", now, expired)
      assert.deepStrictEqual(yield* again, { requestHash: "hash", status: 201, body: "answer" })
      const other = { ...scope, credential: "key_2" }
      assert.isNull(
        yield* transact(
          Effect.tap(repository.reserve(other, "hash", now, expired), () =>
            repository.keep(other, 200, "b")
          )
        )
      )
      assert.isNull(
        yield* transact(
          Effect.tap(repository.reserve(scope, "new", later, later), () =>
            repository.keep(scope, 201, "c")
          )
        )
      )
    })
  )
}
