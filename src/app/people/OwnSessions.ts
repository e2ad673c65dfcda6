/** A user's sessions, for the user: lists them, and ends all except the current one. */
import { type DateTime, Effect, type Redacted } from "effect"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { userSessions } from "./Sessions.ts"
import { SignInAudit } from "./SignInAudit.ts"

export interface OwnSession {
  readonly createdAt: DateTime.Utc
  readonly usedAt: DateTime.Utc | null
  readonly isThis: boolean
}

export const listOwnSessions = Effect.gen(function* () {
  const sessions = yield* userSessions
  return useCase("SignIn.listSessions")(function* (secret: Redacted.Redacted) {
    const own = yield* sessions.find(secret)
    if (own === null) return []
    const all = yield* sessions.ofUser(own.user)
    return all.map(({ hash, createdAt, usedAt }): OwnSession => {
      return { createdAt, usedAt, isThis: hash === own.session.hash }
    })
  })
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
    const others = (yield* sessions.ofUser(user)).filter(({ hash }) => hash !== session.hash)
    for (const { hash } of others) yield* repository.remove(user.workspaceId, hash)
    if (others.length > 0) yield* audit.signedOut(user)
  }, transact)
})
