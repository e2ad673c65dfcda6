/**
 * Change of the password by the signed-in user, who enters the present one. It ends every other
 * session and every mailed link of the user.
 */
import { Data, DateTime, Effect, type Redacted } from "effect"
import { Journal } from "../../Journal.ts"
import { Notices } from "../../mail/Notices.ts"
import { SessionRepository } from "../../ports/people/SessionRepository.ts"
import { UserLinkRepository } from "../../ports/people/UserLinkRepository.ts"
import { UserRepository } from "../../ports/people/UserRepository.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { useCase } from "../../UseCase.ts"
import { Passwords } from "../Passwords.ts"
import { userSessions } from "../Sessions.ts"
import { SignInAudit } from "../SignInAudit.ts"

/** The present password is wrong, or the session has ended. */
export class PasswordWrong extends Data.TaggedError("PasswordWrong") {}

export const changePassword = Effect.gen(function* () {
  const users = yield* UserRepository
  const links = yield* UserLinkRepository
  const repository = yield* SessionRepository
  const sessions = yield* userSessions
  const passwords = yield* Passwords
  const journal = yield* Journal
  const audit = yield* SignInAudit
  const notices = yield* Notices
  const { transact } = yield* UnitOfWork

  return useCase("OwnAccount.changePassword")(function* (
    secret: Redacted.Redacted,
    present: Redacted.Redacted,
    chosen: Redacted.Redacted
  ) {
    const found = yield* sessions.find(secret)
    if (found === null) return yield* new PasswordWrong()
    const { user, session } = found
    const { workspaceId, id, email } = user
    const stored = (yield* users.findByEmail(email)).find((one) => one.user.id === id)
    const before = stored?.passwordHash ?? null
    const [matches] = yield* passwords.match(email, present, [before])
    if (before === null || matches !== true) {
      yield* audit.failed(user)
      return yield* new PasswordWrong()
    }
    const hash = yield* passwords.choose(email, chosen)
    const now = yield* DateTime.now
    if (!(yield* users.replacePassword(workspaceId, id, before, hash, now))) {
      return yield* new PasswordWrong()
    }
    yield* links.removeOfUser(workspaceId, id)
    yield* repository.removeOfUser(workspaceId, id, session.hash)
    yield* repository.recordProof(workspaceId, session.hash, now)
    yield* notices.toUser(user, { type: "password_changed" })
    yield* journal.note(workspaceId, "user.password_chosen", null, user)
  }, transact)
})
