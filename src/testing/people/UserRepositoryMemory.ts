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
    [...users.values()].flatMap(({ user, passwordHash, signedInAt, removedAt }) =>
      removedAt === null && sameEmail(user, email) && workspaces.has(user.workspaceId)
        ? [{ user, passwordHash, signedInAt }]
        : []
    )
  )

type Port = UserRepository["Service"]

const presentIn = (store: MemoryStore["Service"]) =>
  Effect.map(store.state, ({ users }) =>
    [...users.values()].flatMap(({ user, passwordHash, signedInAt, removedAt }) =>
      removedAt === null ? [{ user, passwordHash, signedInAt }] : []
    )
  )

const changeIn =
  (store: MemoryStore["Service"]) =>
  (workspaceId: WorkspaceId, id: UserId, to: (stored: StoredUser) => StoredUser) =>
    store.update((state) => ({
      ...state,
      users: withChanged(
        state.users,
        ({ user }) => user.workspaceId === workspaceId && user.id === id,
        to
      )
    }))

const reads = (store: MemoryStore["Service"]) => {
  const present = presentIn(store)
  return {
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
      )
  } satisfies Partial<Port>
}

const profiles = (store: MemoryStore["Service"]) => {
  const present = presentIn(store)
  const change = changeIn(store)
  const requireFree = Effect.fnUntraced(function* (
    workspaceId: WorkspaceId,
    id: UserId,
    email: string
  ) {
    const taken = (yield* present).some(
      ({ user }) => user.workspaceId === workspaceId && user.id !== id && sameEmail(user, email)
    )
    if (taken) return yield* new UserEmailTaken({ email })
  })

  return {
    insert: (user, passwordHash) =>
      Effect.gen(function* () {
        yield* requireFree(user.workspaceId, user.id, user.email)
        yield* store.update((state) => ({
          ...state,
          users: withRow(state.users, user.id, {
            user,
            passwordHash,
            signedInAt: null,
            emailVerifiedAt: null,
            removedAt: null
          })
        }))
      }),
    saveProfile: (workspaceId, id, changes) =>
      change(workspaceId, id, (stored) => ({
        ...stored,
        user: new User({ ...stored.user, ...changes })
      })),
    saveEmail: (workspaceId, id, email, emailVerifiedAt) =>
      Effect.andThen(
        requireFree(workspaceId, id, email),
        change(workspaceId, id, (stored) => ({
          ...stored,
          emailVerifiedAt,
          user: new User({ ...stored.user, email })
        }))
      )
  } satisfies Partial<Port>
}

const changes = (store: MemoryStore["Service"]) => {
  const change = changeIn(store)
  return {
    saveRole: (workspaceId, id, role) =>
      change(workspaceId, id, (stored) => ({
        ...stored,
        user: new User({ ...stored.user, role })
      })),
    savePassword: (workspaceId, id, passwordHash, signedInAt) =>
      change(workspaceId, id, (stored) => ({
        ...stored,
        passwordHash,
        signedInAt,
        emailVerifiedAt: signedInAt
      })),
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
  } satisfies Partial<Port>
}

export const UserRepositoryMemory = Layer.effect(
  UserRepository,
  Effect.map(MemoryStore, (store) =>
    UserRepository.of({ ...reads(store), ...profiles(store), ...changes(store) })
  )
)
