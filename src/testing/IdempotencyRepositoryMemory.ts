/** Kept answers in memory. */
import { DateTime, Effect, Layer } from "effect"
import { IdempotencyRepository, type KeyScope } from "../app/ports/IdempotencyRepository.ts"
import { MemoryStore } from "./MemoryStore.ts"
import { withRow } from "./Rows.ts"

const keyOf = ({ workspaceId, credential, route, key }: KeyScope): string =>
  JSON.stringify([workspaceId, credential, route, key])

export const IdempotencyRepositoryMemory = Layer.effect(
  IdempotencyRepository,
  Effect.map(MemoryStore, (store) => ({
    reserve: (scope, requestHash, createdAt, expired) =>
      Effect.flatMap(
        store.modify((state) => {
          const key = keyOf(scope)
          const found = state.keptAnswers.get(key)
          if (found !== undefined && !DateTime.isLessThan(found.createdAt, expired)) {
            return [found, state]
          }
          const row = { requestHash, answer: null, createdAt }
          return [null, { ...state, keptAnswers: withRow(state.keptAnswers, key, row) }]
        }),
        (found) => {
          if (found === null) return Effect.succeed(null)
          return found.answer === null
            ? Effect.die(new Error("an idempotency key was kept without its answer"))
            : Effect.succeed({ requestHash: found.requestHash, ...found.answer })
        }
      ),
    keep: (scope, status, body) =>
      store.update((state) => {
        const key = keyOf(scope)
        const found = state.keptAnswers.get(key)
        return found === undefined
          ? state
          : {
              ...state,
              keptAnswers: withRow(state.keptAnswers, key, { ...found, answer: { status, body } })
            }
      })
  }))
)
