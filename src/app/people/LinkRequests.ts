/**
 * Requests for mailed links in the name of an address: to choose a password, or into the portal.
 * The requester proves nothing, so a request changes nothing: older links stay valid. It mails at
 * most three links an hour to one recipient, and is the same work for every address: a row in the
 * outbox. The worker looks the address up after the answer, so the answer's time does not reveal
 * whether the address is known.
 */
import { Context, DateTime, Duration, Effect, Layer, Random, Schema } from "effect"
import { type Client, sameMailbox } from "../../domain/clients/Client.ts"
import type { User } from "../../domain/people/User.ts"
import { EmailAddress } from "../../domain/text/Text.ts"
import { Invitations } from "../clients/Invitations.ts"
import { ClientRepository } from "../ports/clients/ClientRepository.ts"
import { type JobOf, MailOutbox } from "../ports/mail/MailOutbox.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { RateLimits } from "../ports/RateLimits.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { useCase } from "../UseCase.ts"
import { UserLinks } from "./UserLinks.ts"

type LinkRequest = JobOf<"link_request">

/** Short, because the client can request another one. */
const portalLinkLifetime = Duration.days(1)

const isAddress = Schema.is(EmailAddress)

export class LinkRequests extends Context.Service<
  LinkRequests,
  {
    /** Records the request without revealing whether the address is known. */
    readonly enqueue: (wanted: LinkRequest["wanted"], email: string) => Effect.Effect<void>
    /** Mails links to all users or clients with the address. */
    readonly fulfil: (request: LinkRequest) => Effect.Effect<void>
    /** Mails a new portal link to the client. */
    readonly renew: (client: Client) => Effect.Effect<void>
  }
>()("retainer/app/LinkRequests") {
  static readonly layer = Layer.effect(
    LinkRequests,
    Effect.gen(function* () {
      const users = yield* UserRepository
      const clients = yield* ClientRepository
      const userLinks = yield* UserLinks
      const invitations = yield* Invitations
      const outbox = yield* MailOutbox
      const limits = yield* RateLimits
      const { transact } = yield* UnitOfWork

      /** Within the limit of mails to the recipient. */
      const within = <E>(recipient: string, issue: Effect.Effect<void, E>) =>
        Effect.flatMap(limits.takeMailTo(recipient.toLowerCase()), (allowed) =>
          allowed
            ? issue
            : Effect.logInfo("link not mailed: its recipient has reached the hourly limit")
        )

      const renewInvitation = Effect.fnUntraced(
        function* (client: Client) {
          const locked = yield* clients.getForUpdate(client.workspaceId, client.id)
          // The client has changed since it was found.
          if (!locked.portalAccess || !sameMailbox(locked.email, client.email)) return
          const now = yield* DateTime.now
          yield* invitations.renew(locked, DateTime.addDuration(now, portalLinkLifetime))
        },
        transact,
        Effect.orDie
      )
      const renew = (client: Client) => within(client.email, renewInvitation(client))

      const issue = (user: User, hasJoined: boolean) =>
        within(
          user.email,
          transact(userLinks.issue(user, hasJoined ? "reset" : "invite", "consequence"))
        )

      /** In random order, so that the limit does not always leave out the same recipients. */
      const inTurn = <A>(all: ReadonlyArray<A>, mail: (one: A) => Effect.Effect<void>) =>
        Effect.flatMap(Random.shuffle(all), (some) => Effect.forEach(some, mail, { discard: true }))

      const fulfilments: {
        readonly [Wanted in LinkRequest["wanted"]]: (email: string) => Effect.Effect<void>
      } = {
        portal: (email) =>
          Effect.flatMap(clients.findByPortalEmail(email), (found) => inTurn(found, renew)),
        password: (email) =>
          Effect.flatMap(users.findByEmail(email), (found) =>
            inTurn(found, ({ user, passwordHash }) => issue(user, passwordHash !== null))
          )
      }

      return LinkRequests.of({
        renew: useCase("LinkRequests.renew")(function* (client) {
          yield* renew(client)
        }),

        enqueue: useCase("LinkRequests.enqueue")(function* (wanted, email) {
          // Other texts belong to no account.
          if (isAddress(email)) yield* outbox.offer({ kind: "link_request", wanted, email })
        }, transact),

        fulfil: useCase("LinkRequests.fulfil")(function* ({ wanted, email }) {
          yield* fulfilments[wanted](email)
        })
      })
    })
  )
}
