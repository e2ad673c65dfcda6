/**
 * Links to choose a password or to confirm a new e-mail address. The secret is derived from the
 * service's key, like that of a portal invitation: the database has its hash, and the queued mail
 * only the id of the link.
 */
import { Context, DateTime, Duration, Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { UserLinkId } from "../../domain/Ids.ts"
import type { User } from "../../domain/people/User.ts"
import { Cell } from "../Cell.ts"
import { movedRefusal } from "../MovedWorkspaces.ts"
import { MailQueue, type MailTrigger } from "../mail/MailQueue.ts"
import { PublicUrls } from "../ports/PublicUrls.ts"
import { type UserLink, UserLinkRepository } from "../ports/people/UserLinkRepository.ts"
import { Signer } from "../ports/Signer.ts"
import type { Transaction } from "../ports/UnitOfWork.ts"
import { findSealed, sealLink } from "../SealedLinks.ts"
import { useCase } from "../UseCase.ts"

/** A link of one kind cannot be opened as the other. */
const sealPurposes = { password: "user-link", email: "user-email" } as const
type Opens = keyof typeof sealPurposes

const lifetimes = {
  invite: Duration.days(7),
  reset: Duration.hours(1),
  email: Duration.hours(1)
} as const

const opens = ({ purpose }: Pick<UserLink, "purpose">): Opens =>
  purpose === "email" ? "email" : "password"

const paths: Readonly<Record<Opens, string>> = { password: "welcome", email: "account/email" }

export class UserLinks extends Context.Service<
  UserLinks,
  {
    /** Creates a link and enqueues its mail, in the caller's transaction. */
    readonly issue: (
      user: User,
      purpose: "invite" | "reset",
      trigger: MailTrigger
    ) => Effect.Effect<void, never, Transaction>
    /**
     * Replaces the user's earlier links to confirm an address by one for this address. Its mail is
     * left out for an address that cannot be confirmed.
     */
    readonly issueForEmail: (
      user: User,
      email: string,
      hasMail: boolean
    ) => Effect.Effect<void, never, Transaction>
    /** The link with this secret, if it is valid. */
    readonly resolve: (secret: string, opens: Opens) => Effect.Effect<UserLink | null>
    /** The target of the mail's button. */
    readonly url: (link: Pick<UserLink, "id" | "purpose">) => string
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
      const { label } = yield* Cell
      const refuseMoved = yield* movedRefusal
      const secretOf = (of: Opens, id: UserLinkId) => sealLink(signer, label, sealPurposes[of], id)

      const insert = Effect.fnUntraced(function* (
        { id: userId, workspaceId }: User,
        link: Pick<UserLink, "purpose" | "email">
      ) {
        const id = yield* UserLinkId.next(random)
        const createdAt = yield* DateTime.now
        yield* links.insert({
          ...link,
          id,
          workspaceId,
          userId,
          hash: signer.hash(Redacted.make(secretOf(opens(link), id))),
          createdAt,
          expiresAt: DateTime.addDuration(createdAt, lifetimes[link.purpose])
        })
        return { kind: "user_link", workspaceId, userId, linkId: id } as const
      })

      return UserLinks.of({
        url: (link) => {
          const of = opens(link)
          return `${baseUrl}/${paths[of]}/${secretOf(of, link.id)}`
        },
        issue: useCase("UserLinks.issue")(function* (user, purpose, trigger) {
          const job = yield* insert(user, { purpose, email: null })
          yield* mails.enqueue({ job, recipient: user.email, trigger })
        }),
        issueForEmail: useCase("UserLinks.issueForEmail")(function* (user, email, hasMail) {
          yield* links.removeOfUser(user.workspaceId, user.id, "email")
          const job = yield* insert(user, { purpose: "email", email })
          if (hasMail) yield* mails.enqueue({ job, recipient: email, trigger: "caller" })
        }),
        resolve: useCase("UserLinks.resolve")(function* (secret, of) {
          const link = yield* findSealed(signer, sealPurposes[of], secret, links.findByHash)
          yield* refuseMoved(
            link === null
              ? { hash: signer.hash(Redacted.make(secret)) }
              : { workspace: link.workspaceId }
          )
          const now = yield* DateTime.now
          return link === null || DateTime.isLessThanOrEqualTo(link.expiresAt, now) ? null : link
        })
      })
    })
  )
}
