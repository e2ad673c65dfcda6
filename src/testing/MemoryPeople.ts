/** Workspaces, users, API keys, invitations and events in memory. */
import { DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { type Invitation, InvitationRepository } from "../app/ports/clients/InvitationRepository.ts"
import { EventLog } from "../app/ports/events/EventLog.ts"
import { WebhookRepository } from "../app/ports/events/WebhookRepository.ts"
import { ApiKeyRepository } from "../app/ports/people/ApiKeyRepository.ts"
import { UserRepository } from "../app/ports/people/UserRepository.ts"
import { WorkspaceRepository } from "../app/ports/workspaces/WorkspaceRepository.ts"
import type { Event } from "../domain/events/Event.ts"
import { withoutLinks } from "../domain/events/EventLinks.ts"
import { EventId, type UserId, type WorkspaceId } from "../domain/Ids.ts"
import { User, UserEmailTaken } from "../domain/people/User.ts"
import { Workspace } from "../domain/workspaces/Workspace.ts"
import { WebhookRepositoryMemory } from "./events/WebhookRepositoryMemory.ts"
import { sha256Of } from "./invoices/SentDocumentRepositoryMemory.ts"
import {
  type MemoryState,
  MemoryStore,
  type StoredUser,
  withChanged,
  withRow
} from "./MemoryStore.ts"

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
      store.update((state) => {
        // The logo has its own way in.
        const logoHash = state.workspaces.get(workspace.id)?.logoHash ?? null
        const saved = new Workspace({ ...workspace, logoHash })
        return { ...state, workspaces: withRow(state.workspaces, workspace.id, saved) }
      })
    return {
      insert: save,
      save,
      find: (id) => Effect.map(store.state, ({ workspaces }) => workspaces.get(id) ?? null),
      // One transaction runs at a time here.
      lock: () => Effect.void,
      withReminders: Effect.map(store.state, ({ workspaces }) =>
        [...workspaces.values()].filter(({ reminderDays }) => reminderDays.length > 0)
      ),
      logo: (id) =>
        Effect.map(store.state, ({ logos, workspaces }) => {
          const hash = workspaces.get(id)?.logoHash ?? null
          return hash === null ? null : (logos.get(`${id} ${hash}`) ?? null)
        }),
      logoByHash: (id, hash) =>
        Effect.map(store.state, ({ logos }) => logos.get(`${id} ${hash}`) ?? null),
      saveLogo: (id, logo) =>
        store.update((state) => {
          const workspace = state.workspaces.get(id)
          if (workspace === undefined) return state
          const logoHash = logo === null ? null : sha256Of(logo.bytes)
          const workspaces = withRow(
            state.workspaces,
            id,
            new Workspace({ ...workspace, logoHash })
          )
          return logo === null
            ? { ...state, workspaces }
            : { ...state, workspaces, logos: withRow(state.logos, `${id} ${logoHash}`, logo) }
        }),
      isEmpty: Effect.map(store.state, ({ workspaces }) => workspaces.size === 0)
    }
  })
)

export const UserRepositoryMemory = Layer.effect(
  UserRepository,
  Effect.map(MemoryStore, (store) => {
    const present = Effect.map(store.state, ({ users }) =>
      [...users.values()].flatMap(({ user, passwordHash, removedAt }) =>
        removedAt === null ? [{ user, passwordHash }] : []
      )
    )
    const change = (workspaceId: WorkspaceId, id: UserId, to: (stored: StoredUser) => StoredUser) =>
      store.update((state) => ({
        ...state,
        users: withChanged(
          state.users,
          ({ user }) => user.workspaceId === workspaceId && user.id === id,
          to
        )
      }))
    const sameEmail = (user: User, email: string) =>
      user.email.toLowerCase() === email.toLowerCase()
    return {
      insert: (user, passwordHash) =>
        Effect.gen(function* () {
          const taken = (yield* present).some(
            (other) =>
              other.user.workspaceId === user.workspaceId && sameEmail(other.user, user.email)
          )
          if (taken) return yield* new UserEmailTaken({ email: user.email })
          yield* store.update((state) => ({
            ...state,
            users: withRow(state.users, user.id, { user, passwordHash, removedAt: null })
          }))
        }),
      find: (workspaceId, id) =>
        Effect.map(
          present,
          (all) =>
            all.find(({ user }) => user.workspaceId === workspaceId && user.id === id)?.user ?? null
        ),
      list: (workspaceId) =>
        Effect.map(present, (all) => all.filter(({ user }) => user.workspaceId === workspaceId)),
      findByEmail: (email) =>
        Effect.map(present, (all) => all.filter(({ user }) => sameEmail(user, email))),
      ownersForUpdate: (workspaceId) =>
        Effect.map(present, (all) =>
          all.flatMap(({ user }) =>
            user.workspaceId === workspaceId && user.role === "owner" ? [user] : []
          )
        ),
      saveRole: (workspaceId, id, role) =>
        change(workspaceId, id, (stored) => ({
          ...stored,
          user: new User({ ...stored.user, role })
        })),
      savePassword: (workspaceId, id, passwordHash) =>
        change(workspaceId, id, (stored) => ({ ...stored, passwordHash })),
      replacePassword: (workspaceId, id, from, passwordHash) =>
        store.modify((state) => {
          const stored = state.users.get(id)
          return stored?.user.workspaceId === workspaceId &&
            stored.passwordHash === from &&
            stored.removedAt === null
            ? [true, { ...state, users: withRow(state.users, id, { ...stored, passwordHash }) }]
            : [false, state]
        }),
      remove: (workspaceId, id, removedAt) =>
        change(workspaceId, id, (stored) => ({ ...stored, removedAt }))
    }
  })
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

export const EventLogMemory = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const store = yield* MemoryStore
    const random = yield* SecureRandom.SecureRandom
    const webhooks = yield* WebhookRepository
    return EventLog.of({
      append: Effect.fnUntraced(function* ({ workspaceId, type, object, previous }) {
        const id = yield* EventId.next(random)
        const createdAt = yield* DateTime.now
        const event = yield* store.modify((state): readonly [Event, MemoryState] => {
          const [sequence, counted] = takeNext(state, workspaceId, "event")
          const data = withoutLinks({ object, previous })
          const appended = { id, workspaceId, sequence, type, createdAt, data }
          return [appended, { ...counted, events: [...counted.events, appended] }]
        })
        yield* webhooks.fanOut(event)
      }),
      read: (workspaceId, after, limit, types) =>
        Effect.map(store.state, ({ events }) =>
          events
            .filter(
              (event) =>
                event.workspaceId === workspaceId &&
                event.sequence > after &&
                types.includes(event.type)
            )
            .slice(0, limit)
        )
    })
  })
).pipe(Layer.provide(WebhookRepositoryMemory))
