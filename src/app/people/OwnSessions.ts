/** A user's sessions, for the user: lists them, ends one, and ends all except the current one. */
import { type DateTime, Effect, type Redacted } from "effect"
import type { Device } from "../../domain/people/Device.ts"
import { SessionRepository, type UserSession } from "../ports/people/SessionRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { userSessions } from "./Sessions.ts"
import { SignInAudit } from "./SignInAudit.ts"

export interface OwnSession extends Device {
  /** Names the session among those of its user; no secret. */
  readonly id: string
  readonly address: string | null
  readonly createdAt: DateTime.Utc
  readonly usedAt: DateTime.Utc | null
  readonly isThis: boolean
}

/** The start of the hash of the secret: 64 bits. */
const idOf = ({ hash }: UserSession): string => hash.slice(0, 16)

export const listOwnSessions = Effect.gen(function* () {
  const sessions = yield* userSessions
  return useCase("SignIn.listSessions")(function* (secret: Redacted.Redacted) {
    const own = yield* sessions.find(secret)
    if (own === null) return []
    const all = yield* sessions.ofUser(own.user)
    return all.map((session): OwnSession => {
      const { browser, system, address, createdAt, usedAt } = session
      const isThis = session.hash === own.session.hash
      return { id: idOf(session), browser, system, address, createdAt, usedAt, isThis }
    })
  })
})

/** Ends one of the user's sessions, which may be this one; no effect if it has ended. */
export const endOwnSession = Effect.gen(function* () {
  const repository = yield* SessionRepository
  const sessions = yield* userSessions
  const audit = yield* SignInAudit
  const { transact } = yield* UnitOfWork
  return useCase("SignIn.endSession")(function* (secret: Redacted.Redacted, id: string) {
    const own = yield* sessions.find(secret)
    if (own === null) return
    const ended = (yield* sessions.ofUser(own.user)).find((session) => idOf(session) === id)
    if (ended === undefined) return
    yield* repository.remove(own.user.workspaceId, ended.hash)
    yield* audit.signedOut(own.user)
  }, transact)
})

export const endOtherSessions = Effect.gen(function* () {
  const repository = yield* SessionRepository
  const sessions = yield* userSessions
  const audit = yield* SignInAudit
  const { transact } = yield* UnitOfWork
  return useCase("SignIn.endOtherSessions")(function* (secret: Redacted.Redacted) {
    const own = yield* sessions.find(secret)
    if (own === null) return
    const { user, session } = own
    const all = yield* sessions.ofUser(user)
    yield* repository.removeOfUser(user.workspaceId, user.id, session.hash)
    if (all.length > 1) yield* audit.signedOut(user)
  }, transact)
})
