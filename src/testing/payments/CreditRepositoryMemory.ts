/**
 * Credits in memory: what was taken of one is counted from the payments and refunds that name it.
 */
import { Effect, Layer } from "effect"
import { CreditRepository } from "../../app/ports/payments/CreditRepository.ts"
import type { CreditId, WorkspaceId } from "../../domain/Ids.ts"
import type { Credit, CreditView } from "../../domain/payments/CreditResource.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { pageOf } from "../store/PageOf.ts"

const sumOf = (
  entries: ReadonlyArray<{ readonly creditId: CreditId | null; readonly amountMinor: number }>,
  id: CreditId
): number =>
  entries.reduce((sum, entry) => sum + (entry.creditId === id ? entry.amountMinor : 0), 0)

export const creditViewOf = (state: MemoryState, credit: Credit): CreditView => {
  const { id, clientId, invoiceId, source, amountMinor, currency, receivedAt, createdAt } = credit
  const appliedMinor = sumOf(state.payments, id)
  const refundedMinor = sumOf(state.refunds, id)
  const brought = state.payments.find((payment) => payment.id === credit.paymentId)
  const isWithdrawn =
    brought !== undefined && state.payments.some(({ reverses }) => reverses === brought.id)
  const withdrawnMinor = isWithdrawn ? amountMinor : 0
  return {
    id,
    client: { id: clientId, name: state.clients.get(clientId)?.name ?? "" },
    invoice: { id: invoiceId, number: state.invoices.get(invoiceId)?.number ?? "" },
    source,
    currency,
    amountMinor,
    appliedMinor,
    refundedMinor,
    withdrawnMinor,
    remainingMinor: amountMinor - appliedMinor - refundedMinor - withdrawnMinor,
    reference: credit.processorReference ?? brought?.reference ?? null,
    receivedAt,
    createdAt
  }
}

export const CreditRepositoryMemory = Layer.effect(
  CreditRepository,
  Effect.map(MemoryStore, (store) => {
    const view = (workspaceId: WorkspaceId, id: CreditId) =>
      Effect.map(store.state, (state) => {
        const credit = state.credits.find((one) => one.workspaceId === workspaceId && one.id === id)
        return credit === undefined ? null : creditViewOf(state, credit)
      })
    return {
      view,
      lock: view,
      list: (workspaceId, clientId, page) =>
        Effect.map(store.state, (state) => {
          const all = state.credits
            .filter((one) => one.workspaceId === workspaceId)
            .filter((one) => clientId === null || one.clientId === clientId)
            .map((credit) => creditViewOf(state, credit))
          const balance: Record<string, number> = {}
          for (const { currency, remainingMinor } of all) {
            balance[currency] = (balance[currency] ?? 0) + remainingMinor
          }
          return { ...pageOf(all, page), balance }
        }),
      remaining: (workspaceId, clientId, limit) =>
        Effect.map(store.state, (state) =>
          state.credits
            .filter((one) => one.workspaceId === workspaceId && one.clientId === clientId)
            .map((credit) => creditViewOf(state, credit))
            .filter(({ remainingMinor }) => remainingMinor > 0)
            .sort((a, b) => (a.id < b.id ? 1 : -1))
            .slice(0, limit)
        ),
      refund: (refund) =>
        store.update((state) => ({ ...state, refunds: [...state.refunds, refund] }))
    }
  })
)
