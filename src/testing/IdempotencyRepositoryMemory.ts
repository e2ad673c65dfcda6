/** Idempotency keys in memory. */
import { DateTime, Effect, Layer } from "effect"
import { IdempotencyRepository, type KeyScope } from "../app/ports/IdempotencyRepository.ts"
import { MemoryStore } from "./store/MemoryStore.ts"
import { withRow } from "./store/Rows.ts"

const keyOf = ({ workspaceId, credential, route, key }: KeyScope): string =>
  JSON.stringify([workspaceId, credential, route, key])

export const IdempotencyRepositoryMemory = Layer.effect(
  IdempotencyRepository,
  Effect.map(MemoryStore, (store) => ({
    find: (scope, expired) =>
      Effect.map(store.state, ({ idempotencyKeys }) => {
        const found = idempotencyKeys.get(keyOf(scope))
        return found === undefined || DateTime.isLessThan(found.createdAt, expired)
          ? null
          : found.answer
      }),
    // Transactions come one after another: the first of two twins has ended before the second
    // looks.
    insert: (scope, answer, createdAt) =>
      store.update((state) => ({
        ...state,
        idempotencyKeys: withRow(state.idempotencyKeys, keyOf(scope), { answer, createdAt })
      }))
  }))
)
