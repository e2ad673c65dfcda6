/** The ledger in memory: payments, credit and the messages that were booked. */
import { Effect, Layer } from "effect"
import { PaymentRepository } from "../../app/ports/payments/PaymentRepository.ts"
import type { Payment, PaymentRecord } from "../../domain/payments/PaymentResource.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { pageOf } from "../store/PageOf.ts"

const isReversedIn = (payments: ReadonlyArray<Payment>, { id }: Payment): boolean =>
  payments.some(({ reverses }) => reverses === id)

const recordOf = ({ payments, credits }: MemoryState, payment: Payment): PaymentRecord => {
  const excess = credits.find(({ paymentId }) => paymentId === payment.id)
  return {
    ...payment,
    reversed: isReversedIn(payments, payment),
    excessId: excess?.id ?? null,
    excessMinor: excess?.amountMinor ?? null
  }
}

const added = (state: MemoryState, payment: Payment): MemoryState => {
  const { reverses } = payment
  if (reverses !== null && state.payments.some((entry) => entry.reverses === reverses)) {
    throw new Error(`payment ${reverses} is reversed already`)
  }
  return { ...state, payments: [...state.payments, payment] }
}

export const PaymentRepositoryMemory = Layer.effect(
  PaymentRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (payment) => store.update((state) => added(state, payment)),
    insertCredit: (credit) =>
      store.update((state) => ({ ...state, credits: [...state.credits, credit] })),
    find: (workspaceId, id) =>
      Effect.map(store.state, (state) => {
        const found = state.payments.find(
          (payment) => payment.workspaceId === workspaceId && payment.id === id
        )
        return found === undefined ? null : recordOf(state, found)
      }),
    list: (workspaceId, invoiceId, page) =>
      Effect.map(store.state, (state) =>
        pageOf(
          state.payments
            .filter(
              (payment) => payment.workspaceId === workspaceId && payment.invoiceId === invoiceId
            )
            .map((payment) => recordOf(state, payment)),
          page
        )
      ),
    making: (workspaceId, invoiceId, amountPaidMinor, limit) =>
      Effect.map(store.state, ({ payments }) => {
        const entries = payments
          .filter((entry) => entry.workspaceId === workspaceId && entry.invoiceId === invoiceId)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        let paid = 0
        const sums = entries.map(({ amountMinor }) => {
          paid += amountMinor
          return paid
        })
        const made = entries.slice(0, sums.lastIndexOf(amountPaidMinor) + 1)
        return made
          .filter((entry) => entry.reverses === null && !isReversedIn(made, entry))
          .slice(-limit)
      }),
    credits: (workspaceId, invoiceId) =>
      Effect.map(store.state, ({ credits }) =>
        credits.filter(
          (credit) => credit.workspaceId === workspaceId && credit.invoiceId === invoiceId
        )
      ),
    isKnown: (workspaceId, reference) =>
      Effect.map(store.state, ({ payments, credits }) =>
        [...payments, ...credits].some(
          (entry) => entry.workspaceId === workspaceId && entry.processorReference === reference
        )
      ),
    noteMessage: (workspaceId, processor, id) =>
      store.modify((state) => {
        const key = `${workspaceId} ${processor} ${id}`
        return state.processorMessages.has(key)
          ? [false, state]
          : [true, { ...state, processorMessages: new Set([...state.processorMessages, key]) }]
      })
  }))
)
