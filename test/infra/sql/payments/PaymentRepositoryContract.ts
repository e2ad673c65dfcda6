/** The ledger, in every storage. */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentRepository } from "../../../../src/app/ports/payments/PaymentRepository.ts"
import { CreditId } from "../../../../src/domain/Ids.ts"
import type * as Invoice from "../../../../src/domain/invoices/Invoice.ts"
import type { Credit } from "../../../../src/domain/payments/CreditResource.ts"
import type { Payment } from "../../../../src/domain/payments/PaymentResource.ts"
import { book, paymentOf } from "../../../support/paymentRecords.ts"
import {
  firstPage,
  newClient,
  newOpen,
  newWorkspace,
  now,
  random
} from "../../../support/records.ts"
import { each } from "../../../support/transactions.ts"
import type { StorageContract } from "../contracts.ts"

export const paymentRepositoryContract: StorageContract = (it) => {
  it.effect("the ledger keeps payments and credits, and knows a processor's names", () =>
    Effect.gen(function* () {
      const ledger = yield* each(PaymentRepository)
      const workspace = yield* newWorkspace
      const other = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const invoice = yield* newOpen(workspace.id, client.id)
      const first = yield* paymentOf(invoice, 400, { processorReference: "pi_1" })
      yield* book(invoice, first)
      const page = yield* ledger.list(workspace.id, invoice.id, firstPage)
      assert.deepStrictEqual(page, { items: [first], total: 1, next: null })
      assert.strictEqual((yield* ledger.list(other.id, invoice.id, firstPage)).total, 0)
      assert.deepStrictEqual(yield* ledger.find(workspace.id, first.id), first)
      assert.isNull(yield* ledger.find(other.id, first.id))
      assert.isTrue(yield* ledger.isKnown(workspace.id, "pi_1"))
      assert.isFalse(yield* ledger.isKnown(other.id, "pi_1"))
      const credit: Credit = {
        id: yield* CreditId.next(yield* random),
        workspaceId: workspace.id,
        clientId: client.id,
        invoiceId: invoice.id,
        source: "payment",
        amountMinor: 5,
        currency: invoice.currency,
        receivedAt: now,
        processorReference: "pi_2",
        createdAt: now
      }
      yield* ledger.insertCredit(credit)
      assert.deepStrictEqual(yield* ledger.credits(workspace.id, invoice.id), [credit])
      assert.isTrue(yield* ledger.isKnown(workspace.id, "pi_2"))
      assert.isTrue(yield* ledger.noteMessage(workspace.id, "stripe", "evt", now))
      assert.isFalse(yield* ledger.noteMessage(workspace.id, "stripe", "evt", now))
      assert.isTrue(yield* ledger.noteMessage(workspace.id, "test", "evt", now))
      assert.isTrue(yield* ledger.noteMessage(other.id, "stripe", "evt", now))
    })
  )

  it.effect("tells the latest payments that made up a sum, and none that came after it", () =>
    Effect.gen(function* () {
      const ledger = yield* PaymentRepository
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      let open: Invoice.SentInvoice = yield* newOpen(workspaceId, client.id)
      const booked: Payment[] = []
      for (const amount of [100, 20, 3]) {
        const payment = yield* paymentOf(open, amount)
        const paid = yield* book(open, payment)
        if (paid.status !== "sent") return assert.fail("paid already")
        open = paid
        booked.push(payment)
      }
      const making = (paidMinor: number, limit = 50) =>
        ledger.making(workspaceId, open.id, paidMinor, limit)
      assert.deepStrictEqual(yield* making(123), booked)
      assert.deepStrictEqual(yield* making(120), booked.slice(0, 2))
      assert.deepStrictEqual(yield* making(123, 2), booked.slice(1))
      assert.deepStrictEqual(yield* making(0), [])
      const { id: other } = yield* newWorkspace
      assert.deepStrictEqual(yield* ledger.making(other, open.id, 123, 50), [])
    })
  )
}
