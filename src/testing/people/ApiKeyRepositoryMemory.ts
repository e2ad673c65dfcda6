/** API keys in memory. */
import { Effect, Layer } from "effect"
import { ApiKeyRepository } from "../../app/ports/people/ApiKeyRepository.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { withChanged, withRow } from "../store/Rows.ts"

export const ApiKeyRepositoryMemory = Layer.effect(
  ApiKeyRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (key) =>
      store.update((state) => ({ ...state, apiKeys: withRow(state.apiKeys, key.id, key) })),
    findByHash: (hash) =>
      Effect.map(store.state, ({ apiKeys, workspaces }) => {
        const key = [...apiKeys.values()].find((candidate) => candidate.hash === hash)
        const workspace = key === undefined ? undefined : workspaces.get(key.workspaceId)
        return key === undefined || workspace === undefined
          ? null
          : { key, workspace, version: store.version() }
      }),
    list: (workspaceId) =>
      Effect.map(store.state, ({ apiKeys }) =>
        [...apiKeys.values()]
          .filter((key) => key.workspaceId === workspaceId && key.revokedAt === null)
          .reverse()
      ),
    revoke: (workspaceId, id, revokedAt) =>
      store.update((state) => ({
        ...state,
        apiKeys: withChanged(
          state.apiKeys,
          (key) => key.workspaceId === workspaceId && key.id === id && key.revokedAt === null,
          (key) => ({ ...key, revokedAt })
        )
      })),
    recordUse: (workspaceId, id, lastUsedAt) =>
      store.update((state) => {
        const key = state.apiKeys.get(id)
        return key?.workspaceId === workspaceId
          ? { ...state, apiKeys: withRow(state.apiKeys, id, { ...key, lastUsedAt }) }
          : state
      })
  }))
)
