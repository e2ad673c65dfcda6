/** Invitations to the portal in memory. */
import { Effect, Layer } from "effect"
import { InvitationRepository } from "../../app/ports/clients/InvitationRepository.ts"
import type { Invitation } from "../../domain/clients/Invitation.ts"
import { MemoryStore } from "../store/MemoryStore.ts"
import { withChanged, withRow } from "../store/Rows.ts"

export const InvitationRepositoryMemory = Layer.effect(
  InvitationRepository,
  Effect.map(MemoryStore, (store) => {
    const search = (matches: (invitation: Invitation) => boolean) =>
      Effect.map(store.state, ({ invitations }) => [...invitations.values()].find(matches) ?? null)
    return {
      insert: (invitation) =>
        store.update((state) => ({
          ...state,
          invitations: withRow(state.invitations, invitation.id, invitation)
        })),
      revokeAll: (workspaceId, clientId, revokedAt) =>
        store.update((state) => ({
          ...state,
          invitations: withChanged(
            state.invitations,
            (one) =>
              one.workspaceId === workspaceId &&
              one.clientId === clientId &&
              one.revokedAt === null,
            (one) => ({ ...one, revokedAt })
          )
        })),
      find: (workspaceId, id) =>
        search((found) => found.workspaceId === workspaceId && found.id === id),
      findByHash: (hash) => search((found) => found.hash === hash),
      newest: (workspaceId, clientId) =>
        Effect.map(
          store.state,
          ({ invitations }) =>
            [...invitations.values()].findLast(
              (found) => found.workspaceId === workspaceId && found.clientId === clientId
            ) ?? null
        ),
      consume: (workspaceId, id, usedAt) =>
        store.modify((state) => {
          const found = state.invitations.get(id)
          const usable =
            found?.workspaceId === workspaceId && found.usedAt === null && found.revokedAt === null
          return usable
            ? [
                true,
                { ...state, invitations: withRow(state.invitations, id, { ...found, usedAt }) }
              ]
            : [false, state]
        })
    }
  })
)
