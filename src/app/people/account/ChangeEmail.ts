/**
 * Change of a user's e-mail address: it counts when the link that was mailed to the new address is
 * followed. Nothing reveals whether another user has the address: then no mail is sent.
 */
import { DateTime, Effect } from "effect"
import { userActor } from "../../../domain/access/Actor.ts"
import { User } from "../../../domain/people/User.ts"
import { actingAs } from "../../CurrentActor.ts"
import { Journal } from "../../Journal.ts"
import { MailBounds } from "../../mail/MailBounds.ts"
import { Notices } from "../../mail/Notices.ts"
import { UserLinkRepository } from "../../ports/people/UserLinkRepository.ts"
import { UserRepository } from "../../ports/people/UserRepository.ts"
import { RateLimits } from "../../ports/RateLimits.ts"
import { UnitOfWork } from "../../ports/UnitOfWork.ts"
import { useCase } from "../../UseCase.ts"
import { LinkUnusable } from "../ChoosePassword.ts"
import { UserLinks } from "../UserLinks.ts"

export interface EmailLink {
  readonly user: User
  readonly email: string
}

export const emailChange = Effect.gen(function* () {
  const users = yield* UserRepository
  const stored = yield* UserLinkRepository
  const links = yield* UserLinks
  const bounds = yield* MailBounds
  const limits = yield* RateLimits
  const journal = yield* Journal
  const notices = yield* Notices
  const { transact } = yield* UnitOfWork

  const open = Effect.fnUntraced(function* (secret: string) {
    const link = yield* links.resolve(secret, "email")
    if (link === null || link.email === null) return yield* new LinkUnusable()
    const user = yield* users.find(link.workspaceId, link.userId)
    return user === null ? yield* new LinkUnusable() : { link, user, email: link.email }
  })

  return {
    requestEmail: useCase("OwnAccount.requestEmail")(function* (user: User, email: string) {
      if (email === user.email) return
      yield* bounds.require(user.workspaceId, email)
      const others = yield* users.findByEmail(email)
      const isFree = others.every(
        (other) => other.user.workspaceId !== user.workspaceId || other.user.id === user.id
      )
      const hasMail = isFree && (yield* limits.takeMailTo(email.toLowerCase()))
      yield* links.issueForEmail(user, email, hasMail)
      yield* notices.toUser(user, { type: "email_requested" })
    }, transact),

    openEmailLink: useCase("OwnAccount.openEmailLink")(function* (secret: string) {
      const { user, email } = yield* open(secret)
      return { user, email }
    }),

    confirmEmail: useCase("OwnAccount.confirmEmail")(function* (secret: string) {
      const { link, user, email } = yield* open(secret)
      const { workspaceId, id } = user
      if (!(yield* stored.consume(workspaceId, link.id))) return yield* new LinkUnusable()
      yield* notices.toUser(user, { type: "email_changed" }, user.email)
      yield* Effect.mapError(
        users.saveEmail(workspaceId, id, email, yield* DateTime.now),
        () => new LinkUnusable()
      )
      const changed = new User({ ...user, email })
      const noted = journal.note(workspaceId, "user.updated", user, changed)
      yield* actingAs(userActor(changed))(noted)
      return { user: changed, email }
    }, transact)
  }
})
