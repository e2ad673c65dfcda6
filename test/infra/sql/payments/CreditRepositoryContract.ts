/**
 * Credits and what is taken of them, in every storage: nothing is lost, and nothing is taken twice.
 */

import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { InvoiceRepository } from "../../../../src/app/ports/invoices/InvoiceRepository.ts"
import { CreditRepository } from "../../../../src/app/ports/payments/CreditRepository.ts"
import { PaymentRepository } from "../../../../src/app/ports/payments/PaymentRepository.ts"
import { UnitOfWork } from "../../../../src/app/ports/UnitOfWork.ts"
import { type ClientId, CreditId, RefundId } from "../../../../src/domain/Ids.ts"
import { applyPayment, type OpenInvoice } from "../../../../src/domain/invoices/Invoice.ts"
import { CurrencyCode } from "../../../../src/domain/money/Currency.ts"
import { takeOf } from "../../../../src/domain/payments/Credit.ts"
import type { Credit } from "../../../../src/domain/payments/CreditResource.ts"
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

const newCredit = Effect.fnUntraced(function* (
  invoice: OpenInvoice,
  amountMinor: number,
  currency = "EUR"
) {
  const id = yield* CreditId.next(yield* random)
  const credit: Credit = {
    id,
    workspaceId: invoice.workspaceId,
    clientId: invoice.clientId,
    invoiceId: invoice.id,
    source: "payment",
    paymentId: null,
    amountMinor,
    currency: CurrencyCode.make(currency),
    receivedAt: now,
    processorReference: `pi_${id}`,
    createdAt: now
  }
  yield* (yield* each(PaymentRepository)).insertCredit(credit)
  return credit
})

const refundOf = Effect.fnUntraced(function* (
  { workspaceId, id: creditId }: Credit,
  amountMinor: number
) {
  yield* (yield* each(CreditRepository)).refund({
    id: yield* RefundId.next(yield* random),
    workspaceId,
    creditId,
    amountMinor,
    refundedAt: now,
    reference: "bank",
    createdAt: now
  })
})

/**
 * Takes a part of the credit as the use cases do: lock, look, take; true where there was enough.
 */
const take = Effect.fnUntraced(function* (credit: Credit, clientId: ClientId, amountMinor: number) {
  const { transact } = yield* UnitOfWork
  const invoices = yield* each(InvoiceRepository)
  return yield* transact(
    Effect.gen(function* () {
      const { workspaceId, id } = credit
      const invoice = yield* newOpen(workspaceId, clientId)
      const locked = yield* (yield* each(CreditRepository)).lock(workspaceId, id)
      if (locked === null || takeOf(locked, amountMinor)._tag === "Failure") return false
      // A transaction that did not wait for the lock has arrived by now.
      yield* Effect.yieldNow
      if (amountMinor % 2 === 0) yield* refundOf(credit, amountMinor)
      else {
        const payment = yield* paymentOf(invoice, amountMinor, { creditId: id, method: "credit" })
        yield* (yield* each(PaymentRepository)).insert(payment)
        yield* invoices.save(applyPayment(invoice, amountMinor, now, now), invoice.status)
      }
      return true
    })
  )
})

const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((all, one) => all + one, 0)

