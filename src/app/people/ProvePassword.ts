/**
 * Re-authentication: a signed-in user enters the password again before changes that a stolen
 * session must not make.
 */
import { DateTime, Effect, type Redacted } from "effect"
import { SessionRepository } from "../ports/people/SessionRepository.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { Passwords } from "./Passwords.ts"
import { userSessions } from "./Sessions.ts"
import { SignInAudit } from "./SignInAudit.ts"

export const provePassword = Effect.gen(function* () {
  const users = yield* UserRepository
  const passwords = yield* Passwords
  const repository = yield* SessionRepository
  const sessions = yield* userSessions
  const audit = yield* SignInAudit
  const { transact } = yield* UnitOfWork

  /** False if the password is wrong or the session has ended. */
  return useCase("SignIn.provePassword")(function* (
    secret: Redacted.Redacted,
    password: Redacted.Redacted
  ) {
    const found = yield* sessions.find(secret)
    if (found === null) return false
    const { user, session } = found
    const same = (yield* users.findByEmail(user.email)).find((one) => one.user.id === user.id)
    const [matches] = yield* passwords.match(user.email, password, [same?.passwordHash ?? null])
    if (matches !== true) {
      yield* audit.failed(user)
      return false
    }
    yield* transact(repository.recordProof(session.workspaceId, session.hash, yield* DateTime.now))
    return true
  })
})
