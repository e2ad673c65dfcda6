/** Checkouts in memory. */
import { DateTime, Effect, Layer } from "effect"
import { CheckoutRepository } from "../../app/ports/payments/CheckoutRepository.ts"
import type { Checkout } from "../../domain/payments/Checkout.ts"
import { MemoryStore, type StoredCheckout } from "../store/MemoryStore.ts"
import { withChanged, withRow } from "../store/Rows.ts"

const keyOf = ({ workspaceId, reference }: Pick<Checkout, "workspaceId" | "reference">): string =>
  `${workspaceId} ${reference}`

export const CheckoutRepositoryMemory = Layer.effect(
  CheckoutRepository,
  Effect.map(MemoryStore, (store) => {
    const change = (
      key: Pick<Checkout, "workspaceId" | "reference">,
      to: (stored: StoredCheckout) => StoredCheckout
    ) =>
      store.update((state) => ({
        ...state,
        checkouts: withChanged(
          state.checkouts,
          (stored) => keyOf(stored) === keyOf(key) && stored.endedAt === null,
          to
        )
      }))
    return {
      insert: (checkout) =>
        store.update((state) =>
          state.checkouts.has(keyOf(checkout))
            ? state
            : {
                ...state,
                checkouts: withRow(state.checkouts, keyOf(checkout), { ...checkout, endedAt: null })
              }
        ),
      open: (workspaceId, invoiceIds) =>
        Effect.map(store.state, ({ checkouts }) =>
          [...checkouts.values()]
            .filter(
              (stored) =>
                stored.workspaceId === workspaceId &&
                invoiceIds.includes(stored.invoiceId) &&
                stored.endedAt === null
            )
            .sort(
              (a, b) => DateTime.Order(a.begunAt, b.begunAt) || (a.reference < b.reference ? -1 : 1)
            )
            .map(({ endedAt: _, ...checkout }) => checkout)
        ),
      countEnded: (workspaceId, invoiceId) =>
        Effect.map(
          store.state,
          ({ checkouts }) =>
            [...checkouts.values()].filter(
              (stored) =>
                stored.workspaceId === workspaceId &&
                stored.invoiceId === invoiceId &&
                stored.endedAt !== null
            ).length
        ),
      markPending: (key, at) =>
        change(key, (stored) => ({ ...stored, pendingSince: stored.pendingSince ?? at })),
      end: (key, at) => change(key, (stored) => ({ ...stored, endedAt: at }))
    }
  })
)
