/** The ledger in memory: payments, credit and the messages that were booked. */
import { Effect, Layer } from "effect"
import { PaymentRepository } from "../../app/ports/payments/PaymentRepository.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { pageOf } from "../store/PageOf.ts"

export const PaymentRepositoryMemory = Layer.effect(
  PaymentRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (payment) =>
      store.update((state) => ({ ...state, payments: [...state.payments, payment] })),
    insertCredit: (credit) =>
      store.update((state) => ({ ...state, credits: [...state.credits, credit] })),
    find: (workspaceId, id) =>
      Effect.map(
        store.state,
        ({ payments }) =>
          payments.find((payment) => payment.workspaceId === workspaceId && payment.id === id) ??
          null
      ),
    list: (workspaceId, invoiceId, page) =>
      Effect.map(store.state, ({ payments }) =>
        pageOf(
          payments.filter(
            (payment) => payment.workspaceId === workspaceId && payment.invoiceId === invoiceId
          ),
          page
        )
      ),
    making: (workspaceId, invoiceId, amountPaidMinor, limit) =>
      Effect.map(store.state, ({ payments }) => {
        let paid = 0
        return payments
          .filter((entry) => entry.workspaceId === workspaceId && entry.invoiceId === invoiceId)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .filter(({ amountMinor }) => {
            paid += amountMinor
            return paid <= amountPaidMinor
          })
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
