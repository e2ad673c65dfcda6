/**
 * Links that someone asks for in the name of an address: to choose a password, or into the portal.
 * Whoever asks proves nothing, so asking changes nothing (links that were sent stay good, the client is
 * untouched), mails at most three an hour to one recipient, and is the same work for every address: a
 * line in the outbox. Who the address belongs to is looked up by the worker, after the answer.
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

export type LinkRequest = JobOf<"link_request">

/** A link that a client asked for: it is followed at once or asked for again. */
const portalLinkLifetime = Duration.days(1)

const isAddress = Schema.is(EmailAddress)

export class LinkRequests extends Context.Service<
  LinkRequests,
  {
    /** Takes note of the request; says nothing of whether the address is known. */
    readonly ask: (wanted: LinkRequest["wanted"], email: string) => Effect.Effect<void>
    /** What was taken note of: links for everyone whose address it is. */
    readonly fulfil: (request: LinkRequest) => Effect.Effect<void>
    /** A new portal link for the client, whose older link was shown. */
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

      /** Does it where the recipient has not had enough mails of this kind. */
      const within = <E>(recipient: string, issue: Effect.Effect<void, E>) =>
        Effect.flatMap(limits.takeMailTo(recipient.toLowerCase()), (allowed) =>
          allowed
            ? issue
            : Effect.logInfo("A link was not mailed: its recipient had enough of them")
        )

      const renewInvitation = Effect.fnUntraced(
        function* (client: Client) {
          const locked = yield* clients.getForUpdate(client.workspaceId, client.id)
          // Corrected or closed since it was found.
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

      /** In no fixed order: of many with one address, the limit is not to leave out the same ones. */
      const inTurn = <A>(all: ReadonlyArray<A>, mail: (one: A) => Effect.Effect<void>) =>
        Effect.flatMap(Random.shuffle(all), (some) => Effect.forEach(some, mail, { discard: true }))

      /** What each kind of link takes, for everyone whose address it is. */
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

        ask: useCase("LinkRequests.ask")(function* (wanted, email) {
          // What is no address at all is no one's.
          if (isAddress(email)) yield* outbox.offer({ kind: "link_request", wanted, email })
        }, transact),

        fulfil: useCase("LinkRequests.fulfil")(function* ({ wanted, email }) {
          yield* fulfilments[wanted](email)
        })
      })
    })
  )
}
