/** Link to choose a password: its user, and its use, which is once. */
import { Data, DateTime, Effect, type Redacted } from "effect"
import { userActor } from "../../domain/access/Actor.ts"
import type { User } from "../../domain/people/User.ts"
import { actingAs } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { Notices } from "../mail/Notices.ts"
import { type UserLink, UserLinkRepository } from "../ports/people/UserLinkRepository.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"
import { SecondFactors } from "./account/SecondFactors.ts"
import { Passwords } from "./Passwords.ts"
import { pendingSignIns } from "./PendingSignIns.ts"
import { userSessions } from "./Sessions.ts"
import { SignInAudit } from "./SignInAudit.ts"
import { UserLinks } from "./UserLinks.ts"

export class LinkUnusable extends Data.TaggedError("LinkUnusable") {
  override get message() {
    return "This link has expired, or a password was chosen already"
  }
}

const linkTarget = Effect.gen(function* () {
  const links = yield* UserLinks
  const users = yield* UserRepository
  const workspaces = yield* WorkspaceRepository
  return Effect.fnUntraced(function* (secret: string) {
    const link = yield* links.resolve(secret, "password")
    if (link === null) return yield* new LinkUnusable()
    const user = yield* users.find(link.workspaceId, link.userId)
    const workspace = yield* workspaces.find(link.workspaceId)
    return user === null || workspace === null
      ? yield* new LinkUnusable()
      : { link, user, workspace }
  })
})

export const openLink = Effect.gen(function* () {
  const targetOf = yield* linkTarget
  return useCase("SignIn.openLink")(function* (secret: string) {
    const { user, workspace } = yield* targetOf(secret)
    return { user, workspace }
  })
})

export const choosePassword = Effect.gen(function* () {
  const users = yield* UserRepository
  const links = yield* UserLinkRepository
  const passwords = yield* Passwords
  const journal = yield* Journal
  const sessions = yield* userSessions
  const audit = yield* SignInAudit
  const notices = yield* Notices
  const factors = yield* SecondFactors
  const pending = yield* pendingSignIns
  const targetOf = yield* linkTarget
  const { transact } = yield* UnitOfWork

  const save = Effect.fnUntraced(function* (link: UserLink, user: User, hash: string) {
    if (!(yield* links.consume(link.workspaceId, link.id))) return yield* new LinkUnusable()
    yield* users.savePassword(user.workspaceId, user.id, hash, yield* DateTime.now)
    if (link.purpose === "reset") yield* notices.toUser(user, { type: "password_changed" })
    yield* sessions.endAllOf(user)
    const session = (yield* factors.isEnrolled(user)) ? null : yield* sessions.begin(user)
    const noted = journal.note(user.workspaceId, "user.password_chosen", null, user)
    yield* actingAs(userActor(user))(noted)
    if (session !== null) yield* audit.signedIn(user)
    return session
  }, transact)

  return useCase("SignIn.choosePassword")(function* (secret: string, password: Redacted.Redacted) {
    const { link, user } = yield* targetOf(secret)
    const hash = yield* passwords.choose(user.email, password)
    const session = yield* save(link, user, hash)
    const proved = { user, passwordHash: hash, signedInAt: null }
    const sealed = yield* pending.seal(proved)
    return { user, session, pending: sealed, isReset: link.purpose === "reset" }
  })
})
