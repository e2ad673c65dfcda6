/** Second factors in memory. */
import { Effect, Layer } from "effect"
import { SecondFactorRepository } from "../../app/ports/people/SecondFactorRepository.ts"
import type { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { withChanged, withoutRows, withRow } from "../store/Rows.ts"

export const SecondFactorRepositoryMemory = Layer.effect(
  SecondFactorRepository,
  Effect.map(MemoryStore, (store) => {
    const find = (workspaceId: WorkspaceId, userId: UserId) =>
      Effect.map(store.state, ({ secondFactors }) => {
        const factor = secondFactors.get(userId)
        return factor?.workspaceId === workspaceId ? factor : null
      })
    return {
      find,
      findForUpdate: find,
      insert: (factor) =>
        store.update((state) => ({
          ...state,
          secondFactors: withRow(state.secondFactors, factor.userId, factor)
        })),
      saveUse: ({ workspaceId, userId, usedStep, recoveryHashes }) =>
        store.update((state) => ({
          ...state,
          secondFactors: withChanged(
            state.secondFactors,
            (row) => row.workspaceId === workspaceId && row.userId === userId,
            (row) => ({ ...row, usedStep, recoveryHashes })
          )
        })),
      remove: (workspaceId, userId) =>
        store.update((state) => ({
          ...state,
          secondFactors: withoutRows(
            state.secondFactors,
            (row) => row.workspaceId === workspaceId && row.userId === userId
          )
        })),
      requiredSince: (workspaceId) =>
        Effect.map(
          store.state,
          ({ secondFactorSince }) => secondFactorSince.get(workspaceId)?.since ?? null
        ),
      saveRequired: (workspaceId, since) =>
        store.update((state) => ({
          ...state,
          secondFactorSince:
            since === null
              ? withoutRows(state.secondFactorSince, (row) => row.id === workspaceId)
              : withRow(state.secondFactorSince, workspaceId, { id: workspaceId, since })
        }))
    }
  })
)
