/** Requests for exports in memory. */
import { DateTime, Effect, Layer } from "effect"
import { ExportRepository } from "../../app/ports/workspaces/ExportRepository.ts"
import type { WorkspaceId } from "../../domain/Ids.ts"
import { isClaimable } from "../../domain/workspaces/ExportRequest.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { withRow } from "../store/Rows.ts"

export const ExportRepositoryMemory = Layer.effect(
  ExportRepository,
  Effect.map(MemoryStore, (store) => {
    const find = (workspaceId: WorkspaceId) =>
      Effect.map(store.state, ({ exports }) => exports.get(workspaceId) ?? null)
    return {
      find,
      findForUpdate: find,
      save: (request) =>
        store.update((state) => ({
          ...state,
          exports: withRow(state.exports, request.workspaceId, request)
        })),
      nextClaimable: (now) =>
        Effect.map(store.state, ({ exports }) => {
          const [first] = [...exports.values()]
            .filter((one) => one.status === "pending" && isClaimable(one, now))
            .sort(
              (a, b) =>
                DateTime.toEpochMillis(a.requestedAt) - DateTime.toEpochMillis(b.requestedAt)
            )
          return first?.workspaceId ?? null
        })
    }
  })
)
