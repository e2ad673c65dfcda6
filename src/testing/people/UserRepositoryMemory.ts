/** Users in memory. A removed user stays as a row. */
import { Effect, Layer } from "effect"
import { UserRepository } from "../../app/ports/people/UserRepository.ts"
import type { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { User, UserEmailTaken } from "../../domain/people/User.ts"
import { MemoryStore, type StoredUser } from "../store/MemoryStore.ts"
import { withChanged, withRow } from "../store/Rows.ts"

const sameEmail = (user: User, email: string) => user.email.toLowerCase() === email.toLowerCase()

/** In workspaces that are not deleted. */
const ofEmail = (store: MemoryStore["Service"], email: string) =>
  Effect.map(store.state, ({ users, workspaces }) =>
    [...users.values()].flatMap(({ removedAt, ...stored }) =>
      removedAt === null && sameEmail(stored.user, email) && workspaces.has(stored.user.workspaceId)
        ? [stored]
        : []
    )
  )

export const UserRepositoryMemory = Layer.effect(
  UserRepository,
  Effect.map(MemoryStore, (store) => {
    const present = Effect.map(store.state, ({ users }) =>
      [...users.values()].flatMap(({ user, passwordHash, signedInAt, removedAt }) =>
        removedAt === null ? [{ user, passwordHash, signedInAt }] : []
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
            users: withRow(state.users, user.id, {
              user,
              passwordHash,
              signedInAt: null,
              removedAt: null
            })
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
      findByEmail: (email) => ofEmail(store, email),
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
      savePassword: (workspaceId, id, passwordHash, signedInAt) =>
        change(workspaceId, id, (stored) => ({ ...stored, passwordHash, signedInAt })),
      replacePassword: (workspaceId, id, from, passwordHash, signedInAt) =>
        store.modify((state) => {
          const stored = state.users.get(id)
          const changes = { passwordHash, signedInAt }
          return stored?.user.workspaceId === workspaceId &&
            stored.passwordHash === from &&
            stored.removedAt === null
            ? [true, { ...state, users: withRow(state.users, id, { ...stored, ...changes }) }]
            : [false, state]
        }),
      remove: (workspaceId, id, removedAt) =>
        change(workspaceId, id, (stored) => ({ ...stored, removedAt }))
    }
  })
)
