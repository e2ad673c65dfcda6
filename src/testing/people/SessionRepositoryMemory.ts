/** Sessions of users and of clients in memory. */
import { DateTime, Effect, Layer } from "effect"
import {
  SessionRepository,
  type SessionUse,
  type UserSession
} from "../../app/ports/people/SessionRepository.ts"
import type { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { type MemoryState, MemoryStore, type StoredUser } from "../store/MemoryStore.ts"
import { withChanged, withoutRows, withRow } from "../store/Rows.ts"

type Port = SessionRepository["Service"]

const othersOf = ({ users, workspaces }: MemoryState, own: StoredUser) =>
  [...users.values()]
    .filter(
      ({ user, passwordHash, removedAt }) =>
        user.email.toLowerCase() === own.user.email.toLowerCase() &&
        user.workspaceId !== own.user.workspaceId &&
        removedAt === null &&
        passwordHash !== null &&
        (own.emailVerifiedAt !== null || passwordHash === own.passwordHash)
    )
    .flatMap(({ user }) => workspaces.get(user.workspaceId) ?? [])
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, 20)

const usesOf = (
  all: ReadonlyArray<UserSession>,
  workspaceId: WorkspaceId
): ReadonlyArray<SessionUse> => {
  const uses = new Map<UserId, SessionUse>()
  for (const row of all) {
    if (row.workspaceId !== workspaceId) continue
    const { userId, usedAt, createdAt, expiresAt } = row
    const last = uses.get(userId)
    const used = usedAt ?? createdAt
    uses.set(userId, {
      userId,
      usedAt: last === undefined ? used : DateTime.max(last.usedAt, used),
      expiresAt: last === undefined ? expiresAt : DateTime.max(last.expiresAt, expiresAt)
    })
  }
  return [...uses.values()]
}

const userSessions = (store: MemoryStore["Service"]) => {
  const change = (workspaceId: WorkspaceId, hash: string, changes: Partial<UserSession>) =>
    store.update((state) => ({
      ...state,
      sessions: withChanged(
        state.sessions,
        (row) => row.workspaceId === workspaceId && row.hash === hash,
        (row) => ({ ...row, ...changes })
      )
    }))

  return {
    insert: (session) =>
      store.update((state) => ({
        ...state,
        sessions: withRow(state.sessions, session.hash, session)
      })),
    find: (hash) =>
      Effect.map(store.state, (state) => {
        const session = state.sessions.get(hash)
        const stored = session === undefined ? undefined : state.users.get(session.userId)
        const workspace = session && state.workspaces.get(session.workspaceId)
        return session === undefined || workspace === undefined || stored?.removedAt !== null
          ? null
          : {
              session,
              user: stored.user,
              workspace,
              others: othersOf(state, stored),
              hasFactor: state.secondFactors.has(stored.user.id),
              factorSince: state.secondFactorSince.get(workspace.id)?.since ?? null
            }
      }),
    listOfUser: (workspaceId, userId) =>
      Effect.map(store.state, ({ sessions }) =>
        [...sessions.values()]
          .filter((row) => row.workspaceId === workspaceId && row.userId === userId)
          .reverse()
      ),
    lastUses: (workspaceId) =>
      Effect.map(store.state, ({ sessions }) => usesOf([...sessions.values()], workspaceId)),
    recordUse: (workspaceId, hash, usedAt) => change(workspaceId, hash, { usedAt }),
    recordProof: (workspaceId, hash, provedAt) => change(workspaceId, hash, { provedAt }),
    remove: (workspaceId, hash) =>
      store.update((state) => ({
        ...state,
        sessions: withoutRows(
          state.sessions,
          (row) => row.workspaceId === workspaceId && row.hash === hash
        )
      })),
    removeOfUser: (workspaceId, userId, except) =>
      store.update((state) => ({
        ...state,
        sessions: withoutRows(
          state.sessions,
          (row) => row.workspaceId === workspaceId && row.userId === userId && row.hash !== except
        )
      }))
  } satisfies Partial<Port>
}

const portalSessions = (store: MemoryStore["Service"]) =>
  ({
    insertPortal: (session) =>
      store.update((state) => ({
        ...state,
        portalSessions: withRow(state.portalSessions, session.hash, session)
      })),
    findPortal: (hash) =>
      Effect.map(store.state, (state) => {
        const session = state.portalSessions.get(hash)
        const client = session && state.clients.get(session.clientId)
        const workspace = session && state.workspaces.get(session.workspaceId)
        return session === undefined || workspace === undefined || client?.portalAccess !== true
          ? null
          : { session, client, workspace }
      }),
    removePortal: (workspaceId, hash) =>
      store.update((state) => ({
        ...state,
        portalSessions: withoutRows(
          state.portalSessions,
          (row) => row.workspaceId === workspaceId && row.hash === hash
        )
      })),
    removeOfClient: (workspaceId, clientId) =>
      store.update((state) => ({
        ...state,
        portalSessions: withoutRows(
          state.portalSessions,
          (row) => row.workspaceId === workspaceId && row.clientId === clientId
        )
      }))
  }) satisfies Partial<Port>

export const SessionRepositoryMemory = Layer.effect(
  SessionRepository,
  Effect.map(MemoryStore, (store) =>
    SessionRepository.of({ ...userSessions(store), ...portalSessions(store) })
  )
)
