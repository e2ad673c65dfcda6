/** Workspaces, users, API keys, invitations and events in memory. */
import { DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { ApiKeyRepository } from "../app/ports/ApiKeyRepository.ts"
import { EventLog } from "../app/ports/EventLog.ts"
import { InvitationRepository } from "../app/ports/InvitationRepository.ts"
import { UserRepository } from "../app/ports/UserRepository.ts"
import { WorkspaceRepository } from "../app/ports/WorkspaceRepository.ts"
import { EventId, type WorkspaceId } from "../domain/Ids.ts"
import { UserEmailTaken } from "../domain/User.ts"
import type { Workspace } from "../domain/Workspace.ts"
import { type MemoryState, MemoryStore, withRow } from "./MemoryStore.ts"

/** Takes the next value of a counter, which starts at 1. */
export const takeNext = (
  state: MemoryState,
  workspaceId: WorkspaceId,
  name: "invoice_number" | "event"
): readonly [number, MemoryState] => {
  const key = `${workspaceId}:${name}`
  const value = (state.counters.get(key) ?? 0) + 1
  return [value, { ...state, counters: withRow(state.counters, key, value) }]
}

export const WorkspaceRepositoryMemory = Layer.effect(
  WorkspaceRepository,
  Effect.map(MemoryStore, (store) => {
    const save = (workspace: Workspace) =>
      store.update((state) => ({
        ...state,
        workspaces: withRow(state.workspaces, workspace.id, workspace)
      }))
    return {
      insert: save,
      save,
      find: (id) => Effect.map(store.state, ({ workspaces }) => workspaces.get(id) ?? null),
      logo: (id) => Effect.map(store.state, ({ logos }) => logos.get(id) ?? null),
      saveLogo: (id, logo) =>
        store.update((state) => {
          const others = new Map([...state.logos].filter(([key]) => key !== id))
          return { ...state, logos: logo === null ? others : others.set(id, logo) }
        }),
      isEmpty: Effect.map(store.state, ({ workspaces }) => workspaces.size === 0)
    }
  })
)

export const UserRepositoryMemory = Layer.effect(
  UserRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (user, passwordHash) =>
      Effect.gen(function* () {
        const { users } = yield* store.state
        const taken = [...users.values()].some(
          (other) =>
            other.workspaceId === user.workspaceId &&
            other.email.toLowerCase() === user.email.toLowerCase()
        )
        if (taken) return yield* new UserEmailTaken({ email: user.email })
        const { id, workspaceId, name, email, role } = user
        yield* store.update((state) => ({
          ...state,
          users: withRow(state.users, id, { id, workspaceId, name, email, role, passwordHash })
        }))
      }),
    find: (workspaceId, id) =>
      Effect.map(store.state, ({ users }) => {
        const user = users.get(id)
        return user?.workspaceId === workspaceId ? user : null
      })
  }))
)

export const ApiKeyRepositoryMemory = Layer.effect(
  ApiKeyRepository,
  Effect.map(MemoryStore, (store) => ({
    insert: (key) =>
      store.update((state) => ({ ...state, apiKeys: withRow(state.apiKeys, key.id, key) })),
    findByHash: (hash) =>
      Effect.map(store.state, ({ apiKeys, workspaces }) => {
        const key = [...apiKeys.values()].find((candidate) => candidate.hash === hash)
        const workspace = key === undefined ? undefined : workspaces.get(key.workspaceId)
        return key === undefined || workspace === undefined ? null : { key, workspace }
      }),
    recordUse: (workspaceId, id, lastUsedAt) =>
      store.update((state) => {
        const key = state.apiKeys.get(id)
        return key?.workspaceId === workspaceId
          ? { ...state, apiKeys: withRow(state.apiKeys, id, { ...key, lastUsedAt }) }
          : state
      })
  }))
)

export const InvitationRepositoryMemory = Layer.effect(
  InvitationRepository,
  Effect.map(MemoryStore, (store) => ({
    replace: (invitation) =>
      store.update((state) => {
        const revoked = [...state.invitations].map(([id, older]) =>
          older.workspaceId === invitation.workspaceId &&
          older.clientId === invitation.clientId &&
          older.revokedAt === null
            ? ([id, { ...older, revokedAt: invitation.createdAt }] as const)
            : ([id, older] as const)
        )
        return { ...state, invitations: withRow(new Map(revoked), invitation.id, invitation) }
      }),
    find: (workspaceId, id) =>
      Effect.map(store.state, ({ invitations }) => {
        const invitation = invitations.get(id)
        return invitation?.workspaceId === workspaceId ? invitation : null
      })
  }))
)

export const EventLogMemory = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const random = yield* SecureRandom.SecureRandom
    return EventLog.of({
      append: Effect.fnUntraced(function* ({ workspaceId, type, object, previous }) {
        const id = yield* EventId.next(random)
        const createdAt = yield* DateTime.now
        yield* store.update((state) => {
          const [sequence, counted] = takeNext(state, workspaceId, "event")
          const event = { id, workspaceId, sequence, type, createdAt, data: { object, previous } }
          return { ...counted, events: [...counted.events, event] }
        })
      }),
      read: (workspaceId, after, limit) =>
        Effect.map(store.state, ({ events }) =>
          events
            .filter((event) => event.workspaceId === workspaceId && event.sequence > after)
            .slice(0, limit)
        )
    })
  })
)
