/** Checkouts that were begun, in every storage. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { CheckoutRepository } from "../../../../src/app/ports/payments/CheckoutRepository.ts"
import { newClient, newSent, newWorkspace, now } from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

const later = DateTime.add(now, { minutes: 1 })
const latest = DateTime.add(now, { minutes: 2 })

export const checkoutRepositoryContract: StorageContract = (it) => {
  it.effect("a checkout is open until it ends, under way since the first word of it", () =>
    Effect.gen(function* () {
      const checkouts = yield* each(CheckoutRepository)
      const { id: workspaceId } = yield* newWorkspace
      const other = (yield* newWorkspace).id
      const client = yield* newClient(workspaceId)
      const { id: invoiceId } = yield* newSent(workspaceId, client.id)
      const { id: second } = yield* newSent(workspaceId, client.id)
      const begun = (reference: string, begunAt = now) => ({
        workspaceId,
        invoiceId,
        reference,
        begunAt,
        pendingSince: null
      })
      const open = checkouts.open(workspaceId, [invoiceId, second])
      yield* checkouts.insert(begun("b", later))
      yield* checkouts.insert(begun("a"))
      yield* checkouts.insert({ ...begun("c", latest), invoiceId: second, pendingSince: latest })
      // The second of two concurrent checkouts writes nothing.
      yield* checkouts.insert(begun("a", latest))
      const third = { ...begun("c", latest), invoiceId: second, pendingSince: latest }
      assert.deepStrictEqual(yield* open, [begun("a"), begun("b", later), third])
      assert.deepStrictEqual(yield* checkouts.open(workspaceId, []), [])
      assert.deepStrictEqual(yield* checkouts.open(other, [invoiceId]), [])

      yield* checkouts.markPending({ workspaceId, reference: "a" }, later)
      yield* checkouts.markPending({ workspaceId, reference: "a" }, latest)
      yield* checkouts.markPending({ workspaceId: other, reference: "b" }, latest)
      const underWay = { ...begun("a"), pendingSince: later }
      assert.deepStrictEqual(yield* open, [underWay, begun("b", later), third])

      assert.strictEqual(yield* checkouts.countEnded(workspaceId, invoiceId), 0)
      yield* checkouts.end({ workspaceId: other, reference: "b" }, latest)
      yield* checkouts.end({ workspaceId, reference: "a" }, latest)
      yield* checkouts.end({ workspaceId, reference: "a" }, latest)
      yield* checkouts.markPending({ workspaceId, reference: "a" }, latest)
      // A repeated message does not reopen an ended checkout.
      yield* checkouts.insert(begun("a"))
      assert.deepStrictEqual(yield* open, [begun("b", later), third])
      assert.strictEqual(yield* checkouts.countEnded(workspaceId, invoiceId), 1)
      assert.strictEqual(yield* checkouts.countEnded(workspaceId, second), 0)
    })
  )
}