export const creditRepositoryContract: StorageContract = (it) => {
  it.effect("a credit tells what became of it, also in its client's list", () =>
    Effect.gen(function* () {
      const credits = yield* each(CreditRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const invoice = yield* newOpen(workspaceId, client.id)
      const credit = yield* newCredit(invoice, 500)
      const payment = yield* paymentOf(invoice, 120, { creditId: credit.id, method: "credit" })
      yield* book(invoice, payment)
      yield* refundOf(credit, 30)
      const shown = {
        id: credit.id,
        client: { id: client.id, name: client.name },
        invoice: { id: invoice.id, number: invoice.number },
        source: "payment",
        currency: "EUR",
        amountMinor: 500,
        appliedMinor: 120,
        refundedMinor: 30,
        withdrawnMinor: 0,
        remainingMinor: 350,
        reference: credit.processorReference,
        receivedAt: now,
        createdAt: now
      }
      const view = yield* credits.view(workspaceId, credit.id)
      assert.deepStrictEqual<unknown>(view, shown)
      const { transact } = yield* UnitOfWork
      assert.deepStrictEqual(yield* transact(credits.lock(workspaceId, credit.id)), view)
      const page = yield* credits.list(workspaceId, client.id, firstPage)
      assert.deepStrictEqual<unknown>(page, {
        items: [shown],
        total: 1,
        next: null,
        balance: { EUR: 350 }
      })
      const [booked] = (yield* (yield* PaymentRepository).list(workspaceId, invoice.id, firstPage))
        .items
      assert.deepInclude(booked, payment)
    })
  )

  it.effect("the list is paged, newest first; its balance is of all pages, by currency", () =>
    Effect.gen(function* () {
      const credits = yield* each(CreditRepository)
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const other = yield* newClient(workspaceId, "Bea")
      const invoice = yield* newOpen(workspaceId, client.id)
      const [first, second, third] = [
        yield* newCredit(invoice, 100),
        yield* newCredit(invoice, 20, "USD"),
        yield* newCredit(invoice, 3)
      ]
      const foreign = yield* newCredit(yield* newOpen(workspaceId, other.id), 7)
      yield* refundOf(first, 40)
      const page = yield* credits.list(workspaceId, client.id, { limit: 2, after: null })
      assert.deepStrictEqual(
        page.items.map(({ id }) => id),
        [third.id, second.id]
      )
      assert.deepStrictEqual(page.balance, { EUR: 63, USD: 20 })
      assert.deepStrictEqual([page.total, page.next], [3, second.id])
      const rest = yield* credits.list(workspaceId, client.id, { limit: 2, after: page.next })
      assert.deepStrictEqual(
        rest.items.map(({ id }) => id),
        [first.id]
      )
      const everyone = yield* credits.list(workspaceId, null, firstPage)
      assert.strictEqual(everyone.items[0]?.id, foreign.id)
      assert.deepStrictEqual(everyone.balance, { EUR: 70, USD: 20 })
      const { id: elsewhere } = yield* newWorkspace
      const nothing = { items: [], total: 0, next: null, balance: {} }
      assert.deepStrictEqual(yield* credits.list(elsewhere, null, firstPage), nothing)
      assert.isNull(yield* credits.view(elsewhere, first.id))
      assert.isNull(yield* credits.lock(elsewhere, first.id))
    })
  )

  it.effect("of many that take at once, each finds what the others left: the sum stays", () =>
    Effect.gen(function* () {
      const credits = yield* CreditRepository
      const { id: workspaceId } = yield* newWorkspace
      const client = yield* newClient(workspaceId)
      const credit = yield* newCredit(yield* newOpen(workspaceId, client.id), 500)
      const amounts = [101, 90, 77, 120, 55, 60, 99, 42, 81, 100, 33, 70]
      const taken = yield* Effect.forEach(
        amounts,
        (amount) => Effect.map(take(credit, client.id, amount), (was) => (was ? amount : 0)),
        { concurrency: "unbounded" }
      )
      const view = yield* credits.view(workspaceId, credit.id)
      const of = (parity: number) => sum(taken.filter((amount) => amount % 2 === parity))
      assert.strictEqual(view?.appliedMinor, of(1))
      assert.strictEqual(view?.refundedMinor, of(0))
      assert.strictEqual(view?.remainingMinor, 500 - sum(taken))
      assert.isAtLeast(view?.remainingMinor ?? -1, 0)
      // All of them do not fit, so some were refused; what is left is less than the smallest of
      // these.
      const refused = amounts.filter((_, index) => taken[index] === 0)
      assert.isNotEmpty(refused)
      assert.isBelow(view?.remainingMinor ?? 0, Math.min(...refused))
    })
  )
}
