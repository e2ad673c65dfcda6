/**
 * Links to choose a password. The secret is derived from the service's key, like that of a portal
 * invitation: the database has its hash, and the queued mail only the id of the link.
 */
import { Context, DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { UserLinkId } from "../../domain/Ids.ts"
import type { User } from "../../domain/people/User.ts"
import { MailQueue, type MailTrigger } from "../mail/MailQueue.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { type UserLink, UserLinkRepository } from "../ports/people/UserLinkRepository.ts"
import { Signer } from "../ports/Signer.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"
import { findSealed } from "../SealedLinks.ts"
import { useCase } from "../UseCase.ts"

const sealPurpose = "user-link"
const lifetimes = { invite: Duration.days(7), reset: Duration.hours(1) } as const

export class UserLinks extends Context.Service<
  UserLinks,
  {
    /** Creates a link and enqueues its mail, in the caller's transaction. */
    readonly issue: (
      user: User,
      purpose: UserLink["purpose"],
      trigger: MailTrigger
    ) => Effect.Effect<void, never, Transaction>
    /** The link with this secret, if it is valid. */
    readonly resolve: (secret: string) => Effect.Effect<UserLink | null>
    /** The target of the mail's button. */
    readonly url: (id: UserLinkId) => string
  }
>()("retainer/app/UserLinks") {
  static readonly layer = Layer.effect(
    UserLinks,
    Effect.gen(function* () {
      const links = yield* UserLinkRepository
      const mails = yield* MailQueue
      const signer = yield* Signer
      const random = yield* SecureRandom.SecureRandom
      const { baseUrl } = yield* PublicUrls
      const secretOf = (id: UserLinkId) => signer.seal(sealPurpose, id)

      return UserLinks.of({
        url: (id) => `${baseUrl}/welcome/${secretOf(id)}`,
        issue: useCase("UserLinks.issue")(function* (user, purpose, trigger) {
          const { id: userId, workspaceId, email: recipient } = user
          const id = yield* UserLinkId.next(random)
          const createdAt = yield* DateTime.now
          yield* links.insert({
            id,
            workspaceId,
            userId,
            purpose,
            hash: signer.hash(Redacted.make(secretOf(id))),
            createdAt,
            expiresAt: DateTime.addDuration(createdAt, lifetimes[purpose])
          })
          const job = { kind: "user_link", workspaceId, userId, linkId: id } as const
          yield* mails.enqueue({ job, recipient, trigger })
        }),
        resolve: useCase("UserLinks.resolve")(function* (secret) {
          const link = yield* findSealed(signer, sealPurpose, secret, links.findByHash)
          const now = yield* DateTime.now
          return link === null || DateTime.isLessThanOrEqualTo(link.expiresAt, now) ? null : link
        })
      })
    })
  )
}
