/** Links of users in memory. */
import { Effect, Layer } from "effect"
import { UserLinkRepository } from "../../app/ports/people/UserLinkRepository.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { withoutRows, withRow } from "../store/Rows.ts"

export const UserLinkRepositoryMemory = Layer.effect(
  UserLinkRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (link) =>
      store.update((state) => ({ ...state, userLinks: withRow(state.userLinks, link.id, link) })),
    find: (workspaceId, id) =>
      Effect.map(store.state, ({ userLinks }) => {
        const link = userLinks.get(id)
        return link?.workspaceId === workspaceId ? link : null
      }),
    findByHash: (hash) =>
      Effect.map(
        store.state,
        ({ userLinks }) => [...userLinks.values()].find((link) => link.hash === hash) ?? null
      ),
    removeOfUser: (workspaceId, userId, purpose) =>
      store.update((state) => ({
        ...state,
        userLinks: withoutRows(
          state.userLinks,
          (link) =>
            link.workspaceId === workspaceId &&
            link.userId === userId &&
            (purpose === undefined || link.purpose === purpose)
        )
      })),
    consume: (workspaceId, id) =>
      store.modify((state) => {
        const found = state.userLinks.get(id)
        return found?.workspaceId === workspaceId
          ? [
              true,
              {
                ...state,
                userLinks: withoutRows(state.userLinks, ({ userId }) => userId === found.userId)
              }
            ]
          : [false, state]
      })
  }))
)
