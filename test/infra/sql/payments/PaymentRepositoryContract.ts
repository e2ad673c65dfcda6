/** The ledger, in every storage. */

import { assert } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { CreditRepository } from "../../../../src/app/ports/payments/CreditRepository.ts"
import { PaymentRepository } from "../../../../src/app/ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { CreditId, PaymentId } from "../../../../src/domain/Ids.ts"
import * as Invoice from "../../../../src/domain/invoices/Invoice.ts"
import type { Credit } from "../../../../src/domain/payments/CreditResource.ts"
import { reversalOf } from "../../../../src/domain/payments/Payment.ts"
import type { Payment, PaymentRecord } from "../../../../src/domain/payments/PaymentResource.ts"
import { CalendarDate } from "../../../../src/domain/time/CalendarDate.ts"
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

const recordOf = (payment: Payment, more: Partial<PaymentRecord> = {}): PaymentRecord => ({
  ...payment,
  reversed: false,
  excessId: null,
  excessMinor: null,
  ...more
})

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
      assert.deepStrictEqual(page, { items: [recordOf(first)], total: 1, next: null })
      assert.strictEqual((yield* ledger.list(other.id, invoice.id, firstPage)).total, 0)
      assert.deepStrictEqual(yield* ledger.find(workspace.id, first.id), recordOf(first))
      assert.isNull(yield* ledger.find(other.id, first.id))
      assert.isTrue(yield* ledger.isKnown(workspace.id, "pi_1"))
      assert.isFalse(yield* ledger.isKnown(other.id, "pi_1"))
      const credit: Credit = {
        id: yield* CreditId.next(yield* random),
        workspaceId: workspace.id,
        clientId: client.id,
        invoiceId: invoice.id,
        source: "payment",
        paymentId: null,
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

  it.effect("a reversal and the credit of an excess are told with their payment", () =>
    Effect.gen(function* () {
      const ledger = yield* each(PaymentRepository)
      const invoices = yield* each(InvoiceRepository)
      const credits = yield* CreditRepository
      const workspace = yield* newWorkspace
      const client = yield* newClient(workspace.id)
      const invoice = yield* newOpen(workspace.id, client.id)
      const payment = yield* paymentOf(invoice, 300, { reference: "bank 7" })
      const paid = yield* book(invoice, payment)
      const creditId = yield* CreditId.next(yield* random)
      const credit: Credit = {
        id: creditId,
        workspaceId: workspace.id,
        clientId: client.id,
        invoiceId: invoice.id,
        source: "payment",
        amountMinor: 20,
        currency: invoice.currency,
        receivedAt: now,
        processorReference: null,
        paymentId: payment.id,
        createdAt: now
      }
      yield* ledger.insertCredit(credit)
      const brought = { excessId: creditId, excessMinor: 20 }
      assert.deepStrictEqual(
        yield* ledger.find(workspace.id, payment.id),
        recordOf(payment, brought)
      )
      const left = yield* credits.view(workspace.id, creditId)
      assert.deepInclude(left, { withdrawnMinor: 0, remainingMinor: 20, reference: "bank 7" })

      const id = yield* PaymentId.next(yield* random)
      const reversal = reversalOf(recordOf(payment, brought), "a mistake", id, now)
      if (paid.status !== "sent") return assert.fail("paid already")
      const { transact } = yield* UnitOfWork
      const open = Invoice.reversePayment(paid, 300, CalendarDate.make("1970-01-01"), now)
      yield* transact(
        Effect.gen(function* () {
          yield* (yield* PaymentRepository).insert(reversal)
          yield* (yield* InvoiceRepository).save(open, "sent")
        })
      )
      const { items, total } = yield* ledger.list(workspace.id, invoice.id, firstPage)
      assert.strictEqual(total, 2)
      assert.sameDeepMembers(
        [...items],
        [recordOf(reversal), recordOf(payment, { ...brought, reversed: true })]
      )
      const ended = yield* credits.view(workspace.id, creditId)
      assert.deepInclude(ended, { withdrawnMinor: 20, remainingMinor: 0 })
      const { balance } = yield* credits.list(workspace.id, client.id, firstPage)
      assert.deepStrictEqual(balance, { [invoice.currency]: 0 })
      assert.deepStrictEqual(yield* ledger.making(workspace.id, invoice.id, 0, 50), [])
      assert.deepStrictEqual(yield* ledger.making(workspace.id, invoice.id, 300, 50), [payment])

      const twice = yield* Effect.exit(
        ledger.insert({ ...reversal, id: yield* PaymentId.next(yield* random) })
      )
      assert.isTrue(Exit.isFailure(twice))
      const { invoice: seen } = yield* invoices.view(
        workspace.id,
        invoice.id,
        CalendarDate.make("1970-01-01")
      )
      assert.deepInclude(seen, { status: "sent", amountPaidMinor: 0, paidAt: null })
    })
  )
}
